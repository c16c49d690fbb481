//! Legal moves as masks.

use super::launch;
use super::moves::Move;
use super::rules::Rules;
use super::state::{Mark, Phase, SLOTS, State};
use crate::rules::{Bits, Legal, ones, select, select_byte};

/// 2^16 divided by each number of places, rounded up.
const SHARES: [u32; 9] = [0, 65536, 32768, 21846, 16384, 13108, 10923, 9363, 8192];

/// The legal moves of a state.
#[derive(Debug, Clone, Copy)]
pub struct Choices {
    phase: Phase,
    /// Launchable slots whose operation is aimed at nothing.
    free: u8,
    /// Launchable slots with targets.
    aimed: u8,
    places: u8,
    /// How many moves are deployments or picks, and how many launches at nothing.
    first: u32,
    free_count: u32,
    len: u32,
    /// Cards that can be deployed, at every place; or countries or protests to choose from.
    from: u64,
    /// The card in each slot.
    cards: [u8; SLOTS],
    /// The targets of each aimed slot.
    targets: [u64; SLOTS],
    counts: [u8; SLOTS],
}

impl Choices {
    /// They are never borrowed while they are made, and so made where the caller wants them, not copied there.
    #[inline(always)]
    pub fn of(rules: &Rules, state: &State) -> Self {
        let side = usize::from(state.active);
        let mine = &state.sides[side];
        let places = rules.numbers.places as u8;
        // A turn is looked at in one way before and after its deployment: which of both it is cannot be foreseen.
        let (from, first, more, slots) = if state.phase <= Phase::Deployed {
            let deploys = state.phase == Phase::Turn;
            let all = u32::from(mine.held) * u32::from(places);
            let slots = launch::launchable(rules, state, side);
            (
                mine.hand,
                if deploys { all } else { 0 },
                u32::from(!deploys),
                slots,
            )
        } else {
            let from = match state.phase {
                Phase::Flip => u64::from(mine.countries & !state.disloyal),
                Phase::Restore => u64::from(mine.countries & state.disloyal),
                Phase::Return => mine.protests,
                _ => 0,
            };
            (
                from,
                from.count_ones(),
                u32::from(state.phase == Phase::Return),
                0,
            )
        };
        let free = slots & mine.marks.slots(Mark::Free);
        let free_count = ones(free);
        let mut choices = Choices {
            phase: state.phase,
            free,
            aimed: 0,
            places,
            first,
            free_count,
            len: first + more + free_count,
            from,
            cards: mine.card,
            targets: [0; SLOTS],
            counts: [0; SLOTS],
        };
        for slot in Bits(u64::from(slots & !free)) {
            let slot = usize::from(slot) % SLOTS;
            let targets = launch::targets(rules, state, side, slot);
            let count = targets.count_ones();
            choices.aimed |= u8::from(targets != 0) << slot;
            choices.targets[slot] = targets;
            choices.counts[slot] = count as u8;
            choices.len += count;
        }
        choices
    }

    /// A launch, or the end of the turn.
    #[inline(always)]
    fn later(&self, mut index: u32) -> Move {
        let card = |slot: u8| self.cards[usize::from(slot) % SLOTS];
        if index < self.free_count {
            return Move::Launch {
                card: card(select_byte(self.free, index)),
                target: 0,
            };
        }
        index -= self.free_count;
        for slot in Bits(u64::from(self.aimed)) {
            let targets = self.targets[usize::from(slot) % SLOTS];
            let count = u32::from(self.counts[usize::from(slot) % SLOTS]);
            if index < count {
                return Move::Launch {
                    card: card(slot),
                    target: select(targets, index),
                };
            }
            index -= count;
        }
        Move::End
    }
}

impl Legal<Move> for Choices {
    #[inline(always)]
    fn len(&self) -> u32 {
        self.len
    }

    #[inline(always)]
    fn get(&self, index: u32) -> Move {
        let in_turn = self.phase <= Phase::Deployed;
        if index >= self.first {
            return match in_turn {
                true => self.later(index - self.first),
                false => Move::Keep,
            };
        }
        if in_turn {
            // A division by a number from 1 to 8, as a product.
            let places = u32::from(self.places);
            let rank = (index * SHARES[usize::from(self.places) % SHARES.len()]) >> 16;
            return Move::Deploy {
                card: select(self.from, rank),
                at: (index - rank * places) as u8,
            };
        }
        match self.phase {
            Phase::Flip => Move::Flip {
                country: select(self.from, index),
            },
            Phase::Restore => Move::Restore {
                country: select(self.from, index),
            },
            _ => Move::Return {
                protest: select(self.from, index),
            },
        }
    }
}
