//! Random games by the thousand.

mod merged;
mod report;
mod run;

pub use super::failure::{Failure, LawQuestion};
pub use merged::{MergedProperty, merged};
pub use report::{Counted, FailedGame, FuzzCounts, FuzzOutcome, FuzzReport, Pace, RARE};
pub use run::{FuzzPlan, Progress, WORLDS_EVERY, fuzz_game, search};
