//! Checks of the rules' data: numbers against each other, and against the decks. One check a file; the list is
//! [`CHECKS`].

mod cards;
mod data;
mod hands;
mod levels;
mod list;
mod majority;
mod range;
mod roles;
mod round;
#[cfg(test)]
mod shipped;
mod words;

pub use data::Data;
pub use list::{CHECKS, Check, check};
