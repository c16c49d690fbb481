//! Caper, played: what lies on the table, what may be done, and what follows.
//!
//! [`Rules`] is made from the card data of one city and one number of players; [`State`] is plain data. What a card does
//! is asked of its abilities ([`Effect`]).

mod apply;
mod asks;
mod choices;
mod coins;
mod compile;
mod effect;
mod game;
mod goods;
mod limits;
mod look;
mod moves;
mod refuse;
mod round;
mod rules;
mod score;
mod state;
#[cfg(test)]
mod tests;
mod token;
mod variant;
mod view;

pub use asks::GEAR;
pub use choices::Choices;
pub use coins::Playing;
pub use effect::{Effect, Yield};
pub use goods::GoodsTable;
pub use limits::MOST_POINTS;
pub use look::Look;
pub use moves::Move;
pub use round::{GEAR_PILE, LOCATION_PILE, THIEF_PILE, empty};
pub use rules::{CardSheet, Kind, LocationSheet, PlayNumbers, Round, RowSheet, Rules, Site, Table};
pub use score::{Standing, Tables, capers, tables};
pub use state::{
    CREAM, Crew, HEIGHT, MINT, NONE, PLACES, Phase, SEATS, SNITCH, STACKS, State, THIEVES,
    level_bit, place_of,
};
pub use token::{Deck, faces, notes, zones};
pub use view::{View, redeal};
