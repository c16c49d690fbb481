//! Texts for translators, and back.

pub mod translating;
