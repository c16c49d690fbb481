//! Plays a record again and checks every line of it. A record and a pack come in; a [`Replay`], or the first line
//! that does not fit, goes out.
//!
//! On the same data everything is recomputed from the seed and the moves: the lines that the game writes must be those of
//! the record, byte by byte. After an edit of the cards, chance deals what the record says, and the first line that no longer
//! fits is reported.

pub(super) mod lines;
mod recorded_chance;
mod run;
#[cfg(test)]
mod tests;

pub use run::{Frame, Replay, replay_record};
