//! Reports of random games, of edits that were tried, and of the lines that ran.

pub mod fuzz_report;
pub mod mutation_report;
pub mod profile_report;
