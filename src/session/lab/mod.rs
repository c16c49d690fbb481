//! Runs of the lab, and their reports.

pub mod findings;
pub mod games_report;
pub mod merging;
pub mod pairs_report;
pub mod recorded_games;
pub mod report;
pub mod runs;
