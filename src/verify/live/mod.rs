//! A game that people play, a move at a time. Rules and moves come in; what each seat may see, and a record, go out. Made by
//! [`super::Prove`]; the studio lets people play it.

mod game;
mod refused;
mod resuming;
mod undo;

pub use game::{Live, LiveGame, Search};
pub use refused::Refused;
pub use resuming::resume;
