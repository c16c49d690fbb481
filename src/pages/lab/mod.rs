//! The report of a run of the lab as a page. A run comes in, the bytes of the page, and its curves as drawings, go out. Called by
//! the commands `lab` and `merge`.

mod drawing;
mod page;
mod pairs;
mod plot_fonts;
mod plots;
mod sweep;

pub use page::lab_page;
pub use plot_fonts::PlotFonts;
pub use plots::{Plot, lab_plots};
pub use sweep::{sweep_page, sweep_plots};
