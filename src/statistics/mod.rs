//! What follows from the outcomes of many games, and how sure it is. Counts and sums that merge exactly come in; tests,
//! intervals and plans go out. Every figure is a function of integers, in floats that are the same on every machine.

mod confidence_sequence;
mod counts;
mod distributions;
mod histogram;
mod intervals;
mod paired_sums;
mod plan;
#[cfg(test)]
mod simulation_tests;
#[cfg(test)]
mod testing;

pub use confidence_sequence::{ConfidenceSequence, Verdict, e_bh};
pub(crate) use counts::merge_fields;
pub use counts::{Merge, Sums, WinDrawLoss};
pub use distributions::{binomial_at_most, share_lower_bound, share_upper_bound};
pub use histogram::Histogram;
pub use intervals::{ALIKE, ALPHA, Interval, median};
pub use paired_sums::PairedSums;
pub use plan::{games_for_share, pairs_for_difference};
