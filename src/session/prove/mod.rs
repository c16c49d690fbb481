//! Random games, edits that are tried, records of games; and their reports.

pub mod fuzz_report;
pub mod fuzzing;
pub mod mutating;
pub mod records;
