//! The cards of a table that is being set up: each is laid where it is named, once.

use std::collections::BTreeMap;

use super::names::{find, name};
use crate::games::hammers::Penalty;
use crate::games::hammers::play::{Deck, NONE, PROTEST_PILE, Rules, State, empty};
use crate::games::naming::short;
use crate::games::spot::Spot;
use crate::rules::{Bits, Misfit};

/// What has been laid out so far.
pub struct Cards<'r> {
    pub rules: &'r Rules,
    pub state: State,
    /// The order of the piles, as far as it is given.
    pub piles: Vec<Vec<u8>>,
    pub faults: Vec<Misfit>,
    /// Where each named card was named.
    named: BTreeMap<(Deck, u8), String>,
}

impl<'r> Cards<'r> {
    /// Nothing is laid out yet: all cards lie in their piles.
    pub fn new(rules: &'r Rules) -> Self {
        Cards {
            rules,
            state: State {
                round: 1,
                ..empty(rules)
            },
            piles: vec![Vec::new(); PROTEST_PILE + 1],
            faults: Vec::new(),
            named: BTreeMap::new(),
        }
    }

    /// Lays out all cards that the table names.
    pub fn lay(&mut self, root: &Spot<'_>) {
        if let Some(row) = root.get("row") {
            self.row(&row);
        }
        if let Some(zones) = root.get("zones") {
            self.zones(&zones);
        }
        for (side, owned) in self.by_seat(root, "owned") {
            for item in owned.items(&mut self.faults) {
                if let Some(country) = self.country(&item) {
                    self.state.sides[side].countries |= 1 << country;
                }
            }
        }
        for (side, labs) in self.by_seat(root, "labs") {
            for item in labs.items(&mut self.faults) {
                self.lab(side, &item);
            }
        }
        for (side, protests) in self.by_seat(root, "protests") {
            for item in protests.items(&mut self.faults) {
                if let Some(protest) = self.card(&item, Deck::Protests, &[]) {
                    self.state.protests &= !(1 << protest);
                    self.state.sides[side].protests |= 1 << protest;
                }
            }
        }
        if let Some(paired) = root.get("paired") {
            self.paired(&paired);
        }
        if let Some(justified) = root.get("justified") {
            self.justified(&justified);
        }
        if let Some(labs) = root.get("zones").and_then(|zones| zones.get("labs")) {
            self.labs_to_come(&labs);
        }
        self.state.deck_count = self.state.deck.count_ones() as u8;
    }

    /// The sides' values under a key.
    pub fn by_seat<'v>(&mut self, root: &Spot<'v>, key: &str) -> Vec<(usize, Spot<'v>)> {
        let Some(table) = root.get(key) else {
            return Vec::new();
        };
        let entries = table.known(&Rules::SEATS, &mut self.faults);
        let side = |spot: Spot<'v>| Some((Rules::side(spot.key())?, spot));
        entries.into_iter().filter_map(side).collect()
    }

    /// A location's number, from 1, as a place.
    pub fn place(&mut self, word: &str, spot: &Spot<'_>) -> Option<usize> {
        let places = self.rules.numbers.places;
        let place = (1..=places).find(|n| n.to_string() == word);
        if place.is_none() {
            let says = format!("there is no location `{}`", short(word));
            let help = format!("locations are numbered from 1 to {places}");
            self.faults.push(spot.misfit(says, help));
        }
        place.map(|n| n - 1)
    }

    /// A place and a side, written `1/caps`.
    pub fn place_and_side(&mut self, word: &str, spot: &Spot<'_>) -> Option<(usize, usize)> {
        let (number, seat) = word.split_once('/').unwrap_or((word, ""));
        let side = Rules::side(seat);
        if side.is_none() {
            let says = format!("`{}` is no location with a seat", short(word));
            let help = "write it like `1/caps` or `1/hammers`";
            self.faults.push(spot.misfit(says, help));
        }
        Some((self.place(number, spot)?, side?))
    }

    /// A card that lies here: a name, or a table with `card` and `more` keys. `None` after a report.
    pub fn card(&mut self, spot: &Spot<'_>, deck: Deck, more: &[&str]) -> Option<u8> {
        let at = match spot.value.is_object() {
            false => spot.clone(),
            true => {
                let keys: Vec<&str> = [&["card"], more].concat();
                spot.known(&keys, &mut self.faults);
                let card = spot.get("card");
                if card.is_none() {
                    let help = "say which: `card = \"…\"`";
                    self.faults.push(spot.misfit("no card is named here", help));
                }
                card?
            }
        };
        let word = at.text("a card's name", &mut self.faults)?;
        let card = match find(self.rules, deck, word) {
            Ok(card) => card,
            Err(unknown) => {
                self.faults.push(at.unknown(unknown));
                return None;
            }
        };
        if let Some(before) = self.named.get(&(deck, card)) {
            let help = format!("it is at `{before}` already; a card lies in one place");
            let says = format!("`{word}` lies in two places");
            self.faults.push(at.misfit(says, help));
            return None;
        }
        self.named.insert((deck, card), at.way());
        Some(card)
    }

    /// A country that has been in play: by its name, or with the side that it shows.
    fn country(&mut self, spot: &Spot<'_>) -> Option<u8> {
        let country = self.card(spot, Deck::Countries, &["loyal"])?;
        self.state.countries &= !(1 << country);
        if let Some(at) = spot.get("loyal")
            && at.yes(&mut self.faults) == Some(false)
        {
            self.state.disloyal |= 1 << country;
            if self.rules.numbers.defcon.penalty == Penalty::Protests {
                let help = "leave `loyal` out: countries of this game have one side";
                let says = "there is no loyalty in this game";
                self.faults.push(at.misfit(says, help));
            }
        }
        Some(country)
    }

    fn row(&mut self, row: &Spot<'_>) {
        let places = self.rules.numbers.places;
        for (place, item) in row.items(&mut self.faults).into_iter().enumerate() {
            if place >= places {
                let says = format!("this is location {}", place + 1);
                let help = format!("the row has {places} locations");
                self.faults.push(item.misfit(says, help));
            } else if item.value.is_null() || item.value == "none" {
                // Nothing lies there.
            } else if self.rules.is_lab(place) {
                if let Some(lab) = self.card(&item, Deck::Labs, &[]) {
                    self.state.labs &= !(1 << lab);
                    self.state.lab = lab;
                }
            } else if let Some(country) = self.card(&item, Deck::Countries, &[]) {
                self.state.countries &= !(1 << country);
                self.state.row[place] = country;
            }
        }
    }

    fn lab(&mut self, side: usize, spot: &Spot<'_>) {
        let Some(lab) = self.card(spot, Deck::Labs, &["with"]) else {
            return;
        };
        self.state.labs &= !(1 << lab);
        self.state.sides[side].labs |= 1 << lab;
        let Some(with) = spot.get("with") else {
            return;
        };
        let Some(word) = with.text("a card's name", &mut self.faults) else {
            return;
        };
        let card = match find(self.rules, Deck::Actions, word) {
            Ok(card) => card,
            Err(unknown) => {
                self.faults.push(with.unknown(unknown));
                return;
            }
        };
        let mine = &mut self.state.sides[side];
        let slot = mine.slot_of(card);
        match slot {
            Some(slot) if mine.launched >> slot & 1 == 1 && mine.lab[slot] == NONE => {
                mine.lab[slot] = lab;
                mine.lent |= 1 << lab;
            }
            _ => {
                let seat = Rules::SEATS[side];
                let says = match slot {
                    None => format!("{seat} has no `{word}` in play"),
                    Some(slot) if mine.lab[slot] != NONE => {
                        format!("`{word}` has a lab already")
                    }
                    Some(_) => format!("`{word}` has not been launched"),
                };
                let help = format!(
                    "a lab is lent to a card of {seat} whose face is `up`, one lab to a card"
                );
                self.faults.push(with.misfit(says, help));
            }
        }
    }

    fn paired(&mut self, paired: &Spot<'_>) {
        for countries in paired.entries(&mut self.faults) {
            let place = self.place(countries.key(), &countries);
            if let Some(place) = place
                && self.state.row[place] == NONE
            {
                let says = format!("no country lies at location {}", place + 1);
                let help = "countries are paired with one of `row`";
                self.faults.push(countries.misfit(says, help));
            }
            for item in countries.items(&mut self.faults) {
                if let Some(country) = self.country(&item)
                    && let Some(place) = place
                {
                    self.state.paired[place] |= 1 << country;
                }
            }
        }
    }

    /// Justification cards by their number at each place; which ones matters to nobody.
    fn justified(&mut self, justified: &Spot<'_>) {
        for spot in justified.entries(&mut self.faults) {
            let at = self.place_and_side(spot.key(), &spot);
            let all = self.rules.justifications;
            let (Some(count), Some((place, side))) = (spot.whole(0..=all, &mut self.faults), at)
            else {
                continue;
            };
            let here = (place * 2 + side) as u8;
            let lie = self.state.justifications.iter().filter(|j| **j == here);
            let lie = lie.count() as u8;
            if lie > count {
                let says = format!("this is {count}, and `zones` names {lie}");
                let help = "leave one of the two out";
                self.faults.push(spot.misfit(says, help));
            }
            for _ in lie..count {
                let free = |j: &u8| !self.named.contains_key(&(Deck::Justifications, *j));
                match (0..all).find(free) {
                    Some(card) => {
                        self.named.insert((Deck::Justifications, card), spot.way());
                        self.state.justifications[usize::from(card)] = here;
                    }
                    None => {
                        let says = "there are not so many Justifications left";
                        let help = format!("the game has {all} in all");
                        self.faults.push(spot.misfit(says, help));
                        break;
                    }
                }
            }
        }
    }

    /// Labs come in the order of their deck (CH1-R2, CH2-R2), so that order is all that can be written.
    fn labs_to_come(&mut self, labs: &Spot<'_>) {
        let mut order = Bits(u64::from(self.state.labs));
        let mut told = false;
        for item in labs.items(&mut self.faults) {
            let Some(lab) = self.card(&item, Deck::Labs, &[]) else {
                continue;
            };
            let next = order.next();
            if next != Some(lab) && !told {
                told = true;
                let next = next.map_or("?", |next| name(self.rules, Deck::Labs, next));
                let says = format!(
                    "`{}` is not the next lab",
                    name(self.rules, Deck::Labs, lab)
                );
                let help = format!("labs come in the order of their deck: next is `{next}`");
                self.faults.push(item.misfit(says, help));
            }
        }
    }
}
