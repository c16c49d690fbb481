//! Writes a saved object for Tabletop Simulator: decks, tiles, bags and booklets on a table. Decks and the addresses of their
//! pictures come in, JSON goes out. Called by `session`.
//!
//! A saved object has no format of its own: it is a save with empty settings. Its keys are documented at
//! `kb.tabletopsimulator.com/custom-content/save-file-format`.

mod layout;
mod object;
mod save;

pub use save::{DeckPiece, SHEET, bounds_for, made_by_us, piece_of, save};
