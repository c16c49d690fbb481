//! Running `check` on a good game with one wrong file in it.

mod case;
mod good;
mod told;

pub use case::Case;
pub use good::{Good, root};
pub use told::check;
