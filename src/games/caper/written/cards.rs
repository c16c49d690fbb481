//! The cards of a table that is being set up: each is laid where it is named, once.

use std::collections::BTreeMap;

use super::field::Laid;
use super::names::{find, find_playable, kind_word};
use crate::games::caper::play::{
    Deck, GEAR_PILE, Kind, LOCATION_PILE, Rules, State, THIEF_PILE, Table, empty,
};
use crate::games::naming::{Unknown, short};
use crate::games::spot::Spot;
use crate::rules::{Misfit, Pile};

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

/// What a zone's key means.
#[derive(Clone, Copy)]
enum Zone {
    Pile(Deck, Pile),
    Hand(usize),
    Discard(usize),
    /// A place, and a side of it.
    Field(usize, usize),
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
            piles: vec![Vec::new(); LOCATION_PILE + 1],
            faults: Vec::new(),
            named: BTreeMap::new(),
        }
    }

    /// The kind of cards in hands.
    pub fn kind(&self) -> Kind {
        self.rules.round(self.state.round).kind
    }

    /// Lays out all cards that the table names.
    pub fn lay(&mut self, root: &Spot<'_>) {
        if let Some(row) = root.get("row") {
            self.row(&row);
        }
        if let Some(zones) = root.get("zones") {
            self.zones(&zones);
        }
        let hands = self.state.hands.map(|hand| hand.count_ones() as u8);
        self.state.held = hands;
    }

    /// Reports something about the value under a key; about the whole table where the key is left out.
    pub fn fault(&mut self, root: &Spot<'_>, key: &str, says: String, help: &str) {
        let at = root.get(key).unwrap_or_else(|| root.clone());
        self.faults.push(at.misfit(says, help));
    }

    /// The values of a table that has a key for each of some seats, with the seats' numbers.
    pub fn by_seat<'v>(&mut self, spot: &Spot<'v>, seats: &[&str]) -> Vec<(usize, Spot<'v>)> {
        let entries = spot.known(seats, &mut self.faults);
        let number = |entry: Spot<'v>| {
            let seat = seats.iter().position(|seat| *seat == entry.key())?;
            Some((seat, entry))
        };
        entries.into_iter().filter_map(number).collect()
    }

    /// The words of all seats.
    pub fn seats(&self) -> Vec<&'r str> {
        self.rules.names.seats.iter().map(String::as_str).collect()
    }

    /// The word that names a card here: a text, or a table with `card` and `more` keys. `None` after a report.
    fn word<'v>(&mut self, spot: &Spot<'v>, more: &[&str]) -> Option<(Spot<'v>, &'v str)> {
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
        Some((at, word))
    }

    /// What was found under a word; reports what was not.
    pub fn found<T>(&mut self, at: &Spot<'_>, found: Result<T, Unknown>) -> Option<T> {
        match found {
            Ok(found) => Some(found),
            Err(unknown) => {
                self.faults.push(at.unknown(unknown));
                None
            }
        }
    }

    /// A card that is named here and nowhere else. `None` after a report.
    fn once(&mut self, at: &Spot<'_>, word: &str, card: (Deck, u8)) -> Option<()> {
        if let Some(before) = self.named.get(&card) {
            let help = format!("it is at `{before}` already; a card lies in one place");
            let says = format!("`{word}` lies in two places");
            self.faults.push(at.misfit(says, help));
            return None;
        }
        self.named.insert(card, at.way());
        Some(())
    }

    /// A card of a deck that lies here. `None` after a report.
    fn card(&mut self, spot: &Spot<'_>, deck: Deck) -> Option<u8> {
        let (at, word) = self.word(spot, &[])?;
        let card = self.found(&at, find(self.rules, deck, word))?;
        self.once(&at, word, (deck, card))?;
        Some(card)
    }

    /// A thief or gear that lies here, taken off its pile. `None` after a report.
    pub fn playable(&mut self, spot: &Spot<'_>, more: &[&str]) -> Option<(Kind, u8)> {
        let (at, word) = self.word(spot, more)?;
        let (kind, card) = self.found(&at, find_playable(self.rules, word))?;
        self.once(&at, word, (kind.into(), card))?;
        *self.pile(kind) &= !(1 << card);
        Some((kind, card))
    }

    fn pile(&mut self, kind: Kind) -> &mut u64 {
        match kind {
            Kind::Thieves => &mut self.state.thieves,
            Kind::Gear => &mut self.state.gear,
        }
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
            } else if let Some(location) = self.card(&item, Deck::Locations) {
                self.state.locations &= !(1 << location);
                self.state.row[place] = location;
            }
        }
    }

    fn zones(&mut self, zones: &Spot<'_>) {
        for spot in zones.entries(&mut self.faults) {
            let Some(zone) = self.zone(&spot) else {
                continue;
            };
            let mut laid = Laid::default();
            for item in spot.items(&mut self.faults) {
                match zone {
                    Zone::Pile(deck, pile) => {
                        let card = self.card(&item, deck);
                        self.piles[pile].extend(card);
                    }
                    Zone::Hand(seat) => self.hand(seat, &item),
                    Zone::Discard(side) => self.discard(side, &item),
                    Zone::Field(place, side) => self.stack(&mut laid, (place, side), &item),
                }
            }
        }
    }

    /// A card of the round's kind in a hand.
    fn hand(&mut self, seat: usize, item: &Spot<'_>) {
        let kind = self.kind();
        if let Some(card) = self.card(item, kind.into()) {
            *self.pile(kind) &= !(1 << card);
            self.state.hands[seat] |= 1 << card;
        }
    }

    fn discard(&mut self, side: usize, item: &Spot<'_>) {
        if let Some((kind, card)) = self.playable(item, &[]) {
            let crew = &mut self.state.crews[side];
            match kind {
                Kind::Thieves => crew.thieves |= 1 << card,
                Kind::Gear => crew.gear |= 1 << card,
            }
        }
    }

    /// What a zone's key means. `None` after a report.
    fn zone(&mut self, spot: &Spot<'_>) -> Option<Zone> {
        let key = spot.key();
        let (first, rest) = key.split_once('/').unwrap_or((key, ""));
        let seat = |word: &str| self.rules.names.seats.iter().position(|seat| seat == word);
        let zone = match (first, rest) {
            ("thieves", "") => Some(Zone::Pile(Deck::Thieves, THIEF_PILE)),
            ("gear", "") => Some(Zone::Pile(Deck::Gear, GEAR_PILE)),
            ("locations", "") => Some(Zone::Pile(Deck::Locations, LOCATION_PILE)),
            ("hand", word) => seat(word).map(Zone::Hand),
            ("discard", word) => Rules::side(word).map(Zone::Discard),
            ("field", at) if at.contains('/') => {
                let (place, side) = self.place_and_side(at, spot)?;
                return Some(Zone::Field(place, side));
            }
            _ => None,
        };
        if zone.is_none() {
            let fault = match (first, rest) {
                ("row", _) => spot.misfit(
                    format!("`{}` is no zone of a table", short(key)),
                    "write locations under `row`, beside `zones`",
                ),
                ("hand", "snitch") => spot.misfit(
                    "nobody is the Snitch in this game",
                    "three play with a Snitch",
                ),
                ("hand", word)
                    if word.ends_with("-lookout") && self.rules.table != Table::Teams =>
                {
                    spot.misfit(
                        "there are no Lookouts in this game",
                        "four play with Lookouts",
                    )
                }
                _ => spot.unknown_key(&self.zone_keys()),
            };
            self.faults.push(fault);
        }
        zone
    }

    /// A place and a side, written `1/cream`. `None` after a report.
    fn place_and_side(&mut self, word: &str, spot: &Spot<'_>) -> Option<(usize, usize)> {
        let (number, seat) = word.split_once('/').unwrap_or((word, ""));
        let side = Rules::side(seat);
        if side.is_none() {
            let says = format!("`{}` is no location with a side", short(word));
            let help = "write it like `1/cream` or `1/mint`";
            self.faults.push(spot.misfit(says, help));
        }
        let places = self.rules.numbers.places;
        let place = (1..=places).find(|n| n.to_string() == number);
        if place.is_none() {
            let says = format!("there is no location `{}`", short(number));
            let help = format!("locations are numbered from 1 to {places}");
            self.faults.push(spot.misfit(says, help));
        }
        Some((place? - 1, side?))
    }

    /// The zones of this game, for "did you mean".
    fn zone_keys(&self) -> Vec<String> {
        let kinds = [Kind::Thieves, Kind::Gear].map(kind_word);
        let mut keys: Vec<String> = kinds.into_iter().map(str::to_owned).collect();
        keys.push("locations".to_owned());
        let hands = self.rules.names.seats.iter();
        keys.extend(hands.map(|seat| format!("hand/{seat}")));
        for place in 1..=self.rules.numbers.places {
            keys.extend(Rules::SIDES.map(|side| format!("field/{place}/{side}")));
        }
        keys.extend(Rules::SIDES.map(|side| format!("discard/{side}")));
        keys
    }
}
