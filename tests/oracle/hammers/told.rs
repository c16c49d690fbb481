//! A table as single facts: where each card lies and how, and each number. The oracle says its own, and a record's table is read into the same
//! words.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::cards::Cards;
use super::field::SEATS;

pub type Facts = BTreeMap<String, Value>;

/// What every table tells; other numbers are compared if they are told.
const ALWAYS: [&str; 6] = ["round", "turn", "first", "turns", "deployed", "defcon"];

/// How a table with questions keeps its place in the rules: the questions themselves say it.
const UNTOLD: [&str; 4] = ["price", "crises", "resolving", "restoring"];

/// Piles lie in the order in which they are drawn, all else has none.
pub const PILES: [&str; 4] = ["deck", "countries", "labs", "protests"];

/// What the table of a record says.
pub fn told(state: &Value, cards: &Cards) -> Facts {
    let mut facts = Facts::new();
    for (key, value) in state.as_object().into_iter().flatten() {
        match (key.as_str(), value) {
            ("zones", Value::Object(zones)) => {
                for (zone, there) in zones {
                    lie(&mut facts, cards, zone, there);
                }
            }
            ("zones" | "justified" | "in-order", _) => {}
            (key, _) if UNTOLD.contains(&key) => {}
            (key, Value::Object(marks)) if marks.values().all(Value::is_boolean) => {
                let marked = marks.iter().filter(|(_, mark)| **mark == true);
                let places = marked.filter_map(|(place, _)| place.parse::<usize>().ok());
                facts.insert(key.to_owned(), places.collect());
            }
            (key, value) => {
                facts.insert(key.to_owned(), value.clone());
            }
        }
    }
    let phase = match &state["questions"][0]["asks"] {
        Value::String(asks) => asks,
        _ if state["turn"].is_null() => "over",
        _ if state["deployed"] == true => "deployed",
        _ => "turn",
    };
    facts.insert("phase".to_owned(), json!(phase));
    for seat in SEATS {
        let order = in_order(state, seat);
        facts.insert(format!("order {seat}"), order);
    }
    facts
}

/// Where both differ.
pub fn difference(told: &Facts, own: &Facts) -> Option<String> {
    let of_cards = |key: &str| ["zone ", "face ", "order "].iter().any(|of| key.starts_with(of));
    let over = own["turn"].is_null();
    let keys = told.keys().chain(own.keys());
    keys.filter(|key| !(over && *key == "turns"))
        // Not every record tells the DEFCON deck; its level is always told.
        .filter(|key| !key.starts_with("zone defcon") || told.contains_key(*key))
        .find_map(|key| match (told.get(key), own.get(key)) {
            (Some(told), Some(own)) if told == own => None,
            (Some(_), None) if !of_cards(key) => None,
            (None, Some(_)) if !of_cards(key) && !ALWAYS.contains(&key.as_str()) => None,
            (told, own) => {
                let say =
                    |fact: Option<&Value>| fact.map_or("nothing".to_owned(), Value::to_string);
                Some(format!("{key}: {} in the record, {} by the oracle", say(told), say(own)))
            }
        })
}

/// The cards of a zone, and how those lie that may lie in several ways.
fn lie(facts: &mut Facts, cards: &Cards, zone: &str, there: &Value) {
    let mut names: Vec<&str> = Vec::new();
    for card in there.as_array().into_iter().flatten() {
        let Some(name) = card.as_str().or_else(|| card["card"].as_str()) else {
            continue;
        };
        names.push(name);
        let usual = match zone.split_once('/') {
            Some(("field", _)) => "down",
            Some(("owned" | "paired", _)) => "loyal",
            Some(("labs", _)) => "up",
            _ => continue,
        };
        let face = card.get("face").cloned();
        facts.insert(format!("face {name}"), face.unwrap_or(json!(usual)));
    }
    if !PILES.contains(&zone) {
        names.sort_by_key(|name| cards.place_in_decks(name));
    }
    if !names.is_empty() {
        facts.insert(format!("zone {zone}"), json!(names));
    }
}

/// A player's cards in play as they were deployed: all are listed, or else zone by zone.
fn in_order(state: &Value, seat: &str) -> Value {
    let zones = state["zones"].as_object().into_iter().flatten();
    let of_seat = zones.filter(|(zone, _)| zone.starts_with("field/") && zone.ends_with(seat));
    let listed = state["in-order"]["field"].as_array();
    let place = |card: &Value| {
        let list = listed?;
        list.iter().position(|there| *there == name(card))
    };
    let mut all: Vec<&Value> =
        of_seat.flat_map(|(_, there)| there.as_array().into_iter().flatten()).collect();
    all.sort_by_key(|card| place(card));
    all.into_iter().map(name).collect()
}

fn name(card: &Value) -> &str {
    card.as_str().or_else(|| card["card"].as_str()).unwrap_or_default()
}
