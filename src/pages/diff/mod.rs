//! Shows what differs between two games in pictures. Two games and their differences come in; an HTML page or a PNG file goes
//! out. Called by `deckproof diff`.

mod board;
mod page;
mod pictures;
mod sheet;

pub use page::diff_page;
pub use sheet::diff_sheet;
