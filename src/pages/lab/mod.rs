//! The report of a run of the lab as a page. A run comes in, the bytes of the page go out. Called by the commands
//! `lab` and `merge`.

mod drawing;
mod page;
mod pairs;
mod plots;
mod sweep;
mod word_widths;

pub use page::{lab_page, with_code};
pub use sweep::sweep_page;
