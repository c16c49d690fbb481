//! Random games by the thousand.

mod merged;
mod report;
mod run;

pub use super::failure::{Failure, Question};
pub use merged::{Merged, merged};
pub use report::{Counted, Counts, Fault, Found, FuzzReport, Pace, RARE};
pub use run::{FuzzPlan, Progress, WORLDS_EVERY, run, search};
