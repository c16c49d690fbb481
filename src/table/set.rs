//! Sets of cards as bits: 64, 128 or 256 wide, chosen by how many cards a game has. [`CardSet`] is the trait that the
//! rest of `table`, and `script`, are generic over; `script::with_width` picks the width.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not};

use crate::rules::{Chance, Pile};

/// An array with one entry a card, of whatever length the width has.
pub trait PerCard<T>:
    Copy + Eq + Hash + Debug + Send + Sync + AsRef<[T]> + AsMut<[T]> + 'static
{
    fn filled(with: T) -> Self;
}

impl<T: Copy + Eq + Hash + Debug + Send + Sync + 'static, const CARDS: usize> PerCard<T>
    for [T; CARDS]
{
    fn filled(with: T) -> Self {
        [with; CARDS]
    }
}

/// A set of cards by their numbers, and a word that holds any other value of a script as well.
pub trait CardSet:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// How many cards, and zones, a game of this width may have.
    const CARDS: usize;
    /// One byte a card.
    type Bytes: PerCard<u8>;
    /// One set a zone.
    type Sets: PerCard<Self>;

    /// The set of one card.
    fn one(card: u8) -> Self;
    fn count(self) -> u32;
    fn is_empty(self) -> bool;
    /// The lowest card; of an empty set one that is in no game of this width.
    fn first(self) -> u8;
    /// The set without its lowest card.
    fn without_first(self) -> Self;
    /// The card with `rank` cards of the set below it, which there is.
    fn nth(self, rank: u32) -> u8;

    fn of_number(number: impl Into<i64>) -> Self;
    fn number(self) -> i64;

    /// So many cards of the set, which has as many at least, as chance has it, one after the other.
    fn drawn(self, chance: &mut dyn Chance, pile: Pile, count: u32) -> Self;

    #[inline(always)]
    fn union(self, other: Self) -> Self {
        self | other
    }

    #[inline(always)]
    fn intersection(self, other: Self) -> Self {
        self & other
    }

    #[inline(always)]
    fn difference(self, other: Self) -> Self {
        self & !other
    }

    /// The set of some cards.
    #[inline]
    fn of(cards: impl IntoIterator<Item = u8>) -> Self {
        cards.into_iter().fold(Self::default(), |set, card| set.union(Self::one(card)))
    }

    #[inline(always)]
    fn has(self, card: u8) -> bool {
        !self.intersection(Self::one(card)).is_empty()
    }

    /// Whether there is exactly one card.
    #[inline(always)]
    fn is_single(self) -> bool {
        !self.is_empty() && self.without_first().is_empty()
    }

    /// The cards from the lowest.
    #[inline(always)]
    fn cards(self) -> SetCards<Self> {
        SetCards(self)
    }
}

/// The cards of a set, from the lowest.
#[derive(Debug, Clone, Copy)]
pub struct SetCards<S>(S);

impl<S: CardSet> Iterator for SetCards<S> {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.0.is_empty() {
            return None;
        }
        let card = self.0.first();
        self.0 = self.0.without_first();
        Some(card)
    }
}

macro_rules! plain {
    ($word:ty, $cards:expr, $nth:expr, $drawn:expr) => {
        impl CardSet for $word {
            const CARDS: usize = $cards;
            type Bytes = [u8; $cards];
            type Sets = [Self; $cards];

            #[inline(always)]
            fn one(card: u8) -> Self {
                1 << (card as usize % $cards)
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline(always)]
            fn first(self) -> u8 {
                self.trailing_zeros() as u8
            }

            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn nth(self, rank: u32) -> u8 {
                ($nth)(self, rank)
            }

            #[inline(always)]
            fn of_number(number: impl Into<i64>) -> Self {
                number.into() as $word
            }

            #[inline]
            fn drawn(self, chance: &mut dyn Chance, pile: Pile, count: u32) -> Self {
                ($drawn)(self, chance, pile, count)
            }

            #[inline(always)]
            fn number(self) -> i64 {
                self as i64
            }
        }
    };
}

plain!(
    u64,
    64,
    crate::rules::select,
    |set: u64, chance: &mut dyn Chance, pile, count| match count {
        1 => 1 << (chance.draw(pile, set, set.count_ones()) & 63),
        _ => chance.deal(pile, set, count),
    }
);
plain!(
    u128,
    128,
    |set: u128, rank: u32| {
        let low = set as u64;
        let below = low.count_ones();
        if rank < below {
            crate::rules::select(low, rank)
        } else {
            64 + crate::rules::select((set >> 64) as u64, rank - below)
        }
    },
    one_by_one
);

/// Cards drawn from a set that may be wider than a word.
fn one_by_one<S: CardSet>(set: S, chance: &mut dyn Chance, pile: Pile, count: u32) -> S {
    let mut left = set;
    for _ in 0..count {
        left = left.difference(S::one(chance.draw_of(pile, &left)));
    }
    set.difference(left)
}

impl<S: CardSet> crate::rules::Among for S {
    fn count(&self) -> u32 {
        CardSet::count(*self)
    }

    fn nth(&self, rank: u32) -> u8 {
        CardSet::nth(*self, rank)
    }

    fn has(&self, card: u8) -> bool {
        usize::from(card) < S::CARDS && CardSet::has(*self, card)
    }
}

/// A set of up to 256 cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Wide([u64; 4]);

impl BitAnd for Wide {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Wide(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }
}

impl BitOr for Wide {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Wide(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }
}

impl Not for Wide {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Wide(self.0.map(|word| !word))
    }
}

impl CardSet for Wide {
    const CARDS: usize = 256;
    type Bytes = [u8; 256];
    type Sets = [Self; 256];

    #[inline(always)]
    fn one(card: u8) -> Self {
        let mut words = [0; 4];
        words[usize::from(card >> 6)] = 1 << (card & 63);
        Wide(words)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    #[inline(always)]
    fn first(self) -> u8 {
        let word = self.0.iter().position(|word| *word != 0).unwrap_or(3);
        (word * 64) as u8 + (self.0[word].trailing_zeros() as u8 & 63)
    }

    #[inline(always)]
    fn without_first(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    #[inline(always)]
    fn nth(self, mut rank: u32) -> u8 {
        for (at, word) in self.0.iter().enumerate() {
            let count = word.count_ones();
            if rank < count {
                return (at * 64) as u8 + crate::rules::select(*word, rank);
            }
            rank -= count;
        }
        255
    }

    fn drawn(self, chance: &mut dyn Chance, pile: Pile, count: u32) -> Self {
        one_by_one(self, chance, pile, count)
    }

    #[inline(always)]
    fn of_number(number: impl Into<i64>) -> Self {
        Wide([number.into() as u64, 0, 0, 0])
    }

    #[inline(always)]
    fn number(self) -> i64 {
        self.0[0] as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn holds<S: CardSet>(cards: &BTreeSet<u8>, others: &BTreeSet<u8>) {
        let of = |cards: &BTreeSet<u8>| {
            let wide = cards.iter().filter(|card| usize::from(**card) < S::CARDS);
            wide.fold(S::default(), |set, card| set.union(S::one(*card)))
        };
        let listed = |set: S| set.cards().collect::<BTreeSet<u8>>();
        let (a, b) = (of(cards), of(others));
        assert_eq!(listed(a).len(), a.count() as usize);
        assert_eq!(listed(a.union(b)), listed(a).union(&listed(b)).copied().collect());
        assert_eq!(
            listed(a.intersection(b)),
            listed(a).intersection(&listed(b)).copied().collect()
        );
        assert_eq!(listed(a.difference(b)), listed(a).difference(&listed(b)).copied().collect());
        assert_eq!(a.is_single(), a.count() == 1);
        for (rank, card) in a.cards().enumerate() {
            assert_eq!(a.nth(rank as u32), card);
            assert!(a.has(card));
        }
    }

    proptest! {
        #[test]
        fn sets_of_every_width_are_sets(a: BTreeSet<u8>, b: BTreeSet<u8>) {
            holds::<u64>(&a, &b);
            holds::<u128>(&a, &b);
            holds::<Wide>(&a, &b);
        }

        #[test]
        fn a_word_holds_a_number(number: i64) {
            prop_assert_eq!(u64::of_number(number).number(), number);
            prop_assert_eq!(u128::of_number(number).number(), number);
            prop_assert_eq!(Wide::of_number(number).number(), number);
        }
    }
}
