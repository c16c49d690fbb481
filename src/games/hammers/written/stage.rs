//! The inverse of [`super::table`]: a table set up by name.

use serde_json::Value;

use super::cards::Cards;
use super::clock;
use crate::games::hammers::play::{Rules, State};
use crate::games::spot::Spot;
use crate::rules::{Misfit, Staged};

/// Every key of a table.
const KEYS: [&str; 24] = [
    "round",
    "turn",
    "first",
    "turns",
    "deployed",
    "defcon",
    "phase",
    "owed",
    "price",
    "crises",
    "queue",
    "restoring",
    "resolving",
    "row",
    "zones",
    "owned",
    "labs",
    "protests",
    "paired",
    "justified",
    "justifying",
    "occupied",
    "blocked",
    "occupations",
];

/// Sets up a table. What is left out is as at the start of the first round, before anything is drawn; cards that are
/// not named lie in their piles, after those that are.
///
/// # Errors
/// Everything that does not fit, and what the engine could not go on from.
pub fn stage(rules: &Rules, table: &Value) -> Result<Staged<State>, Vec<Misfit>> {
    let root = Spot::root(table);
    let mut cards = Cards::new(rules);
    root.known(&KEYS, &mut cards.faults);
    cards.lay(&root);
    clock::read(&mut cards, &root);
    let Cards {
        state,
        piles,
        faults,
        ..
    } = cards;
    match faults.is_empty() {
        true => Ok(Staged { state, piles }),
        false => Err(faults),
    }
}
