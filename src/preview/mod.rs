//! Games on a screen: a replay as a board in the terminal, and as one page for a browser.
//!
//! Both draw the table in neutral terms ([`layout()`]) and know no game: columns are the locations of its row, the
//! sides are its seats, and faces are drawn from the card data.

mod board;
mod faces;
mod layout;
mod page;
mod seats;
mod words;

pub use board::{Board, LEGEND};
pub use faces::{Card, Faces, faces, row_of};
pub use layout::{Lying, Way, layout, places};
pub use page::{made_by_us, page};
pub use seats::{Look, looks};
pub use words::{Words, capital};
