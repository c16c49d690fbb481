//! The row of four locations: how a round is dealt, what the nine kinds of cards may do and are worth, and who wins a location.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::{Value, json};

use super::cards::{Cards, kind};
use super::told::{Facts, PILES};

pub const SEATS: [&str; 2] = ["caps", "hammers"];
pub const ROW: [usize; 4] = [1, 2, 3, 4]; // CH1-R6, CH2-R3: three countries
pub const LAB: usize = 4; // and the lab
const CRISIS: i64 = 13; // CH1-R13, CH2-R12

#[derive(Default)]
pub struct Field {
    pub cards: Cards,
    /// The column of a lab's row that a Scientist gains, and the most of it.
    lab_adds: (&'static str, i64),
    /// Which of its player's cards of the round one is.
    deployed_as: BTreeMap<String, usize>,
    /// The Scientist that a lab serves.
    pub lent: BTreeMap<String, String>,
    /// Places that nothing moves into.
    pub occupied: BTreeSet<usize>,
    /// Military Occupations launched in the round.
    pub occupations: BTreeMap<&'static str, usize>,
    pub first: &'static str,
    pub turn: Option<&'static str>,
    pub turns: usize,
    pub deployed: bool,
    pub phase: &'static str,
    pub defcon: i64,
    pub owed: i64,
    pub price: i64,
    /// Crises to come, by place; players who have still to pay, or to restore.
    pub crises: Vec<usize>,
    pub queue: Vec<&'static str>,
    pub resolving: bool,
    pub restoring: bool,
}

impl Field {
    /// The box: each deck, and the zone where its cards lie at first. DEFCON is 5 (CH1-R5, CH2-R2).
    pub fn read(
        folder: &Path,
        decks: &[(&str, &str)],
        lab_adds: (&'static str, i64),
    ) -> Result<Self, String> {
        let cards = Cards::read(folder, decks)?;
        Ok(Self { cards, lab_adds, defcon: 5, ..Self::default() })
    }

    /// CH1-R6, CH1-R8, CH2-R2: the piles; two of the first seven cards for each.
    pub fn set_up(&mut self, piles: &[&str]) {
        for pile in piles {
            self.cards.shuffle(pile);
        }
        for seat in SEATS {
            self.draw_cards(seat, 2);
        }
        self.new_round();
    }

    /// CH1-R6, CH1-R8, CH1-G18, CH2-R3, CH2-G16: three countries and a lab, then five cards for each.
    pub fn new_round(&mut self) {
        self.cards.tell(json!({"round": self.cards.round + 1}));
        self.cards.round += 1;
        for place in ROW.into_iter().filter(|&place| place != LAB) {
            self.cards.draw("countries", &format!("row/{place}"), "up");
        }
        if self.cards.zone("row/4").is_empty() {
            let lab = self.cards.zone("labs")[0].clone();
            self.cards.carry(&lab, "labs", "row/4", "up");
        }
        for seat in SEATS {
            self.draw_cards(seat, 5);
        }
        // CH1-R7, CH2-R4
        let leaning = |seat| ROW.iter().filter(|&&place| self.leaning(place) == Some(seat)).count();
        self.first = if leaning("caps") > leaning("hammers") { "caps" } else { "hammers" };
        let number = SEATS.iter().position(|&seat| seat == self.first);
        self.cards.tell(json!({"first": number}));
        (self.turn, self.phase) = (Some(self.first), "turn");
    }

    /// CH1-G4, CH2-G4: when the deck is empty, the discards are shuffled into a new one.
    fn draw_cards(&mut self, seat: &str, number: usize) {
        for _ in 0..number {
            if self.cards.zone("deck").is_empty() {
                self.cards.shuffle_in("discard", "deck");
            }
            self.cards.draw("deck", &format!("hand/{seat}"), "down");
        }
    }

    /// CH1-R9, CH2-R5: face down.
    pub fn deploy(&mut self, seat: &str, card: &str, place: &str) {
        let (hand, here) = (format!("hand/{seat}"), format!("field/{place}/{seat}"));
        self.cards.carry(card, &hand, &here, "down");
        self.deployed_as.insert(card.to_owned(), self.turns / 2 + 1);
        (self.deployed, self.phase) = (true, "deployed");
    }

    /// What a card that is launched may be aimed at, as it is written; nothing, if it could be done to nothing (CH1-G17, CH2-G15).
    pub fn aims(&self, seat: &str, place: usize, card: &str) -> Vec<String> {
        let opposing = self.at(place, other(seat));
        let hidden = (1..=opposing.len()).filter(|at| self.hidden(&opposing[at - 1]));
        match kind(card) {
            // To a neighbour in the row (CH1-G3, CH2-G5), but nothing moves into an occupied country.
            "admiral" => {
                let near = ROW.into_iter().filter(|to| to.abs_diff(place) == 1);
                near.filter(|to| !self.occupied.contains(to))
                    .map(|to| format!(" to {to}"))
                    .collect()
            }
            // One that lies face down at its own location (CH1-G11).
            "spy" => hidden.map(|at| format!(" reveal {place}:{at}")).collect(),
            // With a second one, face down and elsewhere. That one of both came in an earlier turn is always so: a turn deploys one card.
            "policeman" => {
                let elsewhere =
                    ROW.into_iter().filter(|to| *to != place && !self.occupied.contains(to));
                let partners = elsewhere.flat_map(|to| self.at(to, seat));
                partners
                    .filter(|partner| kind(partner) == "policeman" && self.hidden(partner))
                    .flat_map(|with| {
                        hidden.clone().map(move |at| format!(" carry {place}:{at} with {with}"))
                    })
                    .collect()
            }
            // A country that the opponent has won, with the country here; in the first turn; one at most.
            "guerrilla" if self.turns >= SEATS.len() || place == LAB => Vec::new(),
            "guerrilla" if !self.cards.zone(&format!("paired/{place}")).is_empty() => Vec::new(),
            "guerrilla" => {
                let theirs = self.cards.zone(&format!("owned/{}", other(seat))).iter();
                theirs.map(|country| format!(" pair {country}")).collect()
            }
            // A lab of one's own that serves no other (CH1-G12, CH2-G12).
            "scientist" => {
                let labs = self.cards.zone(&format!("labs/{seat}")).iter();
                labs.filter(|lab| !self.lent.contains_key(*lab))
                    .map(|lab| format!(" pair {lab}"))
                    .collect()
            }
            _ => vec![String::new()],
        }
    }

    /// CH1-R10, CH2-R6: face up, and it takes effect.
    pub fn launch(&mut self, seat: &'static str, place: usize, card: &str, aim: &[&str]) {
        let (here, opponent) = (format!("field/{place}/{seat}"), other(seat));
        let there = format!("field/{place}/{opponent}");
        self.cards.turn_over(card, &here, "up");
        match (kind(card), aim) {
            ("admiral", [_, to]) => {
                self.cards.carry(card, &here, &format!("field/{to}/{seat}"), "up")
            }
            ("spy", [_, at]) => {
                let found = self.aimed_at(opponent, at);
                self.cards.turn_over(&found, &there, "revealed");
            }
            ("policeman", [_, at, _, partner]) => {
                let (to, found) = (self.place_of(seat, partner), self.aimed_at(opponent, at));
                self.cards.turn_over(partner, &format!("field/{to}/{seat}"), "up");
                self.cards.carry(&found, &there, &format!("field/{to}/{opponent}"), "down");
            }
            ("guerrilla", [_, country]) => {
                let face = self.cards.faces[*country]; // CH2-G9
                let theirs = format!("owned/{opponent}");
                self.cards.carry(country, &theirs, &format!("paired/{place}"), face);
            }
            ("scientist", [_, lab]) => {
                self.cards.turn_over(lab, &format!("labs/{seat}"), "lent");
                self.lent.insert((*lab).to_owned(), card.to_owned());
            }
            ("military-occupation", _) => {
                self.occupied.insert(place);
                *self.occupations.entry(seat).or_default() += 1;
            }
            _ => {}
        }
    }

    /// What a player's cards at a location are worth: as printed, launched (`up`; one that is `revealed` is not), or by what lies beside.
    fn influence(&self, place: usize, seat: &str, counts: impl Fn(&str) -> bool) -> i64 {
        let (own, opposing) = (self.at(place, seat), self.at(place, other(seat)));
        let launched = |card: &String| self.cards.faces[card] == "up";
        let defects = own.iter().any(|card| kind(card) == "defector" && launched(card));
        let worth = |card: &String| {
            let printed = self.cards.number(card, "influence");
            match kind(card) {
                "nuclear-armament" if launched(card) => 6,
                "admiral" if own.len() == 1 => 4,
                "diplomat" if defects => 2,
                "defector" => printed + opposing.len() as i64,
                "scientist" => {
                    let (column, most) = self.lab_adds;
                    let lab = self.lent.iter().find(|(_, scientist)| *scientist == card);
                    printed + lab.map_or(0, |(lab, _)| self.cards.number(lab, column).min(most))
                }
                _ => printed,
            }
        };
        own.iter().filter(|card| counts(card)).map(worth).sum()
    }

    /// CH1-R11, CH1-R12, CH2-R10, CH2-R11: all is turned up, and each location is won or tied. CH1-R13, CH2-R12: where a crisis is.
    pub fn control(&mut self) {
        self.resolving = true;
        for seat in SEATS {
            for (card, zone) in self.in_play(seat) {
                if self.hidden(&card) {
                    self.cards.turn_over(&card, &zone, "revealed");
                }
            }
        }
        for place in ROW {
            let row = format!("row/{place}");
            let values = SEATS.map(|seat| self.influence(place, seat, |_| true));
            if let Some(winner) = self.winner(place, values) {
                let (to, face) = if place == LAB { ("labs", "up") } else { ("owned", "loyal") };
                let to = format!("{to}/{winner}");
                self.cards
                    .tell(json!({"note": "won", "at": row, "seat": winner, "values": values}));
                for card in self.cards.sorted(&row) {
                    self.cards.carry(&card, &row, &to, face);
                }
                self.cards.carry_all(&format!("paired/{place}"), &to); // CH2-G9
            } else {
                self.cards.tell(json!({"note": "tied", "at": row, "values": values}));
            }
            let seen =
                SEATS.map(|seat| self.influence(place, seat, |card| kind(card) != "diplomat"));
            let seen: i64 = seen.iter().sum();
            if seen >= CRISIS {
                self.cards.tell(json!({"note": "crisis", "at": row, "values": [seen, CRISIS]}));
                self.crises.push(place);
            }
        }
    }

    /// More wins; of a tied country, a Guerrilla that faces no other decides, or else what is printed. A tied lab stays.
    fn winner(&self, place: usize, [caps, hammers]: [i64; 2]) -> Option<&'static str> {
        let fights = |seat| self.at(place, seat).iter().any(|card| kind(card) == "guerrilla");
        match (caps.cmp(&hammers), SEATS.map(fights)) {
            (Ordering::Greater, _) => Some("caps"),
            (Ordering::Less, _) => Some("hammers"),
            (Ordering::Equal, [true, false]) if place != LAB => Some("caps"),
            (Ordering::Equal, [false, true]) if place != LAB => Some("hammers"),
            _ => self.leaning(place).map(|seat| other(other(seat))),
        }
    }

    /// What the table is, but for what only one edition has.
    pub fn facts(&self) -> Facts {
        let mut facts = Facts::new();
        for (zone, cards) in self.cards.zones().filter(|(_, cards)| !cards.is_empty()) {
            let pile = PILES.contains(&zone.as_str());
            let cards = if pile { cards.clone() } else { self.cards.sorted(zone) };
            let kind = zone.split_once('/').map(|(kind, _)| kind);
            if ["field", "owned", "paired", "labs"].iter().any(|of| kind == Some(of)) {
                let face = |card: &String| (format!("face {card}"), json!(self.cards.faces[card]));
                facts.extend(cards.iter().map(face));
            }
            facts.insert(format!("zone {zone}"), json!(cards));
        }
        for seat in SEATS {
            let order = self.in_play(seat).into_iter().map(|(card, _)| card);
            facts.insert(format!("order {seat}"), order.collect());
        }
        let numbers = json!({
            "round": self.cards.round, "turn": self.turn, "first": self.first, "turns": self.turns,
            "deployed": self.deployed, "phase": self.phase, "defcon": self.defcon,
            "owed": self.owed, "price": self.price, "crises": self.crises, "queue": self.queue,
            "restoring": self.restoring, "resolving": self.resolving, "occupied": self.occupied,
            "occupations": each(|seat| self.occupations.get(seat).copied().unwrap_or(0).into()),
        });
        facts.extend(numbers.as_object().cloned().unwrap_or_default());
        facts
    }

    pub fn hidden(&self, card: &str) -> bool {
        self.cards.faces[card] == "down"
    }

    /// A player's cards at a location, as they were deployed.
    pub fn at(&self, place: usize, seat: &str) -> Vec<String> {
        let mut cards = self.cards.zone(&format!("field/{place}/{seat}")).to_vec();
        cards.sort_by_key(|card| self.deployed_as[card]);
        cards
    }

    /// All of a player's cards in play, as they were deployed, and their zones.
    pub fn in_play(&self, seat: &str) -> Vec<(String, String)> {
        let at = |place| {
            let zone = format!("field/{place}/{seat}");
            self.at(place, seat).into_iter().map(move |card| (card, zone.clone()))
        };
        let mut all: Vec<(String, String)> = ROW.into_iter().flat_map(at).collect();
        all.sort_by_key(|(card, _)| self.deployed_as[card]);
        all
    }

    pub fn place_of(&self, seat: &str, card: &str) -> usize {
        let lies = |place: &usize| self.at(*place, seat).iter().any(|there| there == card);
        ROW.into_iter().find(lies).unwrap_or(0)
    }

    /// `PLACE:NUMBER`, counted as they were deployed.
    fn aimed_at(&self, opponent: &str, aim: &str) -> String {
        let numbers: Vec<usize> = aim.split(':').filter_map(|number| number.parse().ok()).collect();
        self.at(numbers[0], opponent)[numbers[1] - 1].clone()
    }

    /// The faction that a country in the row leans to; none for a lab.
    fn leaning(&self, place: usize) -> Option<&str> {
        let row = format!("row/{place}");
        let country = self.cards.zone(&row).first().filter(|_| place != LAB)?;
        Some(self.cards.word(country, "default"))
    }

    /// Points of countries, and 3 for each region that is among them as a whole (CH1-R17, CH2-R15).
    pub fn score(&self, countries: &[String]) -> (i64, i64) {
        let mut regions: BTreeMap<&str, usize> = BTreeMap::new();
        for country in countries {
            *regions.entry(self.cards.word(country, "region")).or_default() += 1;
        }
        let whole = regions.values().filter(|&&countries| countries == 3).count() as i64;
        (countries.iter().map(|card| self.cards.number(card, "points")).sum(), 3 * whole)
    }
}

/// An object with a key for each seat.
pub fn each(of: impl Fn(&'static str) -> Value) -> Value {
    json!({"caps": of("caps"), "hammers": of("hammers")})
}

pub fn other(seat: &str) -> &'static str {
    if seat == "caps" { "hammers" } else { "caps" }
}
