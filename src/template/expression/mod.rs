//! Placeholders, sums and conditions of a template: reading them, and working them out for a card.

pub mod evaluate;
pub mod fill;
pub mod number;
pub mod reader;
mod signs;
