//! A game that people play, a move at a time. Rules and moves come in; what each seat may see, and a record, go out. The
//! studio lets people play it.

mod any;
mod game;

pub use any::LiveGame;
pub use game::{Live, Refused, Search};
