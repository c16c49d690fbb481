//! Cards that are read from the rows of decks, lie in zones, and are told of as a record tells them. It knows no rule.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::{Value, json};

use super::super::record::{Line, Ply, difference};

#[derive(Default)]
pub struct Cards {
    /// Every card, in the order of the record's header.
    pub all: Vec<String>,
    /// How each lies that has been dealt.
    pub faces: BTreeMap<String, &'static str>,
    /// The round that lines are told in.
    pub round: i64,
    rows: BTreeMap<String, toml::Table>,
    order: BTreeMap<String, usize>,
    /// A pile's first card is its topmost.
    zones: BTreeMap<String, Vec<String>>,
    lines: Vec<Line>,
    /// What the running ply's record deals: cards that are drawn from a pile in it, and then those that are left.
    dealt: BTreeMap<String, Vec<String>>,
}

impl Cards {
    /// Reads decks (each a file, and the zone where its cards lie at first): `copies = 3` makes `spy#1` to `spy#3`.
    pub fn read(folder: &Path, decks: &[(&str, &str)]) -> Result<Self, String> {
        let mut cards = Self::default();
        for (deck, zone) in decks {
            let file = folder.join(deck).with_extension("toml");
            let wrong = |what: String| format!("{}: {what}", file.display());
            let text = std::fs::read_to_string(&file).map_err(|e| wrong(e.to_string()))?;
            let text: toml::Table =
                text.parse().map_err(|e: toml::de::Error| wrong(e.to_string()))?;
            for row in text["card"].as_array().into_iter().flatten() {
                let id =
                    row["id"].as_str().ok_or_else(|| wrong("a card without an id".to_owned()))?;
                let copies = row.get("copies").and_then(toml::Value::as_integer);
                for copy in 1..=copies.unwrap_or(1) {
                    let card = copies.map_or_else(|| id.to_owned(), |_| format!("{id}#{copy}"));
                    cards.order.insert(card.clone(), cards.all.len());
                    cards.all.push(card.clone());
                    cards.zones.entry((*zone).to_owned()).or_default().push(card);
                }
                cards.rows.extend(row.as_table().map(|row| (id.to_owned(), row.clone())));
            }
        }
        Ok(cards)
    }

    /// Takes the order in which a record lists the cards; whether they are these.
    pub fn listed_as(&mut self, listed: &[String]) -> bool {
        let same = listed.len() == self.all.len()
            && BTreeSet::from_iter(listed) == BTreeSet::from_iter(&self.all);
        if same {
            self.all = listed.to_vec();
            self.order = listed.iter().cloned().zip(0..).collect();
        }
        same
    }

    /// What is printed in a column of a card's row.
    pub fn number(&self, card: &str, column: &str) -> i64 {
        self.rows[kind(card)][column].as_integer().unwrap_or(0)
    }

    pub fn word(&self, card: &str, column: &str) -> &str {
        self.rows[kind(card)][column].as_str().unwrap_or_default()
    }

    pub fn zone(&self, zone: &str) -> &[String] {
        self.zones.get(zone).map_or(&[], Vec::as_slice)
    }

    pub fn zones(&self) -> impl Iterator<Item = (&String, &Vec<String>)> {
        self.zones.iter()
    }

    pub fn place_in_decks(&self, card: &str) -> usize {
        self.order.get(card).copied().unwrap_or(usize::MAX)
    }

    /// A zone in the order of the decks.
    pub fn sorted(&self, zone: &str) -> Vec<String> {
        let mut cards = self.zone(zone).to_vec();
        cards.sort_by_key(|card| self.place_in_decks(card));
        cards
    }

    /// Begins a ply: what chance deals in it is the record's, and nothing else is.
    pub fn begin(&mut self, ply: &Ply, piles: &[&str]) {
        self.lines.clear();
        for pile in piles {
            let left = ply.state["zones"][pile].as_array().into_iter().flatten();
            let left = left.filter_map(|card| card.as_str().map(str::to_owned));
            self.dealt
                .insert((*pile).to_owned(), ply.drawn(pile).into_iter().chain(left).collect());
        }
        if ply.moved.is_some() {
            self.lines.push(Line { round: self.round, chance: None, changes: Vec::new() });
        }
    }

    /// Where the ply that was begun is told otherwise in the record.
    pub fn difference(&self, ply: &Ply) -> Option<String> {
        let line = |line: &Line| json!({"round": line.round, "chance": line.chance, "changes": line.changes});
        let told = |lines: &[Line]| -> Value { lines.iter().map(line).collect() };
        difference(&told(&ply.lines), &told(&self.lines)).map(|what| format!("line {what}"))
    }

    /// What the move or the rules do goes on in their line; after chance they have one of their own.
    pub fn tell(&mut self, change: Value) {
        match self.lines.last_mut() {
            Some(line) if line.chance.is_none() => line.changes.push(change),
            _ => self.line(None, change),
        }
    }

    pub fn carry(&mut self, card: &str, from: &str, to: &str, face: &'static str) {
        let change = self.put(card, from, to, face);
        self.tell(change);
    }

    /// Carries all of a zone, each card as it lies.
    pub fn carry_all(&mut self, from: &str, to: &str) {
        for card in self.sorted(from) {
            self.carry(&card, from, to, self.faces[&card]);
        }
    }

    pub fn turn_over(&mut self, card: &str, zone: &str, face: &'static str) {
        self.faces.insert(card.to_owned(), face);
        self.tell(json!({"card": card, "at": zone, "face": face}));
    }

    /// The topmost card of a pile, which is chance's doing.
    pub fn draw(&mut self, pile: &str, to: &str, face: &'static str) {
        let Some(card) = self.zone(pile).first().cloned() else {
            return;
        };
        let change = self.put(&card, pile, to, face);
        self.dealt.entry(pile.to_owned()).or_default().retain(|dealt| *dealt != card);
        self.line(Some("draw"), change);
    }

    /// The discards become the pile.
    pub fn shuffle_in(&mut self, discards: &str, pile: &str) {
        let cards = self.zones.remove(discards).unwrap_or_default();
        self.zones.entry(pile.to_owned()).or_default().extend(cards);
        self.shuffle(pile);
        self.line(Some("shuffle"), json!({"shuffle": discards, "to": pile}));
    }

    /// Puts a pile in the order in which the record draws from it. No order adds a card or takes one: such a one is not taken.
    pub fn shuffle(&mut self, pile: &str) {
        let order = self.dealt[pile].clone();
        let cards = self.zone(pile);
        if order.len() == cards.len() && BTreeSet::from_iter(&order) == BTreeSet::from_iter(cards) {
            self.zones.insert(pile.to_owned(), order);
        }
    }

    fn put(&mut self, card: &str, from: &str, to: &str, face: &'static str) -> Value {
        self.zones.entry(from.to_owned()).or_default().retain(|there| there != card);
        self.zones.entry(to.to_owned()).or_default().push(card.to_owned());
        self.faces.insert(card.to_owned(), face);
        json!({"card": card, "from": from, "to": to, "face": face})
    }

    fn line(&mut self, chance: Option<&str>, change: Value) {
        let chance = chance.map(str::to_owned);
        self.lines.push(Line { round: self.round, chance, changes: vec![change] });
    }
}

/// A card without the number of its copy.
pub fn kind(card: &str) -> &str {
    card.split('#').next().unwrap_or(card)
}
