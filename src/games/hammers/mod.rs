//! Both editions of Caps & Hammers: one family of rules, `hammers`.
//!
//! Clauses are cited as `CH1-R…` and `CH1-G…` (2016 edition) and `CH2-R…` and `CH2-G…` (second edition); they stand
//! in `cards/<game>/rules.md`. What parts the editions is data in their `game.toml`: numbers, terms, the penalty.

pub mod abilities;
mod card;
pub mod checks;
mod dress;
mod edits;
pub mod laws;
mod numbers;
pub mod play;
mod schema;
mod terms;
#[cfg(test)]
mod testing;
mod vocabulary;
mod written;

pub use card::{ActionCard, Kind};
pub use numbers::{Defcon, Numbers, Penalty, Role};
pub use terms::Terms;
pub use vocabulary::Hammers;
