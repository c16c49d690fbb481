//! Counts who wins, and how the seats fare that have a card, as whole numbers that merge; and works out what the card is worth to them.
//! Outcomes come in; counts and estimates go out. Called by `results`, `counts` and `paired_cases`.

use serde::{Deserialize, Serialize};

use crate::rules::{Outcome, Seat};
use crate::statistics::{Interval, PairedSums, Sums, merge_fields};

/// Games, and how often each seat won them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinCounts {
    pub games: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// By two seats: games that both won; of a seat and itself those that it won.
    pub together: Vec<Vec<u64>>,
}

impl WinCounts {
    pub fn new(seats: usize) -> WinCounts {
        WinCounts { together: vec![vec![0; seats]; seats], ..WinCounts::default() }
    }

    pub fn enter(&mut self, outcome: &Outcome) {
        self.games += 1;
        self.draws += u64::from(outcome.winners.is_empty());
        count_winners(&mut self.together, outcome, outcome);
    }

    /// Games that a seat won.
    pub fn of_seat(&self, seat: usize) -> u64 {
        let own = self.together.get(seat).and_then(|with| with.get(seat));
        own.copied().unwrap_or(0)
    }

    /// The share of games that a seat won.
    pub fn share(&self, seat: usize) -> f64 {
        self.of_seat(seat) as f64 / self.games.max(1) as f64
    }

    /// The variance of the mean of wins of the seats, each with a weight.
    fn variance(&self, weights: &[f64]) -> f64 {
        covariance(&self.together, [(self, weights), (self, weights)]).max(0.0)
    }
}

/// By two seats: counts that the first won one game, and the second the other one.
pub(super) fn count_winners(together: &mut [Vec<u64>], one: &Outcome, other: &Outcome) {
    for winner in &one.winners {
        for other in &other.winners {
            let of_winner = together.get_mut(usize::from(winner.0));
            if let Some(count) = of_winner.and_then(|with| with.get_mut(usize::from(other.0))) {
                *count += 1;
            }
        }
    }
}

/// Of the means of wins of the seats, each with a weight, in two games that are counted together.
pub(super) fn covariance(
    together: &[Vec<u64>],
    [(wins, weights), (other_wins, other_weights)]: [(&WinCounts, &[f64]); 2],
) -> f64 {
    let games = wins.games.max(1) as f64;
    let mut sum = 0.0;
    for (seat, (weight, with)) in weights.iter().zip(together).enumerate() {
        for (other, (other_weight, both)) in other_weights.iter().zip(with).enumerate() {
            let apart = wins.share(seat) * other_wins.share(other);
            sum += weight * other_weight * (*both as f64 / games - apart);
        }
    }
    sum / games
}

merge_fields!(WinCounts: games, draws, together);

/// Seats of games for which a row counted, or that played it: a seat of a game is one case.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseCount {
    /// The cases of each side of a game that has one: they win and lose together.
    pub by_side: Sums,
    /// The cases of each game that has one (x), and those of them that won (y).
    pub by_game: PairedSums,
    /// Sums of `features` times themselves, over the games that have a case: those of the cases by all.
    pub products: Vec<Vec<u64>>,
}

/// What a game counts: the cases that won; of each seat whether it is a case; of each seat whether it won.
pub(super) fn features(cases: &[(usize, Seat)], outcome: &Outcome, seats: usize) -> Vec<u64> {
    let mut found = vec![0; 1 + 2 * seats];
    for (_, seat) in cases {
        let number = usize::from(seat.0);
        if number < seats {
            found[1 + number] = 1;
            found[0] += u64::from(outcome.winners.contains(seat));
        }
    }
    for winner in &outcome.winners {
        if let Some(won) = found[1 + seats..].get_mut(usize::from(winner.0)) {
            *won = 1;
        }
    }
    found
}

/// Adds to each row of `sums` the columns times the row's number.
pub(super) fn add_products(sums: &mut [Vec<u64>], rows: &[u64], columns: &[u64]) {
    for (sums, row) in sums.iter_mut().zip(rows).filter(|(_, row)| **row > 0) {
        for (sum, column) in sums.iter_mut().zip(columns) {
            *sum += row * column;
        }
    }
}

/// The sum over games of one form of features times another one.
pub(super) fn form_products(sums: &[Vec<u64>], rows: &[f64], columns: &[f64]) -> f64 {
    let of_row = |(sums, row): (&Vec<u64>, &f64)| {
        let columns = sums.iter().zip(columns);
        row * columns.map(|(sum, column)| *sum as f64 * column).sum::<f64>()
    };
    sums.iter().zip(rows).map(of_row).sum()
}

/// A form of what each seat won: nothing of cases, and a weight for each.
pub(super) fn of_wins(weights: &[f64]) -> Vec<f64> {
    let none = std::iter::repeat_n(0.0, 1 + weights.len());
    none.chain(weights.iter().copied()).collect()
}

impl CaseCount {
    pub fn new(seats: usize) -> Self {
        CaseCount { products: vec![vec![0; 1 + 2 * seats]; 1 + seats], ..CaseCount::default() }
    }

    /// The number of cases of each seat.
    pub fn of_each_seat(&self) -> impl Iterator<Item = u64> + '_ {
        let rows = self.products.iter().enumerate().skip(1);
        rows.map(|(seat, row)| row.get(seat).copied().unwrap_or(0))
    }

    /// The number of cases.
    pub fn cases(&self) -> u64 {
        self.of_each_seat().sum()
    }

    /// Counts the seats of one game, each of them once; `teams` is the side of each seat.
    pub(super) fn enter(&mut self, cases: &[(usize, Seat)], outcome: &Outcome, teams: &[usize]) {
        let side = |seat: Seat| teams.get(usize::from(seat.0));
        for (at, (_, seat)) in cases.iter().enumerate() {
            let of_side = |(_, other): &&(usize, Seat)| side(*other) == side(*seat);
            if cases[..at].iter().all(|case| !of_side(&case)) {
                self.by_side.enter(cases.iter().filter(of_side).count() as i64);
            }
        }
        let found = features(cases, outcome, self.products.len() - 1);
        self.by_game.enter(cases.len() as i64, found[0] as i64);
        add_products(&mut self.products, &found, &found);
    }

    /// The seats of each game (x), and those of them that are cases (y).
    pub fn of_seats(&self, games: u64) -> PairedSums {
        let seats = self.products.len() as i128 - 1;
        PairedSums {
            pairs: games,
            sum_x: i128::from(games) * seats,
            squares_x: i128::from(games) * seats * seats,
            sum_y: self.by_game.sum_x,
            squares_y: self.by_game.squares_x,
            products: seats * self.by_game.sum_x,
        }
    }

    /// What the cases win above what their seats win in all games; `None` below two cases of different sides or games.
    pub fn worth(&self, wins: &WinCounts) -> Option<Worth> {
        // The seats of a side win and lose together.
        if self.by_side.effective_cases() < 2.0 {
            return None;
        }
        let (cases, games) = (self.cases() as f64, wins.games.max(1) as f64);
        let weights = self.of_each_seat().map(|count| count as f64 / cases);
        let mut worth = self.worth_above(weights.collect(), wins);
        // Which seats are cases is chance as well, and what these win anyway follows from it.
        let each = (0..worth.weights.len()).map(|seat| wins.share(seat) - worth.anyway);
        let of_seats: Vec<f64> = std::iter::once(0.0).chain(each).collect();
        let (squares, beside) = (
            form_products(&self.products, &of_seats, &of_seats),
            form_products(&self.products, &of_seats, &of_wins(&worth.weights)),
        );
        worth.anyway_variance += squares / (cases * cases) + 2.0 * beside / (cases * games);
        let own = form_products(&self.products, &worth.of_share(), &of_seats);
        worth.covariance += own / (cases * cases);
        Some(worth)
    }

    /// What the cases win above what all seats win, each of them with a weight.
    pub fn worth_above(&self, weights: Vec<f64>, wins: &WinCounts) -> Worth {
        let cases = self.cases() as f64;
        let anyway = weights.iter().enumerate();
        let anyway: f64 = anyway.map(|(seat, weight)| weight * wins.share(seat)).sum();
        let mut worth = Worth {
            cases,
            share: Interval::share_in_clusters(&self.by_game),
            variance: self.by_game.ratio_variance().unwrap_or(0.0),
            anyway,
            anyway_variance: wins.variance(&weights),
            covariance: 0.0,
            games: wins.games,
            weights,
        };
        // What a game adds to the share of the cases, times what it adds to that of the seats.
        let both = form_products(&self.products, &worth.of_share(), &of_wins(&worth.weights));
        worth.covariance = both / (wins.games.max(1) as f64 * cases);
        worth
    }
}

merge_fields!(CaseCount: by_side, by_game, products);

/// What a card is worth to the seats that have it. What they win and what their seats win anyway are of the same games, and both are
/// uncertain.
#[derive(Debug, Clone, PartialEq)]
pub struct Worth {
    pub(super) cases: f64,
    /// The share of each seat in the cases.
    pub(super) weights: Vec<f64>,
    /// The share of cases that won.
    share: Interval,
    variance: f64,
    /// The share of all games that their seats won.
    anyway: f64,
    anyway_variance: f64,
    covariance: f64,
    pub games: u64,
}

impl Worth {
    /// What the cases of a game add to the share of those that won, as a form of [`features`].
    fn of_share(&self) -> Vec<f64> {
        let each = std::iter::repeat_n(-self.share.value, self.weights.len());
        std::iter::once(1.0).chain(each).collect()
    }

    /// What they add to the worth: by how much they won more than their seats win anyway, and than the worth is.
    pub(super) fn of_cases(&self, wins: &WinCounts) -> Vec<f64> {
        let each = (0..self.weights.len()).map(|seat| -wins.share(seat) - self.value());
        std::iter::once(1.0).chain(each).collect()
    }

    /// The variance is not below that of one case that ends otherwise.
    pub(super) fn least(&self) -> f64 {
        1.0 / (self.cases * self.cases)
    }

    /// How much more often the seats win: 0.05 is 52 % of the games and not 47 %.
    pub fn value(&self) -> f64 {
        self.share.value - self.anyway
    }

    /// Of [`Worth::value`], linearised over games (Särndal, Swensson, Wretman, Model Assisted Survey Sampling, 1992, 5.5).
    pub fn variance(&self) -> f64 {
        (self.variance + self.anyway_variance - 2.0 * self.covariance).max(self.least())
    }

    /// The two intervals of shares make that of their difference: each end is as far as the square-and-add of the ends of both, less
    /// what they have in common (Newcombe, 1998; Zou and Donner, Construction of Confidence Limits about Effect Measures, Statistics in
    /// Medicine 27, 2008). So it is right near 0 and 1.
    pub fn interval(&self) -> Interval {
        let spread = self.anyway * (1.0 - self.anyway);
        // Wins that add up to the same in every game have no variance, and are known; where always the same seat wins, that may be chance.
        let effective =
            if spread > 0.0 { spread / self.anyway_variance } else { self.games as f64 };
        let anyway = Interval::share_of(self.anyway, effective);
        let deviations = (self.variance * self.anyway_variance).sqrt();
        let correlation =
            if deviations > 0.0 { (self.covariance / deviations).clamp(-1.0, 1.0) } else { 0.0 };
        let distance = |own: f64, other: f64| {
            (own * own + other * other - 2.0 * correlation * own * other).max(0.0).sqrt()
        };
        let below = distance(self.share.value - self.share.low, anyway.high - self.anyway);
        let above = distance(self.share.high - self.share.value, self.anyway - anyway.low);
        Interval { value: self.value(), low: self.value() - below, high: self.value() + above }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Merge;

    /// A game: who won, and which seats are cases.
    type Played = (Vec<u8>, Vec<u8>);

    fn counted(games: &[Played]) -> (CaseCount, WinCounts) {
        let (mut cases, mut wins) = (CaseCount::new(3), WinCounts::new(3));
        for (winners, seats) in games {
            let outcome = Outcome {
                scores: Vec::new(),
                winners: winners.iter().map(|seat| Seat(*seat)).collect(),
                level: Vec::new(),
                by: "points".into(),
            };
            wins.enter(&outcome);
            let of_game: Vec<_> = seats.iter().map(|seat| (0, Seat(*seat))).collect();
            if !of_game.is_empty() {
                cases.enter(&of_game, &outcome, &[0, 1, 2]);
            }
        }
        (cases, wins)
    }

    /// Games of three seats; one of them is won by nobody, and one by two.
    fn games() -> Vec<Played> {
        let game = |winners: &[u8], seats: &[u8]| (winners.to_vec(), seats.to_vec());
        vec![
            game(&[0], &[0, 1]),
            game(&[1], &[0]),
            game(&[], &[2]),
            game(&[2], &[]),
            game(&[0, 2], &[0, 2]),
            game(&[1], &[1, 2]),
            game(&[0], &[]),
            game(&[0], &[0]),
        ]
    }

    #[test]
    fn the_variance_of_worth_is_that_of_what_each_game_adds() {
        let games = games();
        let (cases, wins) = counted(&games);
        let worth = cases.worth(&wins).unwrap();
        let total = games.len() as f64;
        let won = |(winners, _): &Played, seat: u8| f64::from(u8::from(winners.contains(&seat)));
        let mean = |seat: u8| games.iter().map(|game| won(game, seat)).sum::<f64>() / total;
        let all = 9.0;
        let of_seat = |seat: u8| games.iter().filter(|game| game.1.contains(&seat)).count() as f64;
        let share = 5.0 / all;
        assert!((worth.share.value - share).abs() < 1e-12);
        let anyway: f64 = (0..3).map(|seat| of_seat(seat) / all * mean(seat)).sum();
        assert!((worth.value() - (share - anyway)).abs() < 1e-12);
        let adds = |game: &Played| {
            let above = |seat: &u8| won(game, *seat) - mean(*seat) - worth.value();
            let own: f64 = game.1.iter().map(above).sum();
            let base = (0..3).map(|seat| of_seat(seat) / all * (won(game, seat) - mean(seat)));
            own * total / all - base.sum::<f64>()
        };
        let squares: f64 = games.iter().map(|game| adds(game) * adds(game)).sum();
        // Of the share of cases, the variance is that of the games with a case, as a sample.
        let own: f64 = games
            .iter()
            .map(|game| game.1.iter().map(|seat| won(game, *seat) - share).sum::<f64>())
            .map(|own| own * own)
            .sum();
        let as_sample = own / (all * all) * (6.0 / 5.0 - 1.0);
        let expected = squares / (total * total) + as_sample;
        let found = worth.variance + worth.anyway_variance - 2.0 * worth.covariance;
        assert!((found - expected).abs() < 1e-12, "{worth:?}");
        // Of so few games it is not below that of one case that ends otherwise.
        assert_eq!(worth.variance(), 1.0 / 81.0);
    }

    #[test]
    fn merged_counts_are_those_of_all_games() {
        let games = games();
        for cut in 0..games.len() {
            let (mut cases, mut wins) = counted(&games[..cut]);
            let (more_cases, more_wins) = counted(&games[cut..]);
            cases.merge(&more_cases);
            wins.merge(&more_wins);
            assert_eq!((cases, wins), counted(&games));
        }
    }
}
