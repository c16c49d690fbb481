//! A saved object of Tabletop Simulator: decks, tiles, bags and booklets on a table, and the addresses of their pictures.
//!
//! There is no format of that name: it is a save whose own settings are empty. What its keys mean stands in
//! `kb.tabletopsimulator.com/custom-content/save-file-format`.

mod cards;
mod ids;
mod layout;
mod object;
mod pieces;
mod push;
mod save;
mod words;

pub use pieces::{DeckPiece, SHEET, bounds_for, piece_of};
pub use push::push_message;
pub use save::{made_by_us, save};
