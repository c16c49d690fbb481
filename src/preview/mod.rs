//! Describes a replay in neutral terms, and prints it as boards in the terminal.
//!
//! A replay and the captions of its game come in. Where cards lie ([`layout()`]), the names of cards and seats ([`ReplayWords`]),
//! the looks of seats, scores, and a [`Board`] for each frame go out. Nothing here knows a game: the captions
//! ([`crate::rules::captions`]) say what things are called and where they are shown. `deckproof replay` prints the boards, and
//! [`crate::pages`] makes a page.

mod board;
mod columns;
mod facts;
mod layout;
mod lines;
mod scores;
mod seats;
mod stacks;
#[cfg(test)]
pub mod testing;
mod words;

pub use board::{Board, legend};
pub use facts::{Chip, Facts};
pub use layout::{LaidCard, UNKNOWN, layout};
pub use lines::wrapped;
pub use scores::{ScoreSheet, decided, verdict, winners};
pub use seats::{SeatLook, looks, row_of, signs};
pub use words::{ReplayWords, capital};
