//! Mutation testing of a game's data: edits of single values come in; for each, who notices it goes out: the reader,
//! a scenario, a law, only the statistics, or nobody. Called by `prove` for `deckproof mutate`.

mod run;
mod sample_games;
#[cfg(test)]
mod tests;

pub use run::{MutationPlan, Noticed, run_mutations};
pub use sample_games::Shift;
