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
#[cfg(test)]
mod tests;
mod token;
mod view;

pub use choices::Choices;
pub use effect::{Aim, Effect, Launch, NO_TARGET, OCCUPIED, refused};
pub use launch::{carry, face_of, reveal, turn_up};
pub use moves::Move;
pub use penalty::PROTEST_PILE;
pub use resolve::{RESTORING, loyalty};
pub use round::{ACTION_PILE, COUNTRY_PILE, empty};
pub use rules::{CardSheet, CountrySheet, LabSheet, PlayNumbers, RowSheet, Rules, TieBreak};
pub use standing::{Standing, standing, standings, winner};
pub use state::{CAPS, HAMMERS, Mark, Marks, NONE, PLACES, Phase, SLOTS, Side, State};
pub use token::{Deck, faces, notes, zones};
pub use view::{View, redeal};
