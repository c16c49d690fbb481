//! Shrinks a game that breaks a law to a small one that still breaks it. A failure comes in; a [`Counterexample`]
//! goes out. Called by `fuzz`.
//!
//! The script of the game, its deal and its moves, is edited as long as a smaller one breaks the same law: rounds are cut,
//! turns deleted, cards brought forward in their pile and replaced by plainer ones, targets simplified. Then the game
//! is started later, from a table set up by name, and whatever the failure does not need is removed from that table.

mod counterexample;
mod deck;
mod edits;
mod judge;
mod run;
mod script;
mod search;
mod start_position;
#[cfg(test)]
mod tests;

pub use counterexample::{Counterexample, shrink};
pub use script::Playthrough;
pub use search::{BUDGET, Shrunk, search};
pub use start_position::Late;
