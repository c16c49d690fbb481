//! The page of a replay: a table to step through. A replay and its pack come in, the bytes of the page go out. Called by
//! `deckproof replay --html`.

mod faces;
mod page;
mod shown;

pub use page::replay_page;
