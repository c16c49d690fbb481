//! Placeholders, sums and conditions of a template. `compile` parses their text, and the drawing of faces evaluates them for a
//! card.

pub mod evaluate;
pub mod fill;
pub mod number;
pub mod reader;
pub mod signs;
