//! The laws of both editions: what must hold, what must be seen to happen, what must never.
//!
//! A referee reads the rulebook by itself: from the table before a move it works out the table after it, counting
//! influence, winners, crises, penalties and scores from the cards alone. What the engine left on the table is compared
//! with that, and a difference names the law that it breaks. Only what chance decides is taken from the engine's table,
//! once it is clear that chance could have decided so.

mod accuse;
mod book;
mod census;
mod clauses;
mod launches;
mod list;
mod points;
mod quick;
mod recount;
mod referee;
mod round_end;
mod same;
mod sightings;
#[cfg(test)]
mod tests;
mod turns;
mod watch;

pub use book::{Book, Law, Sight};
pub use list::properties;
