//! Documents and faces as bytes: siblings that never import each other. Only the roof writes them to disk.

pub mod cut;
mod fitting;
pub mod html;
mod job;
mod palette;
pub mod pdf;
pub mod png;
mod revision;
pub mod shop;
pub mod svg;

pub use fitting::{Fineness, Shelf, fit_pictures};
pub use job::{Caption, Chapter, Job, MOST_PAGES};
pub use revision::{MARK_POINTS, marked};
