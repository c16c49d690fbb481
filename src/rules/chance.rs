//! Chance: whoever decides which card of a pile is the next.

use super::{Bits, Ranks, Rng, select};

/// A pile that cards are drawn from face down, by the number that the game gives it (0 to 7).
pub type Pile = usize;

/// Most piles that a game may have.
const PILES: usize = 8;

/// Decides what is drawn. A pile is a set: it is put in order only as far as it is drawn.
pub trait Chance {
    /// The next card of `pile`, one of the set `from`, which is not empty and has `count` members.
    fn draw(&mut self, pile: Pile, from: u64, count: u32) -> u8;

    /// The next `cards` of `pile`, of the set `from`, which has as many at least: what so many draws give.
    #[inline]
    fn deal(&mut self, pile: Pile, from: u64, cards: u32) -> u64 {
        let (mut left, count) = (from, from.count_ones());
        for drawn in 0..cards {
            left &= !(1 << self.draw(pile, left, count - drawn));
        }
        from & !left
    }

    /// The next card of `pile`, one of `cards`, of which there is at least one: for piles of cards beyond the 64th.
    fn draw_of(&mut self, pile: Pile, cards: &[u8]) -> u8 {
        // By the places of the cards in the list, as far as a word reaches.
        let among = cards.len().min(64) as u32;
        let place = self.draw(pile, u64::MAX >> (64 - among), among);
        cards.get(usize::from(place)).copied().unwrap_or_default()
    }

    /// The order in which the cards of `from` would be drawn, first to last, if nothing happened meanwhile.
    fn order(&self, pile: Pile, from: u64) -> Vec<u8>;
}

impl<C: Chance> Chance for &mut C {
    #[inline]
    fn draw(&mut self, pile: Pile, from: u64, count: u32) -> u8 {
        (**self).draw(pile, from, count)
    }

    #[inline]
    fn deal(&mut self, pile: Pile, from: u64, cards: u32) -> u64 {
        (**self).deal(pile, from, cards)
    }

    fn order(&self, pile: Pile, from: u64) -> Vec<u8> {
        (**self).order(pile, from)
    }
}

/// Seeded chance: each pile has a stream of its own, so that a draw from one never changes another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dice {
    piles: [Rng; PILES],
}

impl Dice {
    pub fn new(seed: u64) -> Self {
        Dice {
            piles: std::array::from_fn(|pile| Rng::stream(seed, pile as u64)),
        }
    }
}

impl Chance for Dice {
    #[inline]
    fn draw(&mut self, pile: Pile, from: u64, count: u32) -> u8 {
        select(from, self.piles[pile].below(count))
    }

    #[inline]
    fn deal(&mut self, pile: Pile, from: u64, cards: u32) -> u64 {
        let mut left = Ranks::of(from);
        let count = left.count();
        let rng = &mut self.piles[pile];
        if cards == count {
            // The whole pile: in which order matters to nobody.
            rng.skip(cards);
            return from;
        }
        for drawn in 0..cards {
            left.take(rng.below(count - drawn));
        }
        from & !left.set()
    }

    fn order(&self, pile: Pile, mut from: u64) -> Vec<u8> {
        let mut ahead = *self;
        let mut order = Vec::with_capacity(from.count_ones() as usize);
        while from != 0 {
            let card = ahead.draw(pile, from, from.count_ones());
            from &= !(1 << card);
            order.push(card);
        }
        order
    }
}

/// Chance that deals given cards first: the first card of the pile's list that can be drawn. When the list has none,
/// the dice decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stacked {
    /// For each pile the cards to come, first to last. A card may stand here again for after a reshuffle.
    pub piles: Vec<Vec<u8>>,
    pub dice: Dice,
}

impl Stacked {
    pub fn new(piles: Vec<Vec<u8>>, seed: u64) -> Self {
        Stacked {
            piles,
            dice: Dice::new(seed),
        }
    }
}

impl Chance for Stacked {
    fn draw(&mut self, pile: Pile, from: u64, count: u32) -> u8 {
        let wished = self.piles.get_mut(pile).and_then(|wishes| {
            let at = wishes.iter().position(|card| from >> card & 1 == 1)?;
            Some(wishes.remove(at))
        });
        wished.unwrap_or_else(|| self.dice.draw(pile, from, count))
    }

    fn order(&self, pile: Pile, mut from: u64) -> Vec<u8> {
        let mut order = Vec::new();
        for card in self.piles.get(pile).into_iter().flatten() {
            if from >> card & 1 == 1 {
                from &= !(1 << card);
                order.push(*card);
            }
        }
        order.extend(self.dice.order(pile, from));
        debug_assert!(Bits(from).count() <= 64);
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_told_is_the_order_drawn() {
        for seed in 0..50 {
            let mut dice = Dice::new(seed);
            let mut from = 0b1011_0110_1111u64;
            let order = dice.order(2, from);
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
            let (mut together, mut one_by_one) = (Dice::new(seed), Dice::new(seed));
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
        let mut chance = Stacked::new(vec![vec![3, 1, 3]], 0);
        assert_eq!(chance.order(0, 0b1010), [3, 1]);
        assert_eq!(chance.draw(0, 0b1010, 2), 3);
        assert_eq!(chance.draw(0, 0b0010, 1), 1);
        // Card 3 once more: after a reshuffle.
        assert_eq!(chance.draw(0, 0b1110, 3), 3);
        assert!([1, 2].contains(&chance.draw(0, 0b0110, 2)));
    }
}
