//! Caper: thieves, gear and locations in three cities, for two to four players.
//!
//! Clauses are cited as `CAP-R…` and rulings as `CAP-G…`; they stand in `cards/caper/rules.md`. What a card does
//! is read from its row, and what is printed on it is made from what was read.

pub mod abilities;
mod amount;
mod card;
pub mod checks;
mod edits;
pub mod laws;
mod numbers;
mod palette;
pub mod play;
mod schema;
mod shows;
#[cfg(test)]
mod tabletop;
#[cfg(test)]
mod testing;
mod vocabulary;
mod words;
mod written;

pub use amount::{Amount, Condition, Per, Side};
pub use card::{Abilities, Role};
pub use palette::{Colour, Palette, Which};
pub use vocabulary::Caper;
pub use words::{Reach, Voice};
