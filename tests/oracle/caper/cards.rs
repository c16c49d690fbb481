//! The numbers of Caper's rulebook, and its cards, read from the TOML of their folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use toml::Table as Toml;

/// R4.
pub const COINS: i64 = 10;
/// R4.
pub const LOCATIONS: usize = 3;
/// R5, R6, G1: what is dealt in each round, how many to each, and who plays first.
pub const ROUNDS: [(&str, i64, &str); 6] = [
    ("thieves", 4, "cream"),
    ("gear", 6, "mint"),
    ("thieves", 3, "cream"),
    ("gear", 6, "mint"),
    ("thieves", 2, "cream"),
    ("gear", 6, "mint"),
];
/// R9.
pub const THIEVES_AT_A_LOCATION: usize = 3;
/// R10; R11: so many are full gear.
pub const GEAR_ON_A_THIEF: usize = 3;
/// R10.
pub const COINS_FOR_A_DISCARD: i64 = 1;
/// R17.
pub const GOODS: [&str; 3] = ["jewel", "antique", "painting"];
/// R17: what a set of one, two and three is worth.
pub const SETS: [i64; 3] = [1, 3, 7];
/// R19: times the tracker's number.
pub const SNITCH_DECK: i64 = 2;
/// R20: the Snitch has that part of the higher Mastermind's points.
pub const SNITCH_SHARE: i64 = 6;
/// R22.
pub const POINTS_OF_A_DISCARD: i64 = 3;

/// The cards of a game, as they were agreed on: a city, and how many play.
pub struct Caper {
    cards: BTreeMap<String, Card>,
    /// The cards in the order of the record's header.
    pub order: Vec<String>,
    /// How far flips reach when the card does not say (G6).
    pub reach: String,
    pub players: usize,
}

pub struct Card {
    /// `thieves`, `gear` or `locations`.
    pub deck: &'static str,
    row: Toml,
}

impl Card {
    pub fn number(&self, key: &str) -> i64 {
        self.row.get(key).and_then(toml::Value::as_integer).unwrap_or(0)
    }

    fn colour(&self) -> &str {
        self.row.get("colour").and_then(toml::Value::as_str).unwrap_or_default()
    }

    /// Whether it is meant by a word of a row: the name of a deck, or a colour.
    pub fn is(&self, what: &str) -> bool {
        self.deck == what || self.colour() == what
    }

    /// The icons of one kind in a column: `gives`, `reward`, `when-played` hold several, `modifier` one.
    pub fn icons<'a>(
        &'a self,
        column: &str,
        kind: &'a str,
    ) -> impl Iterator<Item = &'a toml::Value> {
        let some = match self.row.get(column) {
            Some(toml::Value::Array(icons)) => icons.iter().collect(),
            one => Vec::from_iter(one),
        };
        some.into_iter().filter_map(move |icon| icon.get(kind))
    }

    pub fn when_played(&self) -> &[toml::Value] {
        let icons = self.row.get("when-played").and_then(toml::Value::as_array);
        icons.map_or(&[], Vec::as_slice)
    }
}

impl Caper {
    /// R1, R2: the core cards and those of the city. `order` lists them as a record does.
    pub fn read(
        folder: &Path,
        city: &str,
        players: usize,
        order: &[String],
    ) -> Result<Self, String> {
        let read = |name: &str| {
            let text = fs::read_to_string(folder.join(name)).map_err(|e| format!("{name}: {e}"))?;
            text.parse::<Toml>().map_err(|e| format!("{name}: {e}"))
        };
        let game = read("game.toml")?;
        let rulings = game["ruling"].as_array().into_iter().flatten();
        let reach = rulings
            .filter(|ruling| ruling["id"].as_str() == Some("G6"))
            .find_map(|ruling| ruling["choice"].as_str());
        let mut caper = Self {
            cards: BTreeMap::new(),
            order: order.to_vec(),
            reach: reach.ok_or("no choice of G6")?.to_owned(),
            players,
        };
        for deck in ["thieves", "gear", "locations"] {
            let rows = read(&format!("{deck}.toml"))?;
            for row in rows["card"].as_array().into_iter().flatten() {
                let mut whole = rows
                    .get("defaults")
                    .and_then(toml::Value::as_table)
                    .cloned()
                    .unwrap_or_default();
                whole.extend(
                    row.as_table()
                        .into_iter()
                        .flatten()
                        .map(|(key, value)| (key.clone(), value.clone())),
                );
                let name = whole["id"].as_str().ok_or("a card without an id")?.to_owned();
                if ["core", city].contains(&whole["city"].as_str().unwrap_or_default()) {
                    caper.cards.insert(name, Card { deck, row: whole });
                }
            }
        }
        let listed: BTreeSet<&String> = order.iter().collect();
        if listed.len() != order.len() || listed != caper.cards.keys().collect() {
            return Err("the record's cards are not those of the city".to_owned());
        }
        Ok(caper)
    }

    pub fn card(&self, name: &str) -> &Card {
        &self.cards[name]
    }

    pub fn in_order(&self, cards: &BTreeSet<String>) -> Vec<String> {
        self.order.iter().filter(|card| cards.contains(*card)).cloned().collect()
    }
}
