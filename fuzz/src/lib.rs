//! What each fuzz target does with an input. `tests/seeds.rs` does the same with the seeds, on stable.

pub mod cards;
mod games;
pub mod pictures;
pub mod records;
pub mod scenarios;
pub mod scripts;
pub mod templates;
