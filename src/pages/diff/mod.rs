//! Shows what differs between two games in pictures. Two games and their differences come in; an HTML page goes out. Called by `deckproof diff`.

mod page;
mod pictures;

pub use page::diff_page;
