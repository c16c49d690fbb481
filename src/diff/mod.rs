//! Finds every difference between two readings of a game: its rules, its script, its rows, and which row became which.
//!
//! Two packs come in, with enough about their drawn faces to say whether two look alike ([`SeenGame`]). [`GameDifferences`] for
//! people go out, which `cli` prints and [`crate::pages`] draws; or a list of [`Change`]s that can be undone, with which
//! `verify` finds the edit that makes a scenario fail.

mod cards;
mod change;
mod comparison;
mod decks;
mod difference;
mod edit;
mod game;
mod script;
mod script_pieces;
mod seen;
mod words;

pub use change::Change;
pub use comparison::{CardChange, ChangeKind, DeckChange, Fate, GameDifferences};
pub use decks::compare;
pub use difference::{Matched, RowPlace, ValueDifference};
pub use edit::ValueChange;
pub use script::{ScriptChange, ScriptLine};
pub use seen::{Appearance, FacePair, FacePlace, SeenDeck, SeenGame};
