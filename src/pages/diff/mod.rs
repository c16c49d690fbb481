//! Shows what differs between two games in pictures. Two games and their differences come in; pictures for a page go out. Called by `deckproof diff`.

mod page;
mod pictures;

pub use page::add_pictures;
