//! Chance that deals the cards a record names, and falls back to the dice of its seed. Cards come in from `wishes`;
//! draws go out to the game. Called by `run`.

use std::collections::VecDeque;

use crate::rules::{Among, Chance, PICKS, Pile, ROLLS, ScriptedChance, Seed};

/// Deals the cards of a record as far as they are given; its seed decides the rest.
#[derive(Debug, Clone)]
pub struct RecordedChance {
    /// Cards to come, with their pile and their place in the record.
    wishes: VecDeque<(Option<Pile>, u8, usize)>,
    dice: ScriptedChance,
    /// The first card that could not be dealt, by its place in the record.
    missed: Option<usize>,
}

impl RecordedChance {
    pub fn new(dice: ScriptedChance) -> Self {
        RecordedChance { wishes: VecDeque::new(), dice, missed: None }
    }

    /// From now on another seed decides the rest.
    pub fn reseed(&mut self, seed: Seed) {
        self.dice.reseed(seed);
    }

    /// What is to be dealt next, of a pile or of whichever it lies in; `place` identifies it if it cannot be dealt.
    pub fn wish(&mut self, pile: Option<Pile>, card: u8, place: usize) {
        self.wishes.push_back((pile, card, place));
    }

    /// The first card that did not lie where it was to be dealt from, since the last time this was asked. What was
    /// not dealt by then is forgotten.
    pub fn take_missed(&mut self) -> Option<usize> {
        self.wishes.clear();
        self.missed.take()
    }

    /// The next card to come, if it lies there.
    fn given(&mut self, pile: Pile, is_there: impl Fn(u8) -> bool) -> Option<u8> {
        // A record says neither what was rolled nor which card was picked that then stayed where it lay.
        let is_next = self.wishes.front().is_some_and(|next| is_there(next.1));
        if pile == ROLLS || (pile == PICKS && !is_next) {
            return None;
        }
        let (wished, card, place) = self.wishes.pop_front()?;
        if wished.is_none_or(|wished| wished == pile) && is_there(card) {
            return Some(card);
        }
        self.missed = self.missed.or(Some(place));
        None
    }
}

impl Chance for RecordedChance {
    fn draw(&mut self, pile: Pile, from: u64, count: u32) -> u8 {
        let given = self.given(pile, |card| card < 64 && from >> card & 1 == 1);
        given.unwrap_or_else(|| self.dice.draw(pile, from, count))
    }

    fn draw_of(&mut self, pile: Pile, from: &dyn Among) -> u8 {
        let given = self.given(pile, |card| from.has(card));
        given.unwrap_or_else(|| self.dice.draw_of(pile, from))
    }

    fn order(&self, pile: Pile, from: &[u8]) -> Vec<u8> {
        self.dice.order(pile, from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn following() -> RecordedChance {
        RecordedChance::new(ScriptedChance::new(Vec::new(), 3))
    }

    #[test]
    fn what_is_wished_is_dealt() {
        let mut chance = following();
        chance.wish(Some(0), 5, 10);
        chance.wish(Some(1), 2, 11);
        assert_eq!(chance.draw(0, 0b10_1011, 4), 5);
        assert_eq!(chance.draw(1, 0b1101, 3), 2);
        assert_eq!(chance.take_missed(), None);
    }

    #[test]
    fn a_card_that_is_not_there_is_told_and_another_dealt() {
        for (pile, from) in [(0, 0b1011u64), (1, 0b1111)] {
            let mut chance = following();
            chance.wish(Some(0), 2, 10);
            let dealt = chance.draw(pile, from, from.count_ones());
            assert_eq!(from >> dealt & 1, 1);
            assert_eq!(chance.take_missed(), Some(10));
        }
    }

    #[test]
    fn without_a_wish_the_dice_of_the_seed_deal() {
        let mut dice = ScriptedChance::new(Vec::new(), 3);
        let mut chance = following();
        for _ in 0..20 {
            assert_eq!(chance.draw(0, 0xffff, 16), dice.draw(0, 0xffff, 16));
        }
    }
}
