//! Legal moves as masks.

use super::asks;
use super::moves::Move;
use super::rules::{Rules, Table};
use super::state::{HEIGHT, PLACE_BASES, Phase, SNITCH, State, THIEVES, nth_stack, stacks_in};
use crate::rules::{Bits, Legal, Ranks, select};

/// 2^16 divided by each number of spots, rounded up.
const SHARES: [u32; 17] = {
    let mut shares = [0; 17];
    let mut spots = 1;
    while spots < 17 {
        shares[spots] = (1u32 << 16).div_ceil(spots as u32);
        spots += 1;
    }
    shares
};

/// The legal moves of a state.
#[derive(Debug, Clone, Copy)]
pub struct Choices {
    phase: Phase,
    len: u32,
    /// Moves that combine a card with a spot.
    first: u32,
    /// The cards, and the spots by the lowest bits of their stacks or places.
    cards: Ranks,
    spots: u64,
    spot_count: u32,
    /// Cards that can be discarded.
    discards: u64,
}

impl Choices {
    #[inline(always)]
    pub fn of(rules: &Rules, state: &State) -> Self {
        let side = usize::from(state.active);
        let mut choices = Choices {
            phase: state.phase,
            len: 0,
            first: 0,
            cards: Ranks::of(0),
            spots: 0,
            spot_count: 0,
            discards: 0,
        };
        let hand = state.hands[side & 3];
        match state.phase {
            Phase::Place => {
                choices.cards = Ranks::of(hand);
                choices.spots = room(rules, state, side);
                choices.pair();
                choices.len = choices.first;
            }
            Phase::Equip => {
                let crew = &state.crews[side & 1];
                choices.cards = Ranks::of(hand & rules.affordable[usize::from(crew.coins & 63)]);
                choices.spots = crew.open(rules.numbers.gear_on_thief);
                choices.pair();
                // CAP-R22
                let may = rules.table != Table::Teams || choices.first == 0;
                choices.discards = if may { hand } else { 0 };
                let discards = if may {
                    u32::from(state.held[side & 3])
                } else {
                    0
                };
                choices.len = choices.first + discards;
            }
            Phase::Flip => {
                let due = asks::due(rules, state);
                choices.spots = due.map_or(0, |flip| asks::targets(rules, state, side, flip));
                choices.len = stacks_in(choices.spots);
            }
            Phase::Recover => {
                choices.cards = Ranks::of(asks::payable(rules, state, side));
                choices.spots = asks::spots(rules, state, side);
                choices.pair();
                choices.len = choices.first + 1;
            }
            Phase::Deal => {
                choices.cards = Ranks::of(state.hands[SNITCH]);
                choices.len = choices.cards.count();
            }
            Phase::Pass => {
                choices.cards = Ranks::of(hand);
                let held = u32::from(state.held[side & 3]);
                choices.len = held * held.saturating_sub(1) / 2;
            }
            Phase::Over => {}
        }
        choices
    }

    #[inline(always)]
    fn pair(&mut self) {
        self.spot_count = stacks_in(self.spots);
        self.first = self.cards.count() * self.spot_count;
    }

    /// A card and the lowest bit of a spot.
    #[inline(always)]
    fn both(&self, index: u32) -> (u8, u8) {
        // A division by a number from 1 to 16, as a product.
        let rank = (index * SHARES[self.spot_count as usize % SHARES.len()]) >> 16;
        let spot = nth_stack(self.spots, index - rank * self.spot_count);
        (self.cards.get(rank), spot as u8)
    }

    fn passed(&self, mut index: u32) -> Move {
        let mut rest = Bits(self.cards.set());
        while let Some(one) = rest.next() {
            let others = rest.0.count_ones();
            if index < others {
                let two = select(rest.0, index);
                return Move::Pass { one, two };
            }
            index -= others;
        }
        Move::Leave
    }
}

/// Places that take another thief of a side, by the lowest bits of their first stacks (CAP-R9).
#[inline(always)]
pub fn room(rules: &Rules, state: &State, side: usize) -> u64 {
    let full = state.crews[side].filled >> (HEIGHT * (rules.numbers.thieves_at_location - 1));
    let places = u64::MAX >> (64 - THIEVES * HEIGHT * rules.numbers.places);
    !full & PLACE_BASES & places
}

impl Legal<Move> for Choices {
    #[inline(always)]
    fn len(&self) -> u32 {
        self.len
    }

    #[inline(always)]
    fn get(&self, index: u32) -> Move {
        match self.phase {
            Phase::Place => {
                let (card, spot) = self.both(index);
                let at = spot / (THIEVES * HEIGHT) as u8;
                Move::Place { card, at }
            }
            Phase::Equip if index < self.first => {
                let (card, spot) = self.both(index);
                let on = spot / HEIGHT as u8;
                Move::Equip { card, on }
            }
            Phase::Equip => Move::Discard {
                card: select(self.discards, index - self.first),
            },
            Phase::Flip => Move::Flip {
                stack: nth_stack(self.spots, index) as u8 / HEIGHT as u8,
            },
            Phase::Recover if index < self.first => {
                let (card, spot) = self.both(index);
                let on = spot / HEIGHT as u8;
                Move::Recover { card, on }
            }
            Phase::Deal => Move::Deal {
                card: self.cards.get(index),
            },
            Phase::Pass => self.passed(index),
            Phase::Recover | Phase::Over => Move::Leave,
        }
    }
}
