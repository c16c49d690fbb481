//! The table of Caper, and how it is set up.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::cards::{COINS, Caper, Card, LOCATIONS, ROUNDS};

pub const SIDES: [&str; 2] = ["cream", "mint"];

pub fn other(side: &str) -> &'static str {
    if side == SIDES[0] { SIDES[1] } else { SIDES[0] }
}

/// A card on the table. A flipped one has lost its icons and its colour (R12).
#[derive(Clone)]
pub struct Lying {
    pub card: String,
    pub flipped: bool,
}

/// A thief, and the gear on it, the latest last.
pub type Stack = Vec<Lying>;

/// A flip that is still to be made: what it may turn, and how far it reaches.
pub struct Flip {
    pub only: Option<String>,
    pub reach: String,
}

pub struct Table<'a> {
    pub caper: &'a Caper,
    pub piles: BTreeMap<&'static str, Vec<String>>,
    pub row: Vec<String>,
    pub hands: BTreeMap<String, BTreeSet<String>>,
    /// By place, counted from 1, and side.
    pub field: BTreeMap<(usize, &'static str), Vec<Stack>>,
    pub discards: BTreeMap<&'static str, BTreeSet<String>>,
    pub coins: BTreeMap<&'static str, i64>,
    /// By seat, the cards that it knows to be in the hands of others.
    pub known: BTreeMap<String, BTreeSet<String>>,
    pub round: usize,
    pub turns: usize,
    pub played: usize,
    /// Cards left of the Snitch deck (R19).
    pub snitch_deck: i64,
    pub phase: &'static str,
    pub turn: Option<String>,
    pub acting: Option<String>,
    pub flips: Vec<Flip>,
    pub recovers: i64,
    /// What has changed in this ply, as a record tells it.
    pub told: Vec<Value>,
}

impl<'a> Table<'a> {
    /// R4: three shuffled decks, a random location on each mat, ten coins in the supply. `piles` is what chance made of the decks.
    pub fn set_up(
        caper: &'a Caper,
        seats: &[String],
        piles: BTreeMap<&'static str, Vec<String>>,
    ) -> Self {
        let places = 1..=LOCATIONS;
        let none: BTreeMap<String, BTreeSet<String>> =
            seats.iter().map(|seat| (seat.clone(), BTreeSet::new())).collect();
        let mut table = Self {
            caper,
            piles,
            row: Vec::new(),
            hands: none.clone(),
            field: places
                .clone()
                .flat_map(|place| SIDES.map(|side| ((place, side), Vec::new())))
                .collect(),
            discards: SIDES.map(|side| (side, BTreeSet::new())).into(),
            coins: [("supply", COINS), ("cream", 0), ("mint", 0)].into(),
            known: none,
            round: 0,
            turns: 0,
            played: 0,
            snitch_deck: 0,
            phase: "over",
            turn: None,
            acting: None,
            flips: Vec::new(),
            recovers: 0,
            told: Vec::new(),
        };
        for place in places {
            let card = table.draw("locations", &format!("row/{place}"), "up");
            table.row.push(card);
        }
        table.begin_round();
        table
    }

    pub fn tell(&mut self, change: Value) {
        self.told.push(change);
    }

    pub fn draw(&mut self, pile: &'static str, to: &str, face: &str) -> String {
        let cards = self.piles.get_mut(pile).filter(|cards| !cards.is_empty());
        let card = cards.unwrap_or_else(|| panic!("nothing left of {pile}")).remove(0);
        self.tell(json!({"card": card, "from": pile, "to": to, "face": face}));
        card
    }

    pub fn draw_to_hand(&mut self, seat: &str) {
        let card = self.draw(self.kind(), &format!("hand/{seat}"), "down");
        self.hand(seat).insert(card);
    }

    pub fn hand(&mut self, seat: &str) -> &mut BTreeSet<String> {
        self.hands.get_mut(seat).unwrap_or_else(|| panic!("no seat {seat}"))
    }

    /// R5: what the round is about, `thieves` or `gear`.
    pub fn kind(&self) -> &'static str {
        ROUNDS[self.round - 1].0
    }

    /// R6, G1: the tracker's colour. After the last round it is still that of the last.
    pub fn first(&self) -> &'static str {
        ROUNDS[self.round.min(ROUNDS.len()) - 1].2
    }

    pub fn location(&self, place: usize) -> &Card {
        self.caper.card(&self.row[place - 1])
    }

    pub fn place_of(&self, card: &str) -> usize {
        let lies = |stacks: &Vec<Stack>| stacks.iter().flatten().any(|lying| lying.card == card);
        let at = self.field.iter().find(|(_, stacks)| lies(stacks));
        at.map_or_else(|| panic!("{card} is not on the table"), |((place, _), _)| *place)
    }
}
