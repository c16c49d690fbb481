//! The laws of Caper: what must hold, what must be seen to happen.
//!
//! A referee reads the rulebook by itself: from the table before a move it works out the table after it, counting coins,
//! flips, hands, capers and points from the cards and the rules' numbers alone. What the engine left on the table is
//! compared with that, and a difference names the law that it breaks. Only what chance decides is taken from the
//! engine's table, once it is clear that chance could have decided so.
//!
//! An ability that the laws do not read does nothing to the referee: the first game with it tells where they differ.

mod accuse;
mod anchors;
mod book;
mod cards;
mod census;
mod clauses;
mod flips;
mod goods;
mod list;
mod points;
mod quick;
mod recount;
mod referee;
mod rounds;
mod same;
mod sights;
#[cfg(test)]
mod tests;
mod watch;

pub use book::{Book, Law, Sight};
pub use list::properties;
