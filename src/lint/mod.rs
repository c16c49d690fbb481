//! What a good eye would find before the printer does: checks of a game that reads and draws well. One check a file;
//! the list is [`CHECKS`].

mod list;
mod proof;
mod rulings;
mod unused_files;

pub use list::{CHECKS, Check, look};
pub use proof::{DeckProof, Proof};
