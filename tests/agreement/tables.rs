//! What two tables have in common, however each of them writes it.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// What is compared elsewhere (what is known as views), or is how one engine keeps its place in the rules.
const OWN: [&str; 13] = [
    "known",
    "turn",
    "over",
    "then",
    "winners",
    "questions",
    "answers",
    "phase",
    "played",
    "turns",
    "acting",
    "flips",
    "recovers",
];

/// Keys at which the families list cards that folders have in zones: `{"owned":{"caps":[…]}}`.
const ZONES: [&str; 4] = ["owned", "labs", "protests", "paired"];

/// Zones that the families do not tell: how far DEFCON has gone says it.
const UNTOLD: [&str; 2] = ["defcon", "defcon/spent"];

/// Keys of one table with what stands there, as text.
type Flat = BTreeMap<String, BTreeMap<String, String>>;

/// Where the tables differ in something that both have.
pub fn differences(theirs: &Value, ours: &Value) -> Vec<String> {
    let (theirs, ours) = (flat(theirs), flat(ours));
    let mut found = Vec::new();
    for (key, one) in &theirs {
        let Some(other) = ours.get(key) else { continue };
        let mut places: Vec<&String> = one.keys().chain(other.keys()).collect();
        places.sort();
        places.dedup();
        for place in places {
            let said = |of: &BTreeMap<String, String>| of.get(place).cloned().unwrap_or("-".into());
            if said(one) == said(other) {
                continue;
            }
            // A face that one of them leaves out is the usual one of its zone.
            if key == "face" && (said(one) == "-" || said(other) == "-") {
                continue;
            }
            found.push(format!(
                "{key} {place}: family {}, folder {}",
                said(one),
                said(other)
            ));
        }
    }
    found
}

fn flat(table: &Value) -> Flat {
    let mut flat = Flat::new();
    let nothing = Map::new();
    for (key, value) in table.as_object().unwrap_or(&nothing) {
        if OWN.contains(&key.as_str()) {
            continue;
        }
        match value {
            Value::Object(zones) if key == "zones" => {
                for (zone, cards) in zones {
                    lie(&mut flat, zone, cards);
                }
            }
            Value::Array(row) if key == "row" => {
                for (at, card) in row.iter().enumerate() {
                    lie(
                        &mut flat,
                        &format!("row/{}", at + 1),
                        &Value::Array(vec![card.clone()]),
                    );
                }
            }
            Value::Object(parts) if ZONES.contains(&key.as_str()) => {
                for (part, cards) in parts {
                    lie(&mut flat, &format!("{key}/{part}"), cards);
                }
            }
            // What is nobody's stands beside what seats have.
            value if key == "supply" => {
                count(
                    flat.entry("coins".to_owned()).or_default(),
                    "/supply",
                    value,
                );
            }
            value => {
                let own = flat.entry(key.replace('_', "-")).or_default();
                count(own, "", value);
            }
        }
    }
    flat
}

/// The cards of a zone, in their order; empty zones are not told.
fn lie(flat: &mut Flat, zone: &str, cards: &Value) {
    let cards = cards.as_array().map_or(&[][..], Vec::as_slice);
    let mut names = Vec::new();
    for card in cards {
        let text = |key: &str| card.get(key).and_then(Value::as_str).map(str::to_owned);
        let Some(name) = card.as_str().map(str::to_owned).or_else(|| text("card")) else {
            continue;
        };
        let mut note = |key: &str, said: Option<String>| {
            if let Some(said) = said {
                flat.entry(key.to_owned())
                    .or_default()
                    .insert(name.clone(), said);
            }
        };
        note("face", text("face"));
        note("on", text("on"));
        names.push(name);
    }
    // Cards on a card stand with it.
    let on = flat.get("on").cloned().unwrap_or_default();
    let with = |host: &String| {
        let riders = names.iter().filter(|name| on.get(*name) == Some(host));
        std::iter::once(host)
            .chain(riders)
            .cloned()
            .collect::<Vec<String>>()
    };
    let hosts = names.iter().filter(|name| !on.contains_key(*name));
    let names: Vec<String> = hosts.flat_map(with).collect();
    if !names.is_empty() && !UNTOLD.contains(&zone) {
        let zones = flat.entry("zone".to_owned()).or_default();
        zones.insert(zone.to_owned(), names.join(", "));
    }
}

/// Numbers, marks and words by their paths. A list of places is what a mark of each place is.
fn count(flat: &mut BTreeMap<String, String>, path: &str, value: &Value) {
    let mut put = |path: &str, said: String| {
        flat.insert(path.to_owned(), said);
    };
    match value {
        Value::Null | Value::Bool(false) => {}
        // Seats that have none are left out by the families.
        Value::Number(none) if none.as_i64() == Some(0) => {}
        Value::Object(map) => {
            for (key, value) in map {
                count(flat, &format!("{path}/{key}"), value);
            }
        }
        Value::Array(list) => {
            for one in list {
                let word = one.as_str().map_or_else(|| one.to_string(), str::to_owned);
                put(&format!("{path}/{word}"), "true".into());
            }
        }
        Value::String(word) => put(path, word.clone()),
        other => put(path, other.to_string()),
    }
}
