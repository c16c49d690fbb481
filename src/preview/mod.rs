//! Describes a replay in neutral terms.
//!
//! A replay and the captions of its game come in. Where cards lie ([`layout()`]), the names of cards and seats ([`ReplayWords`]),
//! the looks of seats, scores, and the text of each move ([`log_entry`]) go out. Nothing here knows a game: the captions
//! ([`crate::rules::captions`]) say what things are called and where they are shown. `deckproof replay` prints the moves, and
//! [`crate::pages`] makes a page.

mod facts;
mod layout;
mod scores;
mod seats;
#[cfg(test)]
pub mod testing;
mod words;

pub use facts::{Chip, Facts};
pub use layout::{LaidCard, UNKNOWN, layout};
pub use scores::{ScoreSheet, decided, verdict, winners};
pub use seats::{SeatLook, looks, row_of, signs};
pub use words::{ReplayWords, capital, log_entry};
