//! What the checks of the suite get: a state, a move, or a whole game. [`super::run`] makes them; `state`, `step` and
//! `game` check them.

use deckproof::rules::{Event, SeededChance};
use deckproof::script::Rules;
use deckproof::table::{CardSet, Move, Table};

/// One state of a game, about to be played on.
pub struct Moment<'a, S: CardSet> {
    pub game: &'a Rules<S>,
    pub state: &'a Table<S>,
    /// The chance that the game goes on with.
    pub dice: SeededChance,
    /// The legal moves, as the game lists them.
    pub moves: &'a [Move],
    /// The whole move space, made once.
    pub space: &'a [Move],
}

/// One move, and what came of it.
pub struct CheckedStep<'a, S: CardSet> {
    pub before: &'a Moment<'a, S>,
    pub mv: Move,
    pub after: &'a Table<S>,
    pub dice: SeededChance,
    pub log: &'a [Event],
    /// For checks that choose something.
    pub seed: u64,
}

/// One whole game.
pub struct Whole<'a, S: CardSet> {
    pub game: &'a Rules<S>,
    pub seed: u64,
    pub moves: &'a [Move],
    pub end: &'a Table<S>,
}

pub type CheckResult = Result<(), String>;
