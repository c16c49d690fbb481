//! A tiny card game to try the verifier on.

mod broken;
mod folder;
mod toy;
mod toy_laws;
mod toy_notation;
mod varied;

pub use broken::Broken;
pub use folder::{GAME, load};
pub use toy::{Choices, Fault, Move, Table, Toy};
pub use varied::VARIED;
