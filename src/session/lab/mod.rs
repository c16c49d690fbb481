//! Runs of the lab, and their reports.

pub mod findings;
pub mod games_report;
pub mod merge_faults;
pub mod merging;
pub mod pairs_report;
pub mod part_file;
pub mod plan;
pub mod recorded_games;
pub mod remarks;
pub mod report;
pub mod runs;
pub mod variation;
