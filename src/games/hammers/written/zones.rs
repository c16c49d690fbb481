//! The zones of a table that is being set up.

use super::cards::Cards;
use crate::games::hammers::play::{
    ACTION_PILE, COUNTRY_PILE, Deck, PROTEST_PILE, Rules, SLOTS, faces, reveal, turn_up,
};
use crate::games::naming::short;
use crate::games::spot::Spot;
use crate::rules::{Pile, Silent};

/// What a zone's key means.
#[derive(Clone, Copy)]
enum Zone {
    Pile(Deck, Pile),
    /// Read at the end: see [`Cards::lay`].
    Labs,
    Discard,
    Hand(usize),
    /// A place, and a side of it.
    Field(usize, usize),
    Justifications,
    Justified(usize, usize),
}

/// A card on the field, before it has its slot.
struct Laid<'v> {
    card: u8,
    place: usize,
    /// The number of the word in [`FACES`].
    face: usize,
    spot: Spot<'v>,
}

/// How a card lies on the field.
const FACES: [&str; 3] = [faces::WORDS[0], faces::WORDS[1], faces::WORDS[2]];

impl Cards<'_> {
    /// Lays out what lies in zones.
    pub fn zones(&mut self, zones: &Spot<'_>) {
        let mut laid: [Vec<Laid<'_>>; 2] = [Vec::new(), Vec::new()];
        for spot in zones.entries(&mut self.faults) {
            let zone = self.zone(&spot);
            if matches!(zone, None | Some(Zone::Labs)) {
                continue;
            }
            for item in spot.items(&mut self.faults) {
                match zone {
                    Some(Zone::Field(place, side)) => laid[side].extend(self.laid(item, place)),
                    Some(zone) => self.put(zone, &item),
                    None => {}
                }
            }
        }
        for (side, mut cards) in laid.into_iter().enumerate() {
            // The zones may be written in any order.
            cards.sort_by_key(|card| card.place);
            self.field(side, cards);
        }
        for mine in &mut self.state.sides {
            mine.held = mine.hand.count_ones() as u8;
        }
    }

    /// What a zone's key means.
    fn zone(&mut self, spot: &Spot<'_>) -> Option<Zone> {
        let rules = self.rules;
        let key = spot.key();
        let (first, rest) = key.split_once('/').unwrap_or((key, ""));
        let zone = match (first, rest) {
            ("deck", "") => Some(Zone::Pile(Deck::Actions, ACTION_PILE)),
            ("discard", "") => Some(Zone::Discard),
            ("countries", "") => Some(Zone::Pile(Deck::Countries, COUNTRY_PILE)),
            ("protests", "") if !rules.protests.is_empty() => {
                Some(Zone::Pile(Deck::Protests, PROTEST_PILE))
            }
            ("labs", "") if !rules.labs.is_empty() => Some(Zone::Labs),
            ("justifications", "") if rules.justifications > 0 => Some(Zone::Justifications),
            ("hand", seat) => Rules::side(seat).map(Zone::Hand),
            ("field", at) if at.contains('/') => {
                let (place, side) = self.place_and_side(at, spot)?;
                return Some(Zone::Field(place, side));
            }
            ("justified", at) if rules.justifications > 0 && at.contains('/') => {
                let (place, side) = self.place_and_side(at, spot)?;
                return Some(Zone::Justified(place, side));
            }
            _ => None,
        };
        if zone.is_none() {
            let fault = match first {
                "owned" | "labs" | "protests" | "paired" | "row" if !rest.is_empty() => spot
                    .misfit(
                        format!("`{}` is no zone of a table", short(key)),
                        format!("write these cards under `{first}`, beside `zones`"),
                    ),
                _ => spot.unknown_key(&self.zone_keys()),
            };
            self.faults.push(fault);
        }
        zone
    }

    /// The zones of this game, for "did you mean".
    fn zone_keys(&self) -> Vec<String> {
        let rules = self.rules;
        let mut keys: Vec<String> = ["deck", "discard", "countries"].map(str::to_owned).into();
        let decks = [
            ("labs", !rules.labs.is_empty()),
            ("protests", !rules.protests.is_empty()),
            ("justifications", rules.justifications > 0),
        ];
        keys.extend(decks.iter().filter(|d| d.1).map(|d| d.0.to_owned()));
        keys.extend(Rules::SEATS.map(|seat| format!("hand/{seat}")));
        for place in 1..=rules.numbers.places {
            keys.extend(Rules::SEATS.map(|seat| format!("field/{place}/{seat}")));
        }
        keys
    }

    /// A card in a zone other than the field.
    fn put(&mut self, zone: Zone, item: &Spot<'_>) {
        let deck = match zone {
            Zone::Pile(deck, _) => deck,
            Zone::Labs => Deck::Labs,
            Zone::Justifications | Zone::Justified(..) => Deck::Justifications,
            Zone::Discard | Zone::Hand(_) | Zone::Field(..) => Deck::Actions,
        };
        let Some(card) = self.card(item, deck, &[]) else {
            return;
        };
        match zone {
            Zone::Pile(_, pile) => self.piles[pile].push(card),
            Zone::Labs | Zone::Justifications | Zone::Field(..) => {}
            Zone::Justified(place, side) => {
                self.state.justifications[usize::from(card)] = (place * 2 + side) as u8;
            }
            Zone::Discard => {
                self.state.deck &= !(1 << card);
                self.state.discard |= 1 << card;
            }
            Zone::Hand(side) => {
                self.state.deck &= !(1 << card);
                self.state.sides[side].hand |= 1 << card;
            }
        }
    }

    fn laid<'v>(&mut self, spot: Spot<'v>, place: usize) -> Option<Laid<'v>> {
        let card = self.card(&spot, Deck::Actions, &["face", "at"])?;
        let face = spot.get("face");
        let face = face.and_then(|face| face.one_of(&FACES, &mut self.faults));
        Some(Laid {
            card,
            place,
            face: face.unwrap_or(0),
            spot,
        })
    }

    /// Lays the cards of a side in the order of deployment: those with a number first, the others in the order of
    /// locations.
    fn field(&mut self, side: usize, cards: Vec<Laid<'_>>) {
        let seat = Rules::SEATS[side];
        let turns = self.rules.numbers.turns;
        if let Some(over) = cards.get(usize::from(turns)) {
            let says = format!("this is card {} of {seat} in play", turns + 1);
            let help = format!("a round has {turns} turns of each player");
            self.faults.push(over.spot.misfit(says, help));
            return;
        }
        let mut slots: [Option<&Laid<'_>>; SLOTS] = [None; SLOTS];
        let mut others = Vec::new();
        for card in &cards {
            let at = card.spot.get("at");
            let last = cards.len() as u8;
            let number = at
                .as_ref()
                .and_then(|at| at.whole(1..=last, &mut self.faults));
            match number.map(|n| &mut slots[usize::from(n - 1)]) {
                Some(free @ None) => *free = Some(card),
                taken => {
                    if let (Some(_), Some(at)) = (taken, at) {
                        let says = format!("another card of {seat} was deployed as this number");
                        let help = "number them in the order of deployment, from 1";
                        self.faults.push(at.misfit(says, help));
                    }
                    others.push(card);
                }
            }
        }
        let mut others = others.into_iter();
        for card in slots
            .into_iter()
            .filter_map(|slot| slot.or_else(|| others.next()))
        {
            self.deploy(side, card);
        }
    }

    fn deploy(&mut self, side: usize, laid: &Laid<'_>) {
        let rules = self.rules;
        let mine = &mut self.state.sides[side];
        let slot = usize::from(mine.placed);
        self.state.deck &= !(1 << laid.card);
        // A card is laid from the hand.
        mine.hand |= 1 << laid.card;
        mine.held += 1;
        mine.lay(rules, laid.card, laid.place);
        match laid.face {
            0 => {}
            1 => turn_up(rules, &mut self.state, side, slot, &mut Silent),
            _ => reveal(rules, &mut self.state, side, slot, &mut Silent),
        }
    }
}
