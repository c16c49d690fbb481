//! All that chance can do, one after the other. Draws come in; each branch is taken once. So every way
//! that a small game can go is visited.

use super::{Among, Chance, Pile};

/// Chance that takes every branch in turn: each draw has a branch for each member of its set.
#[derive(Debug, Default, Clone)]
pub struct Branches {
    /// The branch taken at each draw, and how many there are.
    taken: Vec<(u32, u32)>,
    at: usize,
}

impl Branches {
    /// What `happens` on branch number `branch`.
    pub fn nth<S>(branch: usize, happens: impl Fn(&mut Branches) -> S) -> S {
        happens(&mut Branches::before(branch, &happens))
    }

    /// Chance that takes branch number `branch` of what `happens`.
    pub fn before<S>(branch: usize, happens: impl Fn(&mut Branches) -> S) -> Branches {
        let mut chance = Branches::default();
        for _ in 0..branch {
            happens(&mut chance);
            chance.advance();
        }
        chance
    }

    /// How likely the branch is that was taken.
    pub fn probability(&self) -> f64 {
        let counts = self.taken.iter();
        counts.map(|(_, count)| 1.0 / f64::from(*count)).product()
    }

    /// Goes on to the next branch; false when all were taken.
    pub fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some((branch, count)) = self.taken.pop() {
            if branch + 1 < count {
                self.taken.push((branch + 1, count));
                return true;
            }
        }
        false
    }
}

impl Chance for Branches {
    /// A branch for each hand, and none for the order in which its cards are drawn.
    fn deal(&mut self, pile: Pile, from: u64, cards: u32) -> u64 {
        let mut left = from;
        match choices(from.count_ones(), cards) {
            Some(hands) => {
                let (mut branch, mut cards, mut hand) = (self.branch(hands), cards, 0);
                while left != 0 && cards > 0 {
                    let lowest = left & left.wrapping_neg();
                    left &= !lowest;
                    // Hands with the lowest card come first.
                    let with = choices(left.count_ones(), cards - 1).unwrap_or(0);
                    if branch < with {
                        hand |= lowest;
                        cards -= 1;
                    } else {
                        branch -= with;
                    }
                }
                hand
            }
            None => {
                for drawn in 0..cards {
                    left &= !(1 << self.draw(pile, left, from.count_ones() - drawn));
                }
                from & !left
            }
        }
    }

    fn draw_of(&mut self, _: Pile, from: &dyn Among) -> u8 {
        from.nth(self.branch(from.count()))
    }

    /// The order is not branched on: the lowest card first.
    fn order(&self, _: Pile, from: &[u8]) -> Vec<u8> {
        from.to_vec()
    }
}

impl Branches {
    /// The branch that is taken here, of `count`.
    fn branch(&mut self, count: u32) -> u32 {
        if self.at == self.taken.len() {
            self.taken.push((0, count));
        }
        let branch = self.taken.get(self.at).map_or(0, |(branch, _)| *branch);
        self.at += 1;
        branch
    }
}

/// How many sets of `some` there are of `all`; `None` where they are too many for a branch each.
fn choices(all: u32, some: u32) -> Option<u32> {
    let mut choices = 1u64;
    for taken in 0..some.min(all.saturating_sub(some)) {
        choices = choices * u64::from(all - taken) / u64::from(taken + 1);
        if choices > u64::from(u32::MAX) {
            return None;
        }
    }
    Some(if some > all { 0 } else { choices as u32 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_is_taken_once() {
        let mut chance = Branches::default();
        let (mut ways, mut likely) = (Vec::new(), 0.0);
        loop {
            let first = chance.draw(0, 0b111, 3);
            let second = chance.draw(0, 0b111 & !(1 << first), 2);
            ways.push([first, second]);
            likely += chance.probability();
            if !chance.advance() {
                break;
            }
        }
        assert_eq!(ways, [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]]);
        assert!((likely - 1.0).abs() < 1e-12);
    }

    #[test]
    fn every_hand_is_dealt_once() {
        let (mut chance, mut hands) = (Branches::default(), Vec::new());
        loop {
            hands.push(chance.deal(0, 0b11011, 2));
            if !chance.advance() {
                break;
            }
        }
        hands.sort_unstable();
        assert_eq!(hands, [0b11, 0b1001, 0b1010, 0b10001, 0b10010, 0b11000]);
        assert_eq!(chance.deal(0, 0b1011, 3), 0b1011);
    }
}
