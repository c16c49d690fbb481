//! What follows from the outcomes of many games, and how sure it is. Counts and sums that merge exactly come in; tests,
//! intervals and plans go out. Every figure is a function of integers, in floats that are the same on every machine.

mod counts;
mod histogram;
mod paired_sums;

pub use counts::{Counts, Merge, Sums};
pub use histogram::Histogram;
pub use paired_sums::PairedSums;
