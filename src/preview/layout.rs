//! Where each card lies, read from a table in neutral terms without knowing the game.

use std::collections::BTreeMap;

use serde_json::Value;

/// A card on the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lying {
    /// Its number among the game's cards.
    pub card: usize,
    /// "hand/caps", "field/3/hammers", "row/2".
    pub zone: String,
    pub way: Way,
}

/// Which way up a card lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// Nothing is said of it.
    Plain,
    /// Face down, as its owner laid it.
    Down,
    Up,
    /// Turned up by another's doing.
    Revealed,
    /// With its other side up.
    Disloyal,
    /// In use beside another card.
    Lent,
}

/// Every card that the table names, in the order in which it names them. Keys lead to zones: what lies under `zones` or
/// under a key of its own is `key/…`, items of `row` are `row/1`, `row/2`, ….
pub fn layout(table: &Value, cards: &BTreeMap<&str, usize>) -> Vec<Lying> {
    let mut found = Vec::new();
    walk(table, "", cards, &mut found);
    found
}

fn walk(value: &Value, zone: &str, cards: &BTreeMap<&str, usize>, found: &mut Vec<Lying>) {
    match value {
        Value::Object(map) => match map.get("card") {
            Some(card) => put(card, way(map), zone, cards, found),
            None => {
                for (key, value) in map {
                    let zone = match (zone, key.as_str()) {
                        ("", "zones") => String::new(),
                        ("", key) => key.to_owned(),
                        (zone, key) => format!("{zone}/{key}"),
                    };
                    walk(value, &zone, cards, found);
                }
            }
        },
        Value::Array(list) => {
            for (index, item) in list.iter().enumerate() {
                match zone {
                    "row" => walk(item, &format!("row/{}", index + 1), cards, found),
                    zone => walk(item, zone, cards, found),
                }
            }
        }
        card => put(card, Way::Plain, zone, cards, found),
    }
}

fn put(card: &Value, way: Way, zone: &str, cards: &BTreeMap<&str, usize>, found: &mut Vec<Lying>) {
    let number = card.as_str().and_then(|name| cards.get(name));
    found.extend(number.map(|card| Lying {
        card: *card,
        zone: zone.to_owned(),
        way,
    }));
}

fn way(card: &serde_json::Map<String, Value>) -> Way {
    let face = card.get("face").and_then(Value::as_str);
    let loyal = card.get("loyal").and_then(Value::as_bool);
    match (face, loyal) {
        (Some("down"), _) => Way::Down,
        (Some("up"), _) => Way::Up,
        (Some("revealed"), _) => Way::Revealed,
        (_, Some(false)) => Way::Disloyal,
        _ if card.contains_key("with") => Way::Lent,
        _ => Way::Plain,
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
    use serde_json::json;

    fn told(table: &Value) -> Vec<(usize, String, Way)> {
        let cards = BTreeMap::from([("spy#1", 0), ("germany", 1), ("missiles", 2)]);
        let found = layout(table, &cards);
        found.into_iter().map(|l| (l.card, l.zone, l.way)).collect()
    }

    #[test]
    fn cards_are_found_wherever_the_table_names_them() {
        let lies = |zone: &str, way| vec![(0, zone.to_owned(), way)];
        for (table, expected) in [
            (
                json!({"zones": {"hand/caps": ["spy#1"]}}),
                lies("hand/caps", Way::Plain),
            ),
            (
                json!({"zones": {"field/2/caps": [{"card": "spy#1", "face": "revealed", "at": 3}]}}),
                lies("field/2/caps", Way::Revealed),
            ),
            (json!({"row": [null, "spy#1"]}), lies("row/2", Way::Plain)),
            (
                json!({"owned": {"caps": [{"card": "spy#1", "loyal": false}]}}),
                lies("owned/caps", Way::Disloyal),
            ),
            (
                json!({"labs": {"caps": [{"card": "spy#1", "with": "germany"}]}}),
                lies("labs/caps", Way::Lent),
            ),
        ] {
            assert_eq!(told(&table), expected, "{table}");
        }
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
