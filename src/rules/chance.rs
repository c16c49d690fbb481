//! Decides which card of a pile is drawn next. A pile and the set of its cards come in; a card goes out: from a seed
//! (`SeededChance`) or from given lists (`ScriptedChance`). `verify` brings chances of its own.

use super::seed::{Dice, Seed};
use super::{Ranks, Rng, select};

/// A pile that cards are drawn from face down, by the number that the game gives it (0 to 6), or [`ROLLS`] or [`PICKS`].
pub type Pile = usize;

/// The pile that a roll draws its number from.
pub const ROLLS: Pile = 7;

/// The pile that `pick_random` draws from, wherever its cards lie.
pub const PICKS: Pile = 8;

/// Piles as far as chance knows them: each has a stream of its own.
pub const PILES: usize = 9;

/// Cards that one is drawn from, of which there is at least one, however they are kept.
pub trait Among {
    /// How many there are.
    fn count(&self) -> u32;
    /// The card with `rank` others below it; there is one.
    fn nth(&self, rank: u32) -> u8;
    fn has(&self, card: u8) -> bool;
}

/// Decides what is drawn. A pile is a set: it is put in order only as far as it is drawn.
pub trait Chance {
    /// The next card of `pile`, one of the set `from`, which is not empty and has `count` members: as [`Chance::draw_of`] gives it.
    #[inline]
    fn draw(&mut self, pile: Pile, from: u64, _count: u32) -> u8 {
        self.draw_of(pile, &from)
    }

    /// The next `cards` of `pile`, of the set `from`, which has as many at least: what so many draws give.
    #[inline]
    fn deal(&mut self, pile: Pile, from: u64, cards: u32) -> u64 {
        let (mut left, count) = (from, from.count_ones());
        for drawn in 0..cards {
            left &= !(1 << self.draw(pile, left, count - drawn));
        }
        from & !left
    }

    /// The next card of `pile`, one of `from`, however many there are.
    fn draw_of(&mut self, pile: Pile, from: &dyn Among) -> u8;

    /// The order in which the cards of `from`, which are given from the lowest number, would be drawn, first to last, if
    /// nothing happened meanwhile.
    fn order(&self, pile: Pile, from: &[u8]) -> Vec<u8>;
}

/// Seeded chance: each pile has a stream of its own, so that a draw from one never changes another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeededChance {
    piles: [Rng; PILES],
}

impl SeededChance {
    pub fn new(seed: u64) -> Self {
        SeededChance { piles: std::array::from_fn(|pile| Rng::stream(seed, pile as u64)) }
    }

    /// The next number of a pile's stream, from 0 to `n` - 1.
    pub(super) fn below(&mut self, pile: Pile, n: u32) -> u32 {
        self.piles[pile].below(n)
    }
}

impl Chance for SeededChance {
    #[inline]
    fn draw(&mut self, pile: Pile, from: u64, count: u32) -> u8 {
        select(from, self.piles[pile].below(count))
    }

    #[inline]
    fn deal(&mut self, pile: Pile, from: u64, cards: u32) -> u64 {
        let mut left = Ranks::new(from);
        let count = left.count();
        let rng = &mut self.piles[pile];
        if cards == count {
            // The whole pile is drawn: the order does not matter.
            rng.skip(cards);
            return from;
        }
        for drawn in 0..cards {
            left.take(rng.below(count - drawn));
        }
        from & !left.set()
    }

    fn draw_of(&mut self, pile: Pile, from: &dyn Among) -> u8 {
        from.nth(self.piles[pile].below(from.count()))
    }

    fn order(&self, pile: Pile, from: &[u8]) -> Vec<u8> {
        let mut rng = self.piles[pile];
        let mut left = from.to_vec();
        from.iter().map(|_| left.remove(rng.below(left.len() as u32) as usize)).collect()
    }
}

/// Chance that deals given cards first: the first card of the pile's list that can be drawn. When the list has none,
/// the dice decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptedChance {
    /// For each pile the cards to come, first to last. A card can be listed again, to be drawn after a reshuffle.
    pub piles: Vec<Vec<u8>>,
    dice: Dice,
}

impl ScriptedChance {
    pub fn new(piles: Vec<Vec<u8>>, seed: impl Into<Seed>) -> Self {
        ScriptedChance { piles, dice: Dice::new(seed.into()) }
    }

    /// From now on what is not listed follows from another seed.
    pub fn reseed(&mut self, seed: Seed) {
        self.dice = Dice::new(seed);
    }

    /// The first card of the pile's list that is there.
    fn given(&mut self, pile: Pile, is_there: impl Fn(u8) -> bool) -> Option<u8> {
        let list = self.piles.get_mut(pile)?;
        let at = list.iter().position(|card| is_there(*card))?;
        Some(list.remove(at))
    }
}

impl Chance for ScriptedChance {
    fn draw_of(&mut self, pile: Pile, from: &dyn Among) -> u8 {
        let given = self.given(pile, |card| from.has(card));
        given.unwrap_or_else(|| from.nth(self.dice.below(pile, from.count())))
    }

    fn order(&self, pile: Pile, from: &[u8]) -> Vec<u8> {
        let (mut ahead, mut left) = (self.clone(), from.to_vec());
        let next = |_| {
            let given = ahead.given(pile, |card| left.contains(&card));
            let given = given.and_then(|card| left.iter().position(|other| *other == card));
            let at = given.unwrap_or_else(|| ahead.dice.below(pile, left.len() as u32) as usize);
            left.remove(at)
        };
        from.iter().map(next).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Bits;

    /// Cards by their numbers, from the lowest.
    struct Listed(Vec<u8>);

    impl Among for Listed {
        fn count(&self) -> u32 {
            self.0.len() as u32
        }

        fn nth(&self, rank: u32) -> u8 {
            self.0[rank as usize]
        }

        fn has(&self, card: u8) -> bool {
            self.0.contains(&card)
        }
    }

    #[test]
    fn a_list_gives_the_cards_that_a_word_gives() {
        let from = 0xf0f1_1234_5678_9abc_u64;
        let list = Listed(Bits(from).collect());
        let wishes = vec![vec![63, 2, 0, 5]];
        let mut chances =
            [ScriptedChance::new(wishes.clone(), 4), ScriptedChance::new(Vec::new(), 9)];
        for chance in &mut chances {
            let mut other = chance.clone();
            for _ in 0..20 {
                let drawn = chance.draw(0, from, from.count_ones());
                assert_eq!(other.draw_of(0, &list), drawn);
            }
        }
        // More cards than fit into a word: every one of them is drawn at some time.
        let all = Listed((0..200).collect());
        let mut dice = SeededChance::new(1);
        let drawn: std::collections::BTreeSet<u8> =
            (0..5_000).map(|_| dice.draw_of(0, &all)).collect();
        assert_eq!(drawn.len(), 200);
        let mut stacked = ScriptedChance::new(vec![vec![150, 3]], 1);
        assert_eq!(stacked.draw_of(0, &all), 150);
        assert_eq!(stacked.order(0, &[3, 7, 150])[0], 3);
    }

    #[test]
    fn the_order_told_is_the_order_drawn() {
        for seed in 0..50 {
            let mut dice = SeededChance::new(seed);
            let mut from = 0b1011_0110_1111u64;
            let order = dice.order(2, &Bits(from).collect::<Vec<u8>>());
            dice.draw(1, from, from.count_ones());
            for card in order {
                assert_eq!(dice.draw(2, from, from.count_ones()), card);
                from &= !(1 << card);
            }
        }
    }

    #[test]
    fn cards_dealt_together_are_those_drawn_one_by_one() {
        for seed in 0..50 {
            let from = 0xf0f1_1234_5678_9abc_u64;
            let (mut together, mut one_by_one) = (SeededChance::new(seed), SeededChance::new(seed));
            for cards in [20, from.count_ones()] {
                let dealt = together.deal(3, from, cards);
                let mut left = from;
                for _ in 0..cards {
                    left &= !(1 << one_by_one.draw(3, left, left.count_ones()));
                }
                assert_eq!(dealt, from & !left);
                assert_eq!(together, one_by_one);
            }
        }
    }

    #[test]
    fn stacked_cards_come_first() {
        let mut chance = ScriptedChance::new(vec![vec![3, 1, 3]], 0);
        assert_eq!(chance.order(0, &[1, 3]), [3, 1]);
        assert_eq!(chance.draw(0, 0b1010, 2), 3);
        assert_eq!(chance.draw(0, 0b0010, 1), 1);
        // Card 3 once more: after a reshuffle.
        assert_eq!(chance.draw(0, 0b1110, 3), 3);
        assert!([1, 2].contains(&chance.draw(0, 0b0110, 2)));
    }
}
