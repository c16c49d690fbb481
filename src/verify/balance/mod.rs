//! Random play in figures: who wins, which cards go with winning, and which of them stand out.

mod cards;
mod count;
mod judge;
mod report;
mod run;
mod statistics;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use judge::{End, Findings, Outlier, Place, Uneven, Unseen, judge, places};
pub use report::{Balance, CardFigures, Side};
pub use run::{BalancePlan, run};
pub use statistics::Interval;
