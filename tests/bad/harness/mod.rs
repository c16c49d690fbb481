//! Running `check` on a good game with one wrong file in it.

mod case;
mod good;
#[path = "../../common/reports.rs"]
mod reports;
mod told;

pub use case::Case;
pub use good::{Good, root};
pub use told::check;
