//! A replay in neutral terms, and as boards in the terminal.
//!
//! Comes in: a replay, and the captions of its game; goes out: where cards lie ([`layout()`]), what they and the seats are called
//! ([`ReplayWords`]), how seats look, scores; and a [`Board`] for each frame. Nothing here knows a game: what things are called and
//! where they are shown is said by the captions ([`crate::rules::captions`]). `replay` of the command line prints the boards,
//! [`crate::pages`] makes a page of the same terms.

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
pub use layout::{LaidCard, layout};
pub use scores::{ScoreSheet, decided, verdict, winners};
pub use seats::{SeatLook, looks, row_of, signs};
pub use words::{ReplayWords, capital};
