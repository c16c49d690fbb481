//! Who notices an edit of one value: the reader, a scenario, a law, only the statistics, nobody.

mod run;
mod sample_games;
#[cfg(test)]
mod tests;

pub use run::{MutationPlan, Noticed, run_mutations};
pub use sample_games::Shift;
