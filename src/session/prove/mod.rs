//! Random games, edits that are tried, records of games; and their reports.

pub mod fuzz_faults;
pub mod fuzz_report;
pub mod fuzzing;
pub mod mutating;
pub mod mutation_report;
pub mod profile_report;
pub mod recording;
pub mod replay_report;
pub mod replaying;
