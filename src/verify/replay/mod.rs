//! A record played again, every line of it checked.
//!
//! On the same data everything is recomputed from the seed and the moves: the lines that the game writes must be those of
//! the record, byte by byte. After an edit of the cards, chance deals what the record says; the first line that no longer
//! follows is where the game parts ways.

mod difference;
mod following;
mod frame;
mod lines;
mod run;
#[cfg(test)]
mod tests;
mod wishes;

pub use frame::{Frame, Replay};
pub use run::{against, replay_record};
