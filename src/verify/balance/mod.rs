//! Balance statistics from random games: who wins, which cards go with winning, and which of them stand out. Games
//! and a plan come in; a [`Balance`] goes out. Called by `prove` for `deckproof balance`, and for the win shares in
//! `deckproof diff`.

mod cards;
mod count;
mod judge;
mod report;
mod run;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use cards::{CardRows, RowOf};
pub use count::{BalanceCounts, HeldCount, RowCount, RowsInPlay, SeatCount};
pub use judge::{BalancePlace, End, Findings, Outlier, Uneven, Unseen, judge_balance, places};
pub use report::{Balance, CardFigures, SeatBalance};
pub use run::{BalancePlan, count_games, sides};
