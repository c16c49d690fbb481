//! Chance that is synchronised by purpose: which card of a pile comes next follows from the seed, the pile's name, how often it was
//! shuffled, and the card's name, never from what was drawn elsewhere. So two games that differ by one card or one pile deal all other
//! cards in the same order.
//! A seed and the names of the cards come in; draws go out. Called by `playing`.
//!
//! Common random numbers need synchronised purposes, not only equal seeds (Law: Simulation Modeling and Analysis, 5th edition, 11.2).

use std::borrow::Cow;
use std::sync::Arc;

use crate::rules::{Among, Chance, PILES, Pile, Rng};
use crate::script::Rules;
use crate::table::CardSet;

/// Most cards of a pile.
const CARDS: usize = 256;

/// Goes on from `key` with a name, or with a move as it is written. The first copy of a card goes by the name of a card without copies,
/// `gold#1` by `gold`: a copy more leaves it where it was.
pub fn key_from(key: u64, text: &str) -> u64 {
    let words = text.split(' ').map(|word| word.strip_suffix("#1").unwrap_or(word));
    let bytes = words.flat_map(|word| word.bytes().chain([b' ']));
    bytes.fold(key, |key, byte| (key ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A number for each card of each pile, made from the names of both.
#[derive(Debug, Clone)]
pub struct CardKeys(Arc<Vec<[u64; CARDS]>>);

impl CardKeys {
    pub fn new<S: CardSet>(game: &Rules<S>) -> CardKeys {
        let names = &game.names;
        let number = |number: usize| number.to_string().into();
        let of_pile = |pile: Pile| {
            let name: Cow<'_, str> =
                game.pile_zone(pile).map_or_else(|| number(pile), |zone| names.zone(zone).into());
            let key = key_from(0xcbf2_9ce4_8422_2325, &name);
            std::array::from_fn(|card| {
                let name: Cow<'_, str> = game
                    .dealt(pile, card as u8)
                    .map_or_else(|| number(card), |card| names.card(card).into());
                key_from(key, &name)
            })
        };
        CardKeys(Arc::new((0..PILES).map(of_pile).collect()))
    }
}

/// See the module.
#[derive(Debug, Clone)]
pub struct SynchronisedChance {
    keys: CardKeys,
    seed: u64,
    /// What was left of each pile after the last draw, and how often it was shuffled before that.
    piles: [(Vec<u8>, u64); PILES],
}

impl SynchronisedChance {
    pub fn new(seed: u64, keys: &CardKeys) -> SynchronisedChance {
        SynchronisedChance {
            keys: keys.clone(),
            seed,
            piles: std::array::from_fn(|_| (Vec::new(), 0)),
        }
    }

    /// Where a card stands in the order of a pile.
    fn rank(&self, pile: Pile, shuffles: u64, card: u8) -> u64 {
        let key = self.keys.0[pile % PILES][usize::from(card)];
        Rng::new(self.seed ^ Rng::stream(key, shuffles).next()).next()
    }
}

impl Chance for SynchronisedChance {
    /// The first of some cards; a pile that has a card that it lacked after the last draw was shuffled.
    fn draw_of(&mut self, pile: Pile, from: &dyn Among) -> u8 {
        let mut cards: Vec<u8> = (0..from.count()).map(|rank| from.nth(rank)).collect();
        let (left, shuffles) = &self.piles[pile % PILES];
        let is_new = cards.iter().any(|card| !left.contains(card));
        let shuffles = shuffles + u64::from(is_new);
        let rank = |card: &u8| (self.rank(pile, shuffles, *card), *card);
        let drawn = cards.iter().copied().min_by_key(rank).unwrap_or(0);
        cards.retain(|card| *card != drawn);
        self.piles[pile % PILES] = (cards, shuffles);
        drawn
    }

    fn order(&self, pile: Pile, from: &[u8]) -> Vec<u8> {
        let (_, shuffles) = &self.piles[pile % PILES];
        let mut order = from.to_vec();
        order.sort_by_key(|card| (self.rank(pile, *shuffles, *card), *card));
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_copy_of_a_card_goes_by_the_name_of_a_single_one() {
        for (one, other) in [("gold#1", "gold"), ("swap gold#1 tin#1", "swap gold tin")] {
            assert_eq!(key_from(7, one), key_from(7, other));
        }
        for other in ["gold#2", "gold#11", "gold#1#1", "gol d"] {
            assert_ne!(key_from(7, "gold"), key_from(7, other));
        }
    }

    fn keys() -> CardKeys {
        let key = |card: usize| (card as u64).wrapping_mul(7_919);
        CardKeys(Arc::new(vec![std::array::from_fn(key); PILES]))
    }

    fn drawn(chance: &mut SynchronisedChance, mut from: u64, count: u32) -> Vec<u8> {
        let mut cards = Vec::new();
        for _ in 0..count {
            let card = chance.draw(0, from, from.count_ones());
            from &= !(1 << card);
            cards.push(card);
        }
        cards
    }

    #[test]
    fn a_card_more_leaves_the_others_in_their_order() {
        for seed in 0..200 {
            let all = drawn(&mut SynchronisedChance::new(seed, &keys()), 0xffff, 16);
            let fewer = drawn(&mut SynchronisedChance::new(seed, &keys()), 0xfffe, 15);
            let left: Vec<u8> = all.into_iter().filter(|card| *card != 0).collect();
            assert_eq!(left, fewer);
        }
    }

    #[test]
    fn every_order_is_as_likely_and_a_shuffle_begins_another() {
        let mut firsts = [0u32; 4];
        let mut again = [[0u32; 4]; 4];
        for seed in 0..8_000 {
            let mut chance = SynchronisedChance::new(seed, &keys());
            let order = drawn(&mut chance, 0b1111, 4);
            firsts[usize::from(order[0])] += 1;
            // All cards come back: a new order that has nothing to do with the first.
            let next = drawn(&mut chance, 0b1111, 4);
            again[usize::from(order[0])][usize::from(next[0])] += 1;
        }
        assert!(firsts.iter().all(|n| (1_850..2_150).contains(n)), "{firsts:?}");
        let even = again.iter().flatten().all(|n| (400..600).contains(n));
        assert!(even, "{again:?}");
    }

    #[test]
    fn a_card_that_comes_back_is_no_more_likely_than_those_that_stayed() {
        let mut counts = [0u32; 4];
        for seed in 0..8_000 {
            let mut chance = SynchronisedChance::new(seed, &keys());
            let first = drawn(&mut chance, 0b1111, 1)[0];
            // It is put back, and the pile shuffled.
            let next = chance.draw(0, 0b1111, 4);
            counts[usize::from((next + 4 - first) % 4)] += 1;
        }
        assert!(counts.iter().all(|n| (1_850..2_150).contains(n)), "{counts:?}");
    }
}
