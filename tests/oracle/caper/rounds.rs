//! Deals, turns and hands of Caper: with two players, with the Snitch, in teams.

use std::collections::BTreeSet;

use serde_json::json;

use super::cards::{ROUNDS, SNITCH_DECK};
use super::table::{SIDES, Table, other};

impl Table<'_> {
    /// R5, R19, R21: the next round is dealt: to the Masterminds, for the Snitch, or to the Lookouts; after the last the game is over.
    pub fn begin_round(&mut self) {
        (self.round, self.turns, self.played) = (self.round + 1, 0, 0);
        if self.round > ROUNDS.len() {
            (self.phase, self.turn) = ("over", None);
            self.tell_winners();
            return;
        }
        let first = SIDES.iter().position(|side| *side == self.first());
        self.tell(json!({"round": self.round}));
        self.tell(json!({"first": first}));
        let (_, cards, _) = ROUNDS[self.round - 1];
        if self.caper.players == 3 {
            self.snitch_deck = SNITCH_DECK * cards;
            for side in SIDES {
                self.draw_to_hand(side);
                self.take_from_snitch_deck(1);
            }
            self.snitch_draws();
            return;
        }
        for side in SIDES {
            let seat =
                if self.caper.players == 4 { format!("{side}-lookout") } else { side.to_owned() };
            for _ in 0..cards {
                self.draw_to_hand(&seat);
            }
        }
        self.begin_turn();
    }

    fn take_from_snitch_deck(&mut self, cards: i64) {
        self.snitch_deck -= cards;
        self.tell(json!({"snitch-deck": self.snitch_deck}));
    }

    /// R19: each turn the Snitch draws two.
    fn snitch_draws(&mut self) {
        self.draw_to_hand("snitch");
        self.draw_to_hand("snitch");
        self.take_from_snitch_deck(2);
        (self.phase, self.turn) = ("deal", Some("snitch".to_owned()));
    }

    /// R7; R21, G20: in teams the Lookout of the team that plays first passes first.
    fn begin_turn(&mut self) {
        if self.caper.players == 4 {
            (self.phase, self.turn) = ("pass", Some(format!("{}-lookout", self.first())));
        } else {
            self.ask_for_a_card(self.first());
        }
    }

    /// R9, R10: a Mastermind plays a thief or gear, as the round is.
    pub fn ask_for_a_card(&mut self, side: &str) {
        self.phase = if self.kind() == "thieves" { "place" } else { "equip" };
        self.turn = Some(side.to_owned());
    }

    /// R7, R8: both have played: whole hands are swapped, or the last cards discarded. R19: no swap; the last card goes when the deck is
    /// out. R21: the card that was not played goes to the own Lookout, unless the Lookouts have none left.
    pub fn end_turn(&mut self) {
        (self.turns, self.played) = (self.turns + 1, 0);
        let last = match self.caper.players {
            3 => self.snitch_deck == 0,
            4 => SIDES.iter().all(|side| self.hands[&format!("{side}-lookout")].is_empty()),
            _ => SIDES.iter().all(|side| self.hands[*side].len() == 1),
        };
        if last {
            for side in SIDES {
                for card in self.caper.in_order(&self.hands[side]) {
                    self.discard(side, &card);
                }
            }
            self.begin_round();
            return;
        }
        let hands = SIDES.map(|side| self.hands[side].clone());
        match self.caper.players {
            3 => return self.snitch_draws(),
            4 => SIDES
                .iter()
                .zip(hands)
                .for_each(|(side, cards)| self.hand_over(side, &format!("{side}-lookout"), cards)),
            _ => SIDES
                .iter()
                .zip(hands)
                .for_each(|(side, cards)| self.hand_over(side, other(side), cards)),
        }
        self.begin_turn();
    }

    /// R19: one of the two to Cream, the other to Mint.
    pub fn deal(&mut self, card: &str) {
        let mut kept = self.hands["snitch"].clone();
        kept.remove(card);
        self.hand_over("snitch", "cream", [card.to_owned()].into());
        self.hand_over("snitch", "mint", kept);
        self.begin_turn();
    }

    /// R21: two cards to the opposing Mastermind. G20: both Lookouts pass before a card is played.
    pub fn pass(&mut self, seat: &str, cards: [&str; 2]) {
        let side = seat.trim_end_matches("-lookout");
        self.hand_over(seat, other(side), cards.map(str::to_owned).into());
        self.played += 1;
        if self.played < SIDES.len() {
            self.turn = Some(format!("{}-lookout", other(side)));
        } else {
            self.played = 0;
            self.ask_for_a_card(self.first());
        }
    }

    /// Cards go face down from hand to hand. R19, G19, G20: whoever gives them knows where they are. A third who knew some of that hand
    /// still does when all of it goes; when a part goes, it cannot tell which.
    fn hand_over(&mut self, from: &str, to: &str, cards: BTreeSet<String>) {
        let hand = self.hands[from].clone();
        for (seat, known) in &mut self.known {
            if seat == from {
                known.extend(cards.iter().cloned());
            } else if seat != to && cards != hand {
                known.retain(|card| !hand.contains(card));
            }
        }
        for card in self.caper.in_order(&cards) {
            self.tell(json!({"card": card, "from": format!("hand/{from}"), "to": format!("hand/{to}"), "face": "passed"}));
        }
        self.hand(from).retain(|card| !cards.contains(card));
        self.hand(to).extend(cards);
    }
}
