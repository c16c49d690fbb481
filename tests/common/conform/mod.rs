//! The conformance suite: checks that every game must pass, whatever it is about. A game comes in; a [`Conformance`]
//! goes out.
//!
//! A state is `Copy`, so that a move on a copy leaves its original alone needs no check.

mod game;
mod moment;
mod report;
mod run;
mod state;
mod step;

use deckproof::cards::Pack;
use deckproof::rules::Variant;
use deckproof::script::{Rules, width_of};
use deckproof::source::Diagnostics;
use deckproof::table::{CardSet, Gap, Move, Moves, Wide};

pub use report::Conformance;
pub use run::check_conformance;

/// The suite on `games` games of one variant of a pack; what is wrong with the pack if it cannot be played.
pub fn conform(
    pack: &Pack,
    variant: &Variant,
    games: u64,
    seed: u64,
) -> Result<Conformance, Diagnostics> {
    let check = match width_of(&[pack]) {
        0..64 => compile_and_check::<u64>,
        64..128 => compile_and_check::<u128>,
        _ => compile_and_check::<Wide>,
    };
    check(pack, variant, games, seed)
}

fn compile_and_check<S: CardSet>(
    pack: &Pack,
    variant: &Variant,
    games: u64,
    seed: u64,
) -> Result<Conformance, Diagnostics> {
    let game = Rules::<S>::compile(&pack.game, &pack.decks, variant)?;
    Ok(check_conformance(&game, &move_space(&game), games, seed))
}

/// Limit on the moves of one pattern in a move space.
const MOST_SPACE: usize = 200_000;

/// Every move that any state could have, and more.
pub fn move_space<S: CardSet>(game: &Rules<S>) -> Vec<Move> {
    let declared = &game.layout.declared;
    let first = |count| (0..count).fold(S::default(), |set, number| set.union(S::one(number)));
    let mut space = Vec::new();
    for (pattern, written) in (0..).zip(&declared.patterns) {
        let mut moves = Moves::<S>::default();
        let mut sets = [S::default(); 3];
        for (set, gap) in sets.iter_mut().zip(&written.gaps) {
            *set = first(match gap {
                Gap::Card => game.layout.cards.len() as u8,
                Gap::Nth(_) | Gap::Number => 16,
                Gap::Place => declared.places.len() as u8,
                Gap::Seat => declared.seats.len() as u8,
            });
        }
        moves.push(pattern, written.gaps.len() as u8, sets);
        let step = (moves.len() as usize / MOST_SPACE).max(1);
        space.extend((0..moves.len()).step_by(step).map(|index| moves.get(index)));
    }
    space.sort();
    space
}
