//! The cards and numbers of Caper, read from the TOML of its folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use toml::Table as Toml;

/// The cards and numbers of a game, as they were agreed on: a city, and how many play.
pub struct Caper {
    cards: BTreeMap<String, Card>,
    /// The cards in the order of the decks.
    pub order: Vec<String>,
    numbers: Toml,
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
        self.row
            .get(key)
            .and_then(toml::Value::as_integer)
            .unwrap_or(0)
    }

    fn colour(&self) -> &str {
        self.row
            .get("colour")
            .and_then(toml::Value::as_str)
            .unwrap_or_default()
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
    /// R1, R2: the core cards and those of the city.
    pub fn read(folder: &Path, city: &str, players: usize) -> Result<Self, String> {
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
            order: Vec::new(),
            numbers: game["rules"].as_table().ok_or("no rules")?.clone(),
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
                let name = whole["id"]
                    .as_str()
                    .ok_or("a card without an id")?
                    .to_owned();
                if ["core", city].contains(&whole["city"].as_str().unwrap_or_default()) {
                    caper.order.push(name.clone());
                    caper.cards.insert(name, Card { deck, row: whole });
                }
            }
        }
        Ok(caper)
    }

    pub fn card(&self, name: &str) -> &Card {
        &self.cards[name]
    }

    /// A number, or a list of them, of the rules in game.toml: `limits/gear-on-thief`.
    fn rule(&self, path: &str) -> &toml::Value {
        let (table, key) = path.split_once('/').unwrap_or(("", path));
        if table.is_empty() {
            &self.numbers[key]
        } else {
            &self.numbers[table][key]
        }
    }

    pub fn number(&self, path: &str) -> i64 {
        self.rule(path)
            .as_integer()
            .unwrap_or_else(|| panic!("{path}: not a number"))
    }

    pub fn list(&self, path: &str) -> &[toml::Value] {
        self.rule(path)
            .as_array()
            .unwrap_or_else(|| panic!("{path}: not a list"))
    }

    pub fn word(&self, path: &str) -> &str {
        self.rule(path)
            .as_str()
            .unwrap_or_else(|| panic!("{path}: not a word"))
    }

    pub fn in_order(&self, cards: &BTreeSet<String>) -> Vec<String> {
        self.order
            .iter()
            .filter(|card| cards.contains(*card))
            .cloned()
            .collect()
    }
}
