//! Who notices an edit of one value: the reader, a scenario, a law, only the statistics, nobody.

mod course;
mod run;
#[cfg(test)]
mod tests;

pub use course::Shift;
pub use run::{MutationPlan, Noticed, run_mutations};
