//! Plays random games and checks every law in each. A game and a plan come in; a [`FuzzReport`] goes out.

mod report;
mod run;

pub use report::{
    Counted, FailedGame, FuzzCounts, FuzzOutcome, FuzzReport, MergedProperty, Pace, RARE,
    compared_in_words, merged,
};
pub use run::{FuzzPlan, Progress, WORLDS, fuzz, search};
