//! Mutation testing of a game's data: edits of single values come in; for each, who notices it goes out: the reader,
//! a scenario, a law, or nobody. Called by `prove` for `deckproof mutate`.

mod run;
#[cfg(test)]
mod tests;

pub use run::{MutationPlan, Noticed, run_mutations};
