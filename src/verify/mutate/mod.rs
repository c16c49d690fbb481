//! Mutation testing of a game's data: edits of single values come in; for each, who notices it goes out: the reader, a
//! scenario, a law, or nobody.

mod run;
#[cfg(test)]
mod tests;

pub use run::{MutationPlan, Noticed, run_mutations};
