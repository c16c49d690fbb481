//! Plays random games and checks every law in each. A game and a plan come in; a [`FuzzReport`] goes out.

mod merged;
mod report;
mod run;

pub use super::failure::{Failure, LawQuestion};
pub use merged::{MergedProperty, merged};
pub use report::{
    Counted, FailedGame, FuzzCounts, FuzzOutcome, FuzzReport, Pace, RARE, compared_in_words,
};
pub use run::{FuzzPlan, Progress, WORLDS, fuzz, search};
