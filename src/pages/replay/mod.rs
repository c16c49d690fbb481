//! The page of a replay: a table to step through.

mod faces;
mod page;
mod shown;

pub use page::replay_page;
