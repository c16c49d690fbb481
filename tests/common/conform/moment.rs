//! What the checks of the suite get: a state, a move, or a whole game. [`super::run`] makes them; `state`, `step` and
//! `game` check them.

use deckproof::rules::{Event, Notation, SeededChance};

/// One state of a game, about to be played on.
pub struct Moment<'a, G: Notation> {
    pub game: &'a G,
    pub state: &'a G::State,
    /// The chance that the game goes on with.
    pub dice: SeededChance,
    /// The legal moves, as the game lists them.
    pub moves: &'a [G::Move],
    /// The whole move space, made once.
    pub space: &'a [G::Move],
}

/// One move, and what came of it.
pub struct CheckedStep<'a, G: Notation> {
    pub before: &'a Moment<'a, G>,
    pub mv: G::Move,
    pub after: &'a G::State,
    pub dice: SeededChance,
    pub log: &'a [Event],
    /// For checks that choose something.
    pub seed: u64,
}

/// One whole game.
pub struct Whole<'a, G: Notation> {
    pub game: &'a G,
    pub seed: u64,
    pub moves: &'a [G::Move],
    pub end: &'a G::State,
}

pub type CheckResult = Result<(), String>;
