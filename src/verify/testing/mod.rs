//! A tiny card game to try the verifier on.

mod broken;
mod toy;
mod toy_laws;
mod toy_notation;

pub use broken::Broken;
pub use toy::{Choices, Fault, Move, Table, Toy};
