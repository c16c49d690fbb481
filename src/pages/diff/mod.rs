//! What differs between two games, as pictures: one page, or one PNG file.

mod board;
mod page;
mod pictures;
mod sheet;

pub use page::diff_page;
pub use sheet::diff_sheet;
