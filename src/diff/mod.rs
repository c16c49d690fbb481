//! Every difference of data between two readings of a game: its rules, its script, its rows, and which row became which.
//!
//! Comes in: two packs, and of their drawn faces as much as says whether they look alike ([`SeenGame`]); goes out: a
//! [`GameDifferences`] for people, which tables and [`crate::pages`] show, or each [`Change`] with the way back, by which `verify`
//! finds the edit that a scenario fails by.

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
pub use difference::{Matched, RowPlace, ValueDifference, matched};
pub use edit::ValueChange;
pub use script::{ScriptChange, ScriptLine};
pub use seen::{Appearance, FacePair, FacePlace, SeenDeck, SeenGame};
