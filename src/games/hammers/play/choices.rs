//! Legal moves as masks.

use super::launch;
use super::moves::Move;
use super::rules::Rules;
use super::state::{Phase, SLOTS, State};
use crate::rules::{Bits, Legal, select};

/// The legal moves of a state.
#[derive(Debug, Clone, Copy)]
pub struct Choices {
    /// Cards that can be deployed, at every place.
    deploys: u64,
    deploy_count: u32,
    places: u32,
    /// For each launchable card in play its targets.
    launches: [(u8, u64); SLOTS],
    launch_count: u32,
    launchable: u32,
    /// Countries or protests to choose from.
    picks: u64,
    pick_count: u32,
    phase: Phase,
}

impl Choices {
    #[inline]
    pub fn of(rules: &Rules, state: &State) -> Self {
        let mut choices = Choices {
            deploys: 0,
            deploy_count: 0,
            places: rules.numbers.places as u32,
            launches: [(0, 0); SLOTS],
            launch_count: 0,
            launchable: 0,
            picks: 0,
            pick_count: 0,
            phase: state.phase,
        };
        let side = usize::from(state.active);
        let mine = &state.sides[side];
        match state.phase {
            Phase::Turn | Phase::Deployed => {
                if state.phase == Phase::Turn {
                    choices.deploys = mine.hand;
                    choices.deploy_count = mine.hand.count_ones() * choices.places;
                }
                for slot in Bits(u64::from(mine.down)) {
                    let slot = usize::from(slot);
                    let targets = launch::targets(rules, state, side, slot);
                    if targets != 0 {
                        choices.launches[choices.launchable as usize % SLOTS] =
                            (mine.card[slot], targets);
                        choices.launchable += 1;
                        choices.launch_count += targets.count_ones();
                    }
                }
            }
            Phase::Flip => choices.pick(u64::from(mine.countries & !state.disloyal)),
            Phase::Restore => choices.pick(u64::from(mine.countries & state.disloyal)),
            Phase::Return => choices.pick(mine.protests),
            Phase::Over => {}
        }
        choices
    }

    #[inline]
    fn pick(&mut self, from: u64) {
        self.picks = from;
        self.pick_count = from.count_ones();
    }
}

impl Legal<Move> for Choices {
    #[inline]
    fn len(&self) -> u32 {
        match self.phase {
            Phase::Turn => self.deploy_count + self.launch_count,
            Phase::Deployed => self.launch_count + 1,
            Phase::Flip | Phase::Restore => self.pick_count,
            Phase::Return => self.pick_count + 1,
            Phase::Over => 0,
        }
    }

    #[inline]
    fn get(&self, mut index: u32) -> Move {
        match self.phase {
            Phase::Flip => Move::Flip {
                country: select(self.picks, index),
            },
            Phase::Restore => Move::Restore {
                country: select(self.picks, index),
            },
            Phase::Return if index < self.pick_count => Move::Return {
                protest: select(self.picks, index),
            },
            Phase::Return => Move::Keep,
            _ => {
                if index < self.deploy_count {
                    return Move::Deploy {
                        card: select(self.deploys, index / self.places),
                        at: (index % self.places) as u8,
                    };
                }
                index -= self.deploy_count;
                for (card, targets) in &self.launches[..self.launchable as usize % (SLOTS + 1)] {
                    let count = targets.count_ones();
                    if index < count {
                        return Move::Launch {
                            card: *card,
                            target: select(*targets, index),
                        };
                    }
                    index -= count;
                }
                Move::End
            }
        }
    }
}
