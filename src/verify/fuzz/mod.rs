//! Random games by the thousand.

mod merged;
mod report;
mod run;

pub use super::failure::{Failure, Question};
pub use merged::{Merged, merged};
pub use report::{Counted, Fault, FuzzReport, Pace, RARE};
pub use run::{Counts, Found, FuzzPlan, Progress, WORLDS_EVERY, run, search};
