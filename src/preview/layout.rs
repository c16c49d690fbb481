//! Where each card lies, read from a table in neutral terms without knowing the game.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::words::Words;
use crate::rules::captions::{Facing, fits};

/// A card on the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lying {
    /// Its number among the game's cards.
    pub card: usize,
    /// "hand/caps", "field/3/hammers", "row/2".
    pub zone: String,
    /// Which of the known ways it lies, if any.
    pub way: Option<usize>,
    /// The card that it lies on, or whose stack it is part of.
    pub on: Option<usize>,
}

/// What lies under these keys stands in the table first; what other keys say of the same cards are remarks.
const ZONES: [&str; 2] = ["row", "zones"];

/// Every card that the table names, where it names it first. Keys lead to zones: what lies under `zones` or under a key
/// of its own is `key/…`, items of `row` are `row/1`, `row/2`, ….
pub fn layout(table: &Value, cards: &BTreeMap<&str, usize>, faces: &[Facing]) -> Vec<Lying> {
    let mut reading = Reading {
        cards,
        faces,
        found: Vec::new(),
        seen: BTreeSet::new(),
    };
    let keys = || table.as_object().into_iter().flatten();
    for first in [true, false] {
        for (key, value) in keys().filter(|(key, _)| ZONES.contains(&key.as_str()) == first) {
            let zone = match key.as_str() {
                "zones" => "",
                key => key,
            };
            reading.walk(value, zone);
        }
    }
    reading.found
}

struct Reading<'a> {
    cards: &'a BTreeMap<&'a str, usize>,
    faces: &'a [Facing],
    found: Vec<Lying>,
    seen: BTreeSet<usize>,
}

impl Reading<'_> {
    /// Reads what lies in a zone, or the zones of a kind.
    fn walk(&mut self, value: &Value, zone: &str) {
        match value {
            Value::Object(map) => {
                for (key, value) in map {
                    match zone {
                        "" => self.walk(value, key),
                        zone => self.walk(value, &format!("{zone}/{key}")),
                    }
                }
            }
            Value::Array(list) => {
                for (index, item) in list.iter().enumerate() {
                    match zone {
                        "row" => self.put(item, &format!("row/{}", index + 1)),
                        zone => self.put(item, zone),
                    }
                }
            }
            _ => {}
        }
    }

    fn put(&mut self, item: &Value, zone: &str) {
        let card = |value: &Value| {
            value
                .as_str()
                .and_then(|name| self.cards.get(name).copied())
        };
        let Some(number) = card(item.get("card").unwrap_or(item)) else {
            return;
        };
        let on = item.get("on").and_then(card);
        if self.seen.insert(number) {
            self.found.push(Lying {
                card: number,
                zone: zone.to_owned(),
                way: way(item, zone, self.faces),
                on,
            });
        }
    }
}

/// The first of the ways that fits what is said of a card in a zone.
fn way(said: &Value, zone: &str, faces: &[Facing]) -> Option<usize> {
    faces.iter().position(|face| {
        let there = said.get(face.key);
        fits(face.zone, zone)
            && there.map_or(face.unsaid, |value| match value {
                _ if face.is.is_empty() => true,
                Value::String(text) => text == face.is,
                Value::Bool(said) => face.is.parse() == Ok(*said),
                _ => false,
            })
    })
}

impl Words {
    /// The places of a table: their words, and what they are called.
    pub fn places(&self, table: &Value) -> Vec<(String, String)> {
        let numbered = || (1..=places(table)).map(|place| (place.to_string(), place.to_string()));
        match self.captions.places.names.as_slice() {
            [] => numbered().collect(),
            names => names.to_vec(),
        }
    }
}

/// How many places the table has: those of its row, or of its field.
pub fn places(table: &Value) -> usize {
    let row = table
        .get("row")
        .and_then(Value::as_array)
        .map_or(0, Vec::len);
    let zones = table.get("zones").and_then(Value::as_object);
    let fields = zones.into_iter().flatten().filter_map(|(zone, _)| {
        let mut parts = zone.split('/');
        match (parts.next(), parts.next()) {
            (Some("field"), Some(place)) => place.parse().ok(),
            _ => None,
        }
    });
    fields.fold(row, usize::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::captions::{Shows, Tone};
    use serde_json::json;

    const fn facing(key: &'static str, is: &'static str) -> Facing {
        Facing {
            zone: "",
            unsaid: false,
            key,
            is,
            sign: "",
            label: "",
            legend: "",
            shows: Shows::Front,
            tone: Tone::Rim,
        }
    }

    const FACES: [Facing; 3] = [
        facing("face", "down"),
        facing("loyal", "false"),
        facing("with", ""),
    ];

    fn told(table: &Value) -> Vec<(usize, String, Option<usize>, Option<usize>)> {
        let cards = BTreeMap::from([("spy#1", 0), ("germany", 1), ("missiles", 2)]);
        let found = layout(table, &cards, &FACES);
        let told = |l: Lying| (l.card, l.zone, l.way, l.on);
        found.into_iter().map(told).collect()
    }

    #[test]
    fn cards_are_found_wherever_the_table_names_them() {
        let lies = |zone: &str, way| vec![(0, zone.to_owned(), way, None)];
        for (table, expected) in [
            (
                json!({"zones": {"hand/caps": ["spy#1"]}}),
                lies("hand/caps", None),
            ),
            (
                json!({"zones": {"field/2/caps": [{"card": "spy#1", "face": "down", "at": 3}]}}),
                lies("field/2/caps", Some(0)),
            ),
            (
                json!({"zones": {"field/2/caps": [{"card": "spy#1", "face": "unheard-of"}]}}),
                lies("field/2/caps", None),
            ),
            (json!({"row": [null, "spy#1"]}), lies("row/2", None)),
            (
                json!({"owned": {"caps": [{"card": "spy#1", "loyal": false}]}}),
                lies("owned/caps", Some(1)),
            ),
            (
                json!({"labs": {"caps": [{"card": "spy#1", "with": "germany"}]}}),
                lies("labs/caps", Some(2)),
            ),
        ] {
            assert_eq!(told(&table), expected, "{table}");
        }
    }

    #[test]
    fn a_card_of_a_stack_says_what_it_lies_on() {
        let table = json!({"zones": {"field/1/caps": [
            {"card": "germany"}, {"card": "spy#1", "on": "germany", "face": "down"},
        ]}});
        let zone = || "field/1/caps".to_owned();
        assert_eq!(
            told(&table),
            [(1, zone(), None, None), (0, zone(), Some(0), Some(1))]
        );
    }

    #[test]
    fn a_card_lies_in_one_place_only() {
        let table = json!({
            "acting": "spy#1", "known": {"caps": ["spy#1"]},
            "zones": {"hand/hammers": ["spy#1"]},
        });
        assert_eq!(told(&table), [(0, "hand/hammers".to_owned(), None, None)]);
    }

    #[test]
    fn words_that_name_no_card_are_none() {
        assert_eq!(
            told(&json!({"turn": "caps", "queue": ["caps"], "round": 1})),
            []
        );
    }

    #[test]
    fn the_places_are_those_of_the_row_or_of_the_field() {
        assert_eq!(places(&json!({"row": [null, null, null, null]})), 4);
        assert_eq!(
            places(&json!({"zones": {"field/2/red": [], "hand/red": []}})),
            2
        );
        assert_eq!(places(&json!({})), 0);
    }
}
