//! Which moves are legal on a table of Caper.

use std::collections::BTreeSet;

use super::cards::{Card, GEAR_ON_A_THIEF, THIEVES_AT_A_LOCATION};
use super::table::{Table, other};

impl Table<'_> {
    /// Every move that is legal now, in the words of a record.
    pub fn legal(&self) -> BTreeSet<String> {
        let Some(seat) = self.turn.as_deref() else {
            return BTreeSet::new();
        };
        let hand = || self.caper.in_order(&self.hands[seat]).into_iter();
        match self.phase {
            "place" => hand()
                .flat_map(|thief| {
                    self.places_for(seat).map(move |place| format!("place {thief} at {place}"))
                })
                .collect(),
            "equip" => self.legal_gear(seat, hand().collect()),
            "flip" => self.targets(seat).into_iter().map(|thief| format!("flip {thief}")).collect(),
            "recover" => {
                let mut legal = self.recoverable(seat);
                legal.insert("leave".to_owned());
                legal
            }
            "deal" => hand().map(|card| format!("deal {card}")).collect(),
            "pass" => {
                // R21: two cards, in the order of the decks.
                let cards: Vec<String> = hand().collect();
                let pairs = cards
                    .iter()
                    .enumerate()
                    .flat_map(|(n, a)| cards[n + 1..].iter().map(move |b| format!("pass {a} {b}")));
                pairs.collect()
            }
            phase => panic!("no phase {phase}"),
        }
    }

    /// R9: one of the three locations, at most three thieves of a side there.
    fn places_for(&self, side: &str) -> impl Iterator<Item = usize> {
        let free = self
            .field
            .iter()
            .filter(|((_, whose), stacks)| *whose == side && stacks.len() < THIEVES_AT_A_LOCATION);
        free.map(|((place, _), _)| *place).collect::<Vec<_>>().into_iter()
    }

    /// R10: gear on one's own thief with fewer than three, if its cost can be paid; or a discard. R22, G21: in teams the discard only
    /// when no card in hand can be paid for and put on a thief.
    fn legal_gear(&self, side: &str, hand: Vec<String>) -> BTreeSet<String> {
        let thieves = self.bearers(side, |_| true);
        let mut legal = BTreeSet::new();
        for gear in hand.iter().filter(|gear| self.can_pay(side, gear)) {
            legal.extend(thieves.iter().map(|thief| format!("equip {gear} on {thief}")));
        }
        if self.caper.players < 4 || legal.is_empty() {
            legal.extend(hand.iter().map(|gear| format!("discard {gear}")));
        }
        legal
    }

    fn can_pay(&self, side: &str, gear: &str) -> bool {
        self.caper.card(gear).number("cost") <= self.coins[side]
    }

    /// R10: thieves of a side that have room for gear, at some places. A flipped card does not matter (R12).
    fn bearers(&self, side: &str, at: impl Fn(usize) -> bool) -> Vec<String> {
        let mine = self.field.iter().filter(|((place, whose), _)| *whose == side && at(*place));
        let room =
            mine.flat_map(|(_, stacks)| stacks).filter(|stack| stack.len() <= GEAR_ON_A_THIEF);
        room.map(|stack| stack[0].card.clone()).collect()
    }

    /// R12, G4, G6: the thieves whose topmost card the next flip may turn: the opponent's, unflipped, unprotected, within reach.
    pub fn targets(&self, side: &str) -> Vec<String> {
        let Some((flip, acting)) = self.flips.first().zip(self.acting.as_deref()) else {
            return Vec::new();
        };
        let here = self.place_of(acting);
        let reached = self.field.iter().filter(|((place, whose), _)| {
            *whose == other(side) && (flip.reach == "anywhere" || *place == here)
        });
        let stacks =
            reached.flat_map(|((place, _), stacks)| stacks.iter().map(|stack| (*place, stack)));
        let turnable = stacks.filter(|(place, stack)| {
            let top = &stack[stack.len() - 1];
            let card = self.caper.card(&top.card);
            let right = flip.only.as_deref().is_none_or(|what| card.is(what));
            right && !top.flipped && !self.protected(*place, card)
        });
        turnable.map(|(_, stack)| stack[0].card.clone()).collect()
    }

    /// R12, E8: by its own icon, or by the location it is at.
    fn protected(&self, place: usize, card: &Card) -> bool {
        let is = |word: &toml::Value| word.as_str().is_some_and(|what| card.is(what));
        card.icons("gives", "protect").any(|word| word.as_str() == Some("self"))
            || self.location(place).icons("modifier", "protect").any(is)
    }

    /// G9: gear of one's own discards that can be paid for, on one's own thieves at the location of the card that brings it back.
    pub fn recoverable(&self, side: &str) -> BTreeSet<String> {
        let Some(acting) = self.acting.as_deref() else {
            return BTreeSet::new();
        };
        let here = self.place_of(acting);
        let thieves = self.bearers(side, |place| place == here);
        let gear = self.discards[side]
            .iter()
            .filter(|card| self.caper.card(card).deck == "gear" && self.can_pay(side, card));
        gear.flat_map(|gear| thieves.iter().map(move |thief| format!("recover {gear} on {thief}")))
            .collect()
    }
}
