//! Checks of the rules' data: numbers against each other, and against the decks. One check a file; the list is
//! [`CHECKS`].

mod data;
mod deals;
mod list;
mod numbers;
mod range;
mod round;
mod rounds;
mod sets;
#[cfg(test)]
mod shipped;
mod words;

pub use data::Data;
pub use list::{CHECKS, Check, check};
pub use numbers::{NUMBERS, RANGE};
pub use rounds::DEALT;
