//! From a game that breaks a law to a small one that still does.
//!
//! The script of the game, deal and moves alike, is edited as long as what breaks the same law gets less: rounds are cut,
//! turns deleted, cards brought forward in their pile and replaced by plainer ones, targets made simple. Then the game
//! is started later, from a table set up by name, and that table is stripped. [`Counterexample`] is what people get.

mod counterexample;
mod deck;
mod edits;
mod judge;
mod run;
mod scenario_file;
mod script;
mod search;
mod shrunk;
mod start_position;
mod strip;
#[cfg(test)]
mod tests;

pub use counterexample::{Counterexample, shrink};
pub use script::Playthrough;
pub use shrunk::{BUDGET, Shrunk, search};
pub use start_position::Late;
