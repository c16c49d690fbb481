//! A game in which a law is broken, with all that is needed to play it again: its seed, players and moves. `fuzz`
//! makes it; `shrink` makes it smaller.

use crate::players::Players;
use crate::rules::{Breach, Tally};
use crate::script::Rules;
use crate::table::{CardSet, Move};
use crate::verify::panics::guarded;
use crate::verify::playing::{Common, game_seed, play_as, two_worlds};

/// Moves that are kept of a game that does not end.
const MOST_ENDLESS: usize = 1_000;

/// A game that broke a law.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Its number in the run.
    pub index: u64,
    /// Its seed: chance is [`crate::rules::SeededChance`] of it.
    pub seed: u64,
    pub players: Players,
    /// All moves up to the one that broke the law; none when the table was wrong from the start.
    pub moves: Vec<Move>,
    pub breach: Breach,
}

/// What to check in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LawQuestion {
    /// Whether every law holds after every move.
    Laws,
    /// Whether a seat can see anything that is hidden from it.
    Worlds,
}

impl Failure {
    /// Plays a game again to see where it fails; `None` when it does not.
    pub fn find<S: CardSet>(
        game: &Rules<S>,
        run: u64,
        index: u64,
        players: Players,
        question: LawQuestion,
    ) -> Option<Self> {
        let seed = game_seed(run, index);
        let mut moves = Vec::new();
        let played = guarded(|| {
            let told = |mv| moves.push(mv);
            let tally = &mut Tally::default();
            match question {
                LawQuestion::Laws => {
                    play_as::<true, S>(players, game, seed, tally, told).map(|_| ())
                }
                LawQuestion::Worlds => two_worlds(players, game, seed, told, |_, _| ()).map(|_| ()),
            }
        });
        let breach = played.err()?;
        if breach.property == Common::Endless.number() {
            moves.truncate(MOST_ENDLESS);
        }
        Some(Failure { index, seed, players, moves, breach })
    }
}
