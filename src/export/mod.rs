//! Documents and faces as bytes: siblings that never import each other. Only the roof writes them to disk.

mod bounds;
mod fitting;
pub mod html;
mod job;
mod palette;
pub mod pdf;
pub mod png;
mod reading;
mod revision;
pub mod svg;

pub use bounds::MOST_PAGES;
pub use fitting::{Fineness, Shelf, fit_pictures};
pub use job::{Caption, Chapter, Job};
pub use reading::{check_drawing, options, painted_too_often};
pub use revision::{MARK_POINTS, marked};
