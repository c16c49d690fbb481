//! The table of Caper in plain words: the oracle's own, and that of a record.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::super::record::difference;
use super::cards::ROUNDS;
use super::table::{SIDES, Table};

/// Where a record's table is not that of the oracle.
pub fn other_than(table: &Table, record: &Value) -> Option<String> {
    difference(&plain(record, table.caper.players), &state(table))
}

/// The table of a record (docs/book/reference/rules.md: zones and counters as they are declared, a row of zones, cards on cards one after the other,
/// questions that wait) in the oracle's words.
fn plain(record: &Value, players: usize) -> Value {
    let mut coins = Map::new();
    coins.insert("supply".to_owned(), record["supply"].clone());
    for (seat, held) in record["coins"].as_object().into_iter().flatten() {
        if SIDES.contains(&seat.as_str()) || *held != json!(0) {
            coins.insert(seat.clone(), held.clone());
        }
    }
    let told = record["zones"].as_object();
    let (mut row, mut zones) = (Vec::new(), Map::new());
    for (zone, cards) in told.into_iter().flatten() {
        let of_a_side = SIDES.iter().any(|side| zone.ends_with(&format!("/{side}")));
        let nobodys = zone.starts_with("field/") || zone.starts_with("discard/");
        if zone.starts_with("row/") {
            row.push(cards[0].clone());
        } else if nobodys && !of_a_side && *cards == json!([]) {
            // Who has no side has no cards on the table.
        } else if zone.starts_with("field/") {
            zones.insert(zone.clone(), stacks(cards));
        } else {
            zones.insert(zone.clone(), cards.clone());
        }
    }
    let mut known = Map::new();
    for (seat, cards) in record["known"].as_object().into_iter().flatten() {
        let hands = zones
            .iter()
            .filter(|(zone, _)| zone.strip_prefix("hand/").is_some_and(|other| other != seat));
        let held: Vec<&Value> = hands.filter_map(|(_, hand)| hand.as_array()).flatten().collect();
        let cards = cards.as_array().into_iter().flatten();
        let cards: Vec<&Value> = cards.filter(|card| held.contains(card)).collect();
        known.insert(seat.clone(), json!(cards));
    }
    let none = Vec::new();
    let waiting = record["questions"].as_array().unwrap_or(&none);
    let asked = |what: &str| waiting.iter().filter(|question| question["asks"] == what).count();
    let phase = match (waiting.first(), record["turn"].as_str()) {
        (Some(question), _) => question["asks"].clone(),
        (None, None) => json!("over"),
        (None, Some("snitch")) => json!("deal"),
        (None, Some(seat)) if seat.ends_with("-lookout") => json!("pass"),
        (None, Some(_)) if record["round"].as_u64().is_some_and(|round| round % 2 == 1) => {
            json!("place")
        }
        (None, Some(_)) => json!("equip"),
    };
    let mut plain = json!({
        "round": record["round"], "turn": record["turn"], "first": record["first"], "phase": phase,
        "acting": waiting.first().map_or(&Value::Null, |question| &question["card"]),
        "flips": asked("flip"), "recovers": asked("recover"),
        "coins": coins, "row": row, "zones": zones, "known": known,
    });
    if players == 3 {
        plain["snitch-deck"] = record["snitch_deck"].clone();
    }
    plain
}

/// Cards as they came to a place, stack by stack.
fn stacks(cards: &Value) -> Value {
    let lying = cards.as_array().into_iter().flatten().map(|card| match card {
        Value::String(name) => json!({"card": name}),
        told => told.clone(),
    });
    let lying: Vec<Value> = lying.collect();
    let thieves = lying.iter().filter(|card| card.get("on").is_none());
    let sorted = thieves.flat_map(|thief| {
        let gear = lying.iter().filter(move |card| card.get("on") == Some(&thief["card"]));
        std::iter::once(thief).chain(gear)
    });
    json!(sorted.collect::<Vec<_>>())
}

/// The complete table, as a record tells it.
fn state(table: &Table) -> Value {
    let caper = table.caper;
    let mut zones: Map<String, Value> = Map::new();
    zones.extend(table.piles.iter().map(|(pile, cards)| ((*pile).to_owned(), json!(cards))));
    zones.extend(
        table
            .hands
            .iter()
            .map(|(seat, cards)| (format!("hand/{seat}"), json!(caper.in_order(cards)))),
    );
    zones.extend(
        table
            .discards
            .iter()
            .map(|(side, cards)| (format!("discard/{side}"), json!(caper.in_order(cards)))),
    );
    for ((place, side), stacks) in &table.field {
        let mut lying = Vec::new();
        for stack in stacks {
            for card in stack {
                let mut told = json!({"card": card.card});
                if card.card != stack[0].card {
                    told["on"] = json!(stack[0].card);
                }
                if card.flipped {
                    told["face"] = json!("flipped");
                }
                lying.push(told);
            }
        }
        zones.insert(format!("field/{place}/{side}"), json!(lying));
    }
    let known = table.known.iter().map(|(seat, cards)| {
        let others = table.hands.iter().filter(|(other, _)| *other != seat);
        let held: BTreeSet<String> =
            others.flat_map(|(_, hand)| hand.intersection(cards)).cloned().collect();
        (seat.clone(), json!(caper.in_order(&held)))
    });
    let mut state = json!({
        "round": table.round.min(ROUNDS.len()), "turn": table.turn, "first": table.first(), "phase": table.phase, "acting": table.acting, "flips": table.flips.len(), "recovers": table.recovers,
        "coins": table.coins, "row": table.row, "zones": zones, "known": known.collect::<Map<_, _>>(),
    });
    if caper.players == 3 {
        state["snitch-deck"] = json!(table.snitch_deck);
    }
    state
}
