//! Games on a screen: a replay as a board in the terminal, and as one page for a browser.
//!
//! Both draw the table in neutral terms ([`layout()`]) and know no game: what things are called and where they are shown
//! is said by the game's captions ([`crate::rules::captions`]), faces are drawn from the card data.

mod board;
mod columns;
mod faces;
mod facts;
mod layout;
mod lines;
mod page;
mod scores;
mod seats;
mod shown;
mod stacks;
#[cfg(test)]
mod testing;
mod words;

pub use board::{Board, legend};
pub use faces::{Card, Faces, faces, row_of};
pub use layout::{Lying, layout};
pub use page::{made_by_us, page};
pub use scores::{Sheet, decided, verdict, winners};
pub use seats::{Look, looks};
pub use words::{Words, capital};
