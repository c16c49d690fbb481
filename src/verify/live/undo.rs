//! Whether moves may be taken back: not where somebody has learnt something by them. A game and a ply come in; a reason not to goes
//! out. Called by `game`.

use std::collections::BTreeSet;

use serde_json::Value;

use super::game::Live;
use crate::rules::{Event, Laws, Notation, Viewer};

/// Whether the plies after `ply` may be taken back.
///
/// # Errors
/// Why not.
pub(super) fn may_undo_to<G: Notation + Laws>(live: &Live<G>, ply: u32) -> Result<(), String> {
    let kept = ply as usize + 1;
    if kept >= live.plies.len() {
        return Err("there is nothing to take back".to_owned());
    }
    for (before, after) in live.plies.iter().zip(&live.plies[1..]).skip(ply as usize) {
        let number = after.written.number;
        if after.written.events.iter().any(Event::is_of_chance) {
            return Err(format!(
                "move {number} drew or shuffled cards, or rolled a die"
            ));
        }
        for seat in live.game.seats() {
            let [old, new] =
                [before, after].map(|at| live.game.seen(&at.after.state, Viewer::Seat(seat)));
            if !named_cards(&new).is_subset(&named_cards(&old)) {
                return Err(format!("move {number} showed a card"));
            }
            if old.get("answers").is_some() && new.get("answers").is_none() {
                return Err(format!("move {number} showed what all had chosen"));
            }
        }
    }
    Ok(())
}

/// The cards that a table names.
fn named_cards(seen: &Value) -> BTreeSet<&str> {
    let zones = seen.get("zones").and_then(Value::as_object);
    let lying = zones
        .into_iter()
        .flatten()
        .flat_map(|(_, items)| items.as_array().into_iter().flatten());
    let lying = lying.filter_map(|item| item.get("card").unwrap_or(item).as_str());
    let known = seen.get("known").and_then(Value::as_object);
    let known = known
        .into_iter()
        .flatten()
        .flat_map(|(_, cards)| cards.as_array().into_iter().flatten());
    lying.chain(known.filter_map(Value::as_str)).collect()
}
