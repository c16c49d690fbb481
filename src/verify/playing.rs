//! Plays one random game, with or without the laws checked. A game, a seed and a player come in; the number of
//! decisions, or the first broken law, goes out; and a [`Failure`], with all that is needed to play it again.

use super::information_leak::{self, Compared};
use crate::players::{Chooser, Players, Swarm, Uniform};
use crate::rules::{Breach, LawKind, NoListener, Outcome, Rng, SeededChance, Tally};
use crate::script::Rules;
use crate::source::Span;
use crate::table::{CardSet, Move, Table};
use crate::verify::panics::guarded;

/// The seed of game `index` of a run: everything that happens in the game follows from it and from its players.
#[inline]
pub fn game_seed(run: u64, index: u64) -> u64 {
    Rng::stream(run, index).next()
}

/// Stream of a game's seed, for the redeals of the two-world check.
const WORLDS: u64 = 66;

/// Steps that the rules of one game may take, all its moves together. A game of two hundred decisions that counts every card of
/// the table a hundred times at each takes a fifth.
const MOST_STEPS: u64 = 5_000_000;

/// Steps that the rules may take on this thread, as long as it lives.
pub struct Allowance<'g, S: CardSet> {
    game: &'g Rules<S>,
    last: u64,
}

impl<'g, S: CardSet> Allowance<'g, S> {
    /// For one game.
    pub fn of_a_game(game: &'g Rules<S>) -> Self {
        Self::new(game, MOST_STEPS)
    }

    pub fn new(game: &'g Rules<S>, steps: u64) -> Self {
        game.allow(steps);
        let last = game.steps().saturating_add(steps);
        Allowance { game, last }
    }

    /// Does something whose steps are not counted: players look ahead for as long as they like.
    pub fn aside<T>(&mut self, think: impl FnOnce() -> T) -> T {
        let left = self.last.saturating_sub(self.game.steps());
        self.game.allow(u64::MAX);
        let found = think();
        self.game.allow(left);
        self.last = self.game.steps().saturating_add(left);
        found
    }

    /// Whether all steps were taken: what was played since then proves nothing.
    pub fn is_spent(&self) -> bool {
        self.game.steps() >= self.last
    }
}

impl<S: CardSet> Drop for Allowance<'_, S> {
    fn drop(&mut self) {
        self.game.allow(u64::MAX);
    }
}

/// Laws that every game has beyond its own: [`Breach::property`] goes on with their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Common {
    /// A state that is not final has a legal move.
    Stuck,
    /// No game is longer than its rules allow ([`Rules::longest`]).
    Endless,
    /// A game that is over has an outcome.
    Unscored,
    /// The engine does not panic.
    Panics,
}

impl Common {
    pub const ALL: [Common; 4] = [Common::Stuck, Common::Endless, Common::Unscored, Common::Panics];

    /// Its number as a property.
    pub const fn number(self) -> usize {
        Tally::MOST + self as usize
    }

    pub const fn id(self) -> &'static str {
        match self {
            Common::Stuck => "always a move",
            Common::Endless => "games end",
            Common::Unscored => "games are scored",
            Common::Panics => "no panic",
        }
    }

    pub fn breach(self, says: impl Into<String>, at: Option<Span>) -> Breach {
        Breach { property: self.number(), says: says.into(), at }
    }
}

/// The id of a property by its number, a common one or the game's own.
pub fn property_id<S: CardSet>(game: &Rules<S>, property: usize) -> &str {
    match Common::ALL.into_iter().find(|common| common.number() == property) {
        Some(common) => common.id(),
        None => game.properties.get(property).map_or("?", |own| own.id.as_str()),
    }
}

/// Properties that no game may reach, as a mask.
pub fn never<S: CardSet>(game: &Rules<S>) -> u64 {
    game.properties
        .iter()
        .enumerate()
        .filter(|(_, p)| p.kind == LawKind::Never)
        .fold(0, |all, (i, _)| all | 1 << i)
}

/// Plays the game that `seed` names to its end and gives the number of decisions; `told` is called with each move before it is
/// carried out. `WATCHED`: with every law checked, counted in `tally`.
///
/// # Errors
/// The first law that does not hold; unless watched only that nothing is legal, or the game is longer than any may be.
#[inline]
pub fn play<const WATCHED: bool, S: CardSet, P: Chooser>(
    game: &Rules<S>,
    seed: u64,
    tally: &mut Tally,
    mut told: impl FnMut(Move),
) -> Result<u32, Breach> {
    let mut chance = SeededChance::new(seed);
    let mut chooser = P::of(seed);
    let mut state = game.set_up(&mut chance, &mut NoListener);
    let (mut decisions, longest) = (0, game.longest());
    let _allowed = Allowance::of_a_game(game);
    let never = if WATCHED { never(game) } else { 0 };
    if WATCHED {
        game.watch(None, &state, tally)?;
    }
    while let Some(seat) = game.turn(&state) {
        let legal = game.legal(&state);
        if legal.is_empty() || decisions == longest {
            return Err(unending(game, &state));
        }
        let mv = chooser.choose(game, seat, &legal);
        told(mv);
        let before = state;
        game.apply(&mut state, mv, &mut chance, &mut NoListener);
        decisions += 1;
        if WATCHED {
            game.watch(Some(&before), &state, tally)?;
            if tally.seen & never != 0 {
                return Err(reached(game, tally.seen & never));
            }
        }
    }
    if WATCHED {
        outcome(game, &state)?;
        tally.close();
    }
    Ok(decisions)
}

/// The outcome of a game that is over.
///
/// # Errors
/// When the game gives no outcome.
pub fn outcome<S: CardSet>(game: &Rules<S>, state: &Table<S>) -> Result<Outcome, Breach> {
    let breach = || because(game, state, Common::Unscored, "the game is over and has no outcome");
    game.outcome(state).ok_or_else(breach)
}

/// A breach with what troubles the rules here, or else `otherwise`.
fn because<S: CardSet>(game: &Rules<S>, state: &Table<S>, law: Common, otherwise: &str) -> Breach {
    let (says, at) = game.trouble(state).unwrap_or_else(|| (otherwise.into(), None));
    law.breach(says, at)
}

/// Why a game that stands so after some decisions cannot go on and has no outcome, if that is so.
pub fn fault<S: CardSet>(game: &Rules<S>, state: &Table<S>, decisions: u32) -> Option<Breach> {
    if game.turn(state).is_none() {
        return outcome(game, state).err();
    }
    game.asked_at_once(state)
        .iter()
        .map(|(_, table)| table)
        .chain([state])
        .find(|table| game.legal(table).is_empty())
        .or((decisions >= game.longest()).then_some(state))
        .map(|table| unending(game, table))
}

/// The legal moves as text, sorted.
pub fn legal_texts<S: CardSet>(game: &Rules<S>, state: &Table<S>) -> Vec<String> {
    let mut texts: Vec<String> =
        game.legal_moves(state).into_iter().map(|mv| game.write(state, mv)).collect();
    texts.sort();
    texts
}

/// Why a game that is not over does not go on.
#[cold]
pub fn unending<S: CardSet>(game: &Rules<S>, state: &Table<S>) -> Breach {
    if game.legal(state).is_empty() {
        return because(game, state, Common::Stuck, "the game is not over and has no legal move");
    }
    let longest = game.longest();
    Common::Endless.breach(format!("the game goes on after {longest} decisions"), None)
}

/// That a game came to what it must never come to: the first property of the mask `set`.
#[cold]
pub fn reached<S: CardSet>(game: &Rules<S>, set: u64) -> Breach {
    let property = set.trailing_zeros() as usize;
    let says = game.properties.get(property).map_or("", |p| &p.says);
    Breach { property, says: format!("reached, and must never be: {says}"), at: None }
}

/// [`play`] with players that are known only when it runs.
///
/// # Errors
/// As [`play`].
#[inline]
pub fn play_as<const WATCHED: bool, S: CardSet>(
    players: Players,
    game: &Rules<S>,
    seed: u64,
    tally: &mut Tally,
    told: impl FnMut(Move),
) -> Result<u32, Breach> {
    match players {
        Players::Uniform => play::<WATCHED, S, Uniform>(game, seed, tally, told),
        Players::Swarm => play::<WATCHED, S, Swarm>(game, seed, tally, told),
    }
}

/// Plays the game that `seed` names and redeals, at every decision and for every seat, what the seat cannot see.
/// `compared` is called with each move and what came of each comparison. Gives the number of decisions.
///
/// # Errors
/// What a seat could see change.
pub fn two_worlds<S: CardSet>(
    players: Players,
    game: &Rules<S>,
    seed: u64,
    mut told: impl FnMut(Move),
    mut compared: impl FnMut(Move, Compared),
) -> Result<u64, Breach> {
    let mut rng = Rng::stream(seed, WORLDS);
    let mut chance = SeededChance::new(seed);
    let mut state = game.set_up(&mut chance, &mut NoListener);
    let mut moves = Vec::new();
    let _ = play_as::<false, S>(players, game, seed, &mut Tally::default(), |mv| moves.push(mv));
    let allowed = Allowance::of_a_game(game);
    for seat in game.seats() {
        information_leak::find_set_up_leak(game, seed, seat, &mut rng)?;
    }
    let mut decisions = 0;
    for mv in moves {
        told(mv);
        for seat in game.seats() {
            let found = information_leak::find_leak(game, &state, mv, seat, &mut rng);
            // Worlds take many more steps than the game: where these end, nothing is compared any more.
            if allowed.is_spent() {
                return Ok(decisions);
            }
            compared(mv, found?);
        }
        decisions += 1;
        game.apply(&mut state, mv, &mut chance, &mut NoListener);
    }
    Ok(decisions)
}

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
        let breach = guarded(|| {
            let told = |mv| moves.push(mv);
            let tally = &mut Tally::default();
            match question {
                LawQuestion::Laws => {
                    play_as::<true, S>(players, game, seed, tally, told).map(|_| ())
                }
                LawQuestion::Worlds => two_worlds(players, game, seed, told, |_, _| ()).map(|_| ()),
            }
        })
        .err()?;
        if breach.property == Common::Endless.number() {
            moves.truncate(MOST_ENDLESS);
        }
        Some(Failure { index, seed, players, moves, breach })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::testing::{Fault, toy};

    fn toy_run<const WATCHED: bool>(toy: &Rules<u64>, players: Players) -> (u64, Tally) {
        let mut tally = Tally::default();
        let play =
            |index| play_as::<WATCHED, _>(players, toy, game_seed(1, index), &mut tally, |_| ());
        let decisions: u32 = (0..200).map(play).map(Result::unwrap).sum();
        (decisions.into(), tally)
    }

    #[test]
    fn watching_changes_nothing() {
        let toy = toy(2, Fault::Nothing);
        for players in Players::ALL {
            let plain = toy_run::<false>(&toy, players);
            let watched = toy_run::<true>(&toy, players);
            assert_eq!(plain.0, watched.0);
            assert_eq!(plain.1, Tally::default());
            // T-I1: at the start and after each of 16 decisions.
            assert_eq!(watched.1.counts[4], 200 + 200 * 16);
        }
    }

    #[test]
    fn a_swarm_reaches_what_even_players_hardly_do() {
        let toy = toy(6, Fault::Nothing);
        let [even, swarm] = Players::ALL.map(|players| toy_run::<true>(&toy, players).1.counts[7]);
        assert!(swarm > even, "{swarm} of {even}");
    }
}
