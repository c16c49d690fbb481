//! A tiny card game for the tests of `verify`: the game, its laws and notation, and versions that are broken on
//! purpose.

mod folder;
mod toy;
mod toy_laws;
mod toy_notation;
mod varied;

pub use folder::{GAME, load};
pub use toy::{Choices, Fault, Move, Table, Toy};
pub use varied::VARIED;
