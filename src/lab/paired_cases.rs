//! Two versions of a game: who wins, and how the seats fare that play a card, before and after, and what both games of a pair have in common.
//! Outcomes come in; counts that merge, and the variance of a change, go out. Called by `pairs`.

use serde::{Deserialize, Serialize};

use super::cases::{
    CaseCount, WinCounts, Worth, add_products, count_winners, covariance, features, form_products,
    of_wins,
};
use crate::rules::{Outcome, Seat};
use crate::statistics::{PairedSums, merge_fields};

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
    /// Sums over pairs: what the cases of the first game count (`features`), times all that the second counts.
    pub products: Vec<Vec<u64>>,
    /// What the cases of the second game count, times what each seat won in the first.
    pub won_before: Vec<Vec<u64>>,
}

impl PairedWins {
    pub fn new(seats: usize) -> PairedWins {
        PairedWins {
            before: WinCounts::new(seats),
            after: WinCounts::new(seats),
            together: vec![vec![0; seats]; seats],
        }
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
        count_winners(&mut self.together, before, after);
    }
}

merge_fields!(PairedWins: before, after, together);

impl PairedCases {
    pub fn new(seats: usize) -> PairedCases {
        PairedCases {
            before: CaseCount::new(seats),
            after: CaseCount::new(seats),
            products: vec![vec![0; 1 + 2 * seats]; 1 + seats],
            won_before: vec![vec![0; seats]; 1 + seats],
        }
    }

    /// The seats that played it in the games of a pair, each once, and how these ended; `teams` is the side of each seat.
    pub(super) fn enter(
        &mut self,
        [before, after]: [(&[(usize, Seat)], &Outcome); 2],
        teams: &[usize],
    ) {
        for (count, (cases, outcome)) in
            [&mut self.before, &mut self.after].into_iter().zip([before, after])
        {
            if !cases.is_empty() {
                count.enter(cases, outcome, teams);
            }
        }
        let seats = self.products.len() - 1;
        let [was, is] = [before, after].map(|(cases, outcome)| features(cases, outcome, seats));
        add_products(&mut self.products, &was, &is);
        add_products(&mut self.won_before, &is, &was[1 + seats..]);
    }

    /// What the row is worth to who plays it, before and after, and the variance of the change; `None` where too few play it.
    pub fn worth(&self, wins: &PairedWins) -> Option<([Worth; 2], f64)> {
        let (old, new) = (self.before.worth(&wins.before)?, self.after.worth(&wins.after)?);
        let apart = old.variance() + new.variance();
        let change = apart - 2.0 * self.covariance(&old, &new, wins);
        let least = old.least().max(new.least());
        Some(([old, new], change.max(least)))
    }

    /// Of the two worths over pairs, each linearised as in [`Worth::variance`].
    fn covariance(&self, old: &Worth, new: &Worth, wins: &PairedWins) -> f64 {
        let pairs = wins.before.games.max(1) as f64;
        let (of_old, of_new) = (old.of_cases(&wins.before), new.of_cases(&wins.after));
        let both = form_products(&self.products, &of_old, &of_new);
        let after = form_products(&self.products, &of_old, &of_wins(&new.weights));
        let before = form_products(&self.won_before, &of_new, &old.weights);
        let anyway = [(&wins.before, &old.weights[..]), (&wins.after, &new.weights[..])];
        both / (old.cases * new.cases) - after / (old.cases * pairs) - before / (new.cases * pairs)
            + covariance(&wins.together, anyway)
    }
}

merge_fields!(PairedCases: before, after, products, won_before);
