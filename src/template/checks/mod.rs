//! What is wrong between a deck and its templates, before a face is drawn.

pub mod deck;
pub mod templates;
pub mod unshown;
