//! Two versions of a game: who wins, and how the seats fare that play a card, before and after, and what both games of a pair have in common.
//! Outcomes come in; counts that merge, and the variance of a change, go out. Called by `pairs`.

use serde::{Deserialize, Serialize};

use super::cases::{CaseCount, WinCounts, Worth};
use crate::rules::{Outcome, Seat};
use crate::statistics::{Merge, PairedSums};

/// Who won both games of pairs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedWins {
    pub before: WinCounts,
    pub after: WinCounts,
    /// By two seats: pairs that the first won before, and the second after.
    pub together: Vec<Vec<u64>>,
}

/// The seats that played a row in both games of pairs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedCases {
    pub before: CaseCount,
    pub after: CaseCount,
    /// Sums over pairs: what there is before (cases, those of them that won) times what there is after.
    pub products: [[u64; 2]; 2],
    /// By seat: what there is before, in pairs that the seat won after.
    pub won_after: Vec<[u64; 2]>,
    /// By seat: what there is after, in pairs that the seat won before.
    pub won_before: Vec<[u64; 2]>,
}

impl PairedWins {
    pub fn new(seats: usize) -> PairedWins {
        PairedWins {
            before: WinCounts::new(seats),
            after: WinCounts::new(seats),
            together: vec![vec![0; seats]; seats],
        }
    }

    /// Whether it has so many seats.
    pub fn is_of(&self, seats: usize) -> bool {
        self.before.is_of(seats)
            && self.after.is_of(seats)
            && self.together.len() == seats
            && self.together.iter().all(|with| with.len() == seats)
    }

    /// Wins of a seat, 1 for each.
    pub fn of_seat(&self, seat: usize) -> PairedSums {
        let both = self.together.get(seat).and_then(|with| with.get(seat));
        let [before, after] = [&self.before, &self.after].map(|wins| wins.of_seat(seat).into());
        PairedSums {
            pairs: self.before.games,
            sum_x: before,
            sum_y: after,
            squares_x: before,
            squares_y: after,
            products: both.copied().unwrap_or(0).into(),
        }
    }

    pub fn enter(&mut self, before: &Outcome, after: &Outcome) {
        self.before.enter(before);
        self.after.enter(after);
        for one in &before.winners {
            for other in &after.winners {
                let of_one = self.together.get_mut(usize::from(one.0));
                if let Some(count) = of_one.and_then(|with| with.get_mut(usize::from(other.0))) {
                    *count += 1;
                }
            }
        }
    }
}

impl Merge for PairedWins {
    fn merge(&mut self, other: &PairedWins) {
        self.before.merge(&other.before);
        self.after.merge(&other.after);
        for (own, more) in self.together.iter_mut().zip(&other.together) {
            add(own, more);
        }
    }
}

fn add(own: &mut [u64], more: &[u64]) {
    own.iter_mut()
        .zip(more)
        .for_each(|(own, more)| *own += more);
}

impl PairedCases {
    pub fn new(seats: usize) -> PairedCases {
        PairedCases {
            before: CaseCount::new(seats),
            after: CaseCount::new(seats),
            products: [[0; 2]; 2],
            won_after: vec![[0; 2]; seats],
            won_before: vec![[0; 2]; seats],
        }
    }

    /// Whether it has so many seats.
    pub fn is_of(&self, seats: usize) -> bool {
        self.before.seats.len() == seats
            && self.after.seats.len() == seats
            && self.won_after.len() == seats
            && self.won_before.len() == seats
    }

    /// The seats that played it in the games of a pair, each once, and how these ended; `teams` is the side of each seat.
    pub(super) fn enter(
        &mut self,
        [before, after]: [(&[(usize, Seat)], &Outcome); 2],
        teams: &[usize],
    ) {
        for (count, (cases, outcome)) in [&mut self.before, &mut self.after]
            .into_iter()
            .zip([before, after])
        {
            if !cases.is_empty() {
                count.enter(cases, outcome, teams);
            }
        }
        let counts = |(cases, outcome): (&[(usize, Seat)], &Outcome)| {
            let won = cases
                .iter()
                .filter(|(_, seat)| outcome.winners.contains(seat));
            [cases.len() as u64, won.count() as u64]
        };
        let (was, is) = (counts(before), counts(after));
        for (products, was) in self.products.iter_mut().zip(was) {
            add(products, &is.map(|is| was * is));
        }
        for (count, winners, there) in [
            (&mut self.won_after, &after.1.winners, was),
            (&mut self.won_before, &before.1.winners, is),
        ] {
            for winner in winners {
                if let Some(own) = count.get_mut(usize::from(winner.0)) {
                    add(own, &there);
                }
            }
        }
    }

    /// What the row is worth to who plays it, before and after, and the variance of the change; `None` where too few play it.
    pub fn worth(&self, wins: &PairedWins) -> Option<([Worth; 2], f64)> {
        let (old, new) = (
            self.before.worth(&wins.before)?,
            self.after.worth(&wins.after)?,
        );
        let apart = old.variance() + new.variance();
        let change = apart - 2.0 * self.covariance(&old, &new, wins);
        let least = old.least().max(new.least());
        Some(([old, new], change.max(least)))
    }

    /// Of the two worths over pairs, each linearised as in [`Worth::variance`].
    fn covariance(&self, old: &Worth, new: &Worth, wins: &PairedWins) -> f64 {
        let pairs = wins.before.games.max(1) as f64;
        // Of [cases, won ones]: the won ones less what their share would be.
        let above = |[cases, won]: [f64; 2], worth: &Worth| won - worth.share() * cases;
        let of = |counts: [u64; 2]| counts.map(|count| count as f64);
        let by_old = self.products.map(|products| above(of(products), new));
        let both = above(by_old, old) / (old.cases() * new.cases());
        let beside = |counts: &[[u64; 2]], own: &Worth, other: &Worth| {
            let sum = counts.iter().zip(other.weights());
            let sum: f64 = sum
                .map(|(counts, weight)| weight * above(of(*counts), own))
                .sum();
            sum / (own.cases() * pairs)
        };
        let mut anyway = 0.0;
        for (seat, (weight, with)) in old.weights().iter().zip(&wins.together).enumerate() {
            for (other, (other_weight, both)) in new.weights().iter().zip(with).enumerate() {
                let apart = wins.before.share(seat) * wins.after.share(other);
                anyway += weight * other_weight * (*both as f64 / pairs - apart);
            }
        }
        both - beside(&self.won_after, old, new) - beside(&self.won_before, new, old)
            + anyway / pairs
    }
}

impl Merge for PairedCases {
    fn merge(&mut self, other: &PairedCases) {
        self.before.merge(&other.before);
        self.after.merge(&other.after);
        for (own, more) in self.products.iter_mut().zip(&other.products) {
            add(own, more);
        }
        for (own, more) in [
            (&mut self.won_after, &other.won_after),
            (&mut self.won_before, &other.won_before),
        ] {
            for (own, more) in own.iter_mut().zip(more) {
                add(own, more);
            }
        }
    }
}
