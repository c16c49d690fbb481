//! The page of a replay: a table to step through. A replay and its pack come in, the bytes of the page go out. Called by
//! `deckproof replay --html`.

mod faces;
mod page;
mod shown;

pub(super) use faces::{PageCard, PageCards, faces};
pub use page::replay_page;
pub(super) use page::{BOARD_SCRIPT, style};
pub(super) use shown::ReplayView;
