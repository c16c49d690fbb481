//! The inverse of [`super::table`]: a table set up by name.

use serde_json::Value;

use super::cards::Cards;
use super::{clock, hands, turn};
use crate::games::caper::play::{Rules, State, Table};
use crate::games::spot::Spot;
use crate::rules::{Misfit, Staged};

/// Every key of a table; the last one is that of three players.
const KEYS: [&str; 14] = [
    "round",
    "turn",
    "first",
    "turns",
    "phase",
    "played",
    "acting",
    "flips",
    "recovers",
    "coins",
    "row",
    "zones",
    "known",
    "snitch-deck",
];

/// Sets up a table. What is left out is as at the start of the first round, before anything is dealt; cards that are
/// not named lie in their piles, after those that are.
///
/// # Errors
/// Everything that does not fit, and what the engine could not go on from.
pub fn stage(rules: &Rules, table: &Value) -> Result<Staged<State>, Vec<Misfit>> {
    let root = Spot::root(table);
    let mut cards = Cards::new(rules);
    let keys = match rules.table {
        Table::Snitch => &KEYS[..],
        _ => &KEYS[..KEYS.len() - 1],
    };
    root.known(keys, &mut cards.faults);
    // Which cards are in hands is a matter of the round.
    clock::round(&mut cards, &root);
    cards.lay(&root);
    clock::coins(&mut cards, &root);
    turn::read(&mut cards, &root);
    hands::read(&mut cards, &root);
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
