//! The engine of both editions: the same rows that print, compiled to small tables, and a state of plain data.

mod apply;
mod choices;
mod compile;
mod effect;
mod game;
mod launch;
mod moves;
mod penalty;
mod refuse;
mod resolve;
mod round;
mod rules;
mod score;
mod standing;
mod state;
mod token;
mod view;

pub use choices::Choices;
pub use effect::{Aim, Effect, Launch, NO_TARGET, OCCUPIED, refused};
pub use launch::{carry, face_of, reveal, turn_up};
pub use moves::Move;
pub use resolve::loyalty;
pub use rules::{CountrySheet, LabSheet, PlayNumbers, RowSheet, Rules, TieBreak};
pub use standing::{Standing, standing, winner};
pub use state::{CAPS, HAMMERS, NONE, PLACES, Phase, SLOTS, Side, State};
pub use token::{Deck, faces, notes, zones};
pub use view::{View, redeal};
