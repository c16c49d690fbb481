//! Placeholders, sums and conditions of a template: `compile` reads them, and drawing works them out for a card.

pub mod evaluate;
pub mod fill;
pub mod number;
pub mod reader;
mod signs;
