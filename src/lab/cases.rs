//! Counts who wins, and how the seats fare that have a card, as whole numbers that merge; and works out what the card is worth to them.
//! Outcomes come in; counts and estimates go out. Called by `results`, `counts` and `paired_cases`.

use serde::{Deserialize, Serialize};

use crate::rules::{Outcome, Seat};
use crate::statistics::{Interval, Merge, PairedSums, Sums};

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
        WinCounts {
            together: vec![vec![0; seats]; seats],
            ..WinCounts::default()
        }
    }

    /// Whether it has so many seats.
    pub fn is_of(&self, seats: usize) -> bool {
        self.together.len() == seats && self.together.iter().all(|with| with.len() == seats)
    }

    pub fn enter(&mut self, outcome: &Outcome) {
        self.games += 1;
        self.draws += u64::from(outcome.winners.is_empty());
        for winner in &outcome.winners {
            for other in &outcome.winners {
                let of_winner = self.together.get_mut(usize::from(winner.0));
                if let Some(count) = of_winner.and_then(|with| with.get_mut(usize::from(other.0))) {
                    *count += 1;
                }
            }
        }
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
        let games = self.games.max(1) as f64;
        let mut sum = 0.0;
        for (seat, (weight, with)) in weights.iter().zip(&self.together).enumerate() {
            for (other, (other_weight, both)) in weights.iter().zip(with).enumerate() {
                let covariance = *both as f64 / games - self.share(seat) * self.share(other);
                sum += weight * other_weight * covariance;
            }
        }
        sum.max(0.0) / games
    }
}

impl Merge for WinCounts {
    fn merge(&mut self, other: &WinCounts) {
        self.games += other.games;
        self.draws += other.draws;
        for (own, more) in self.together.iter_mut().zip(&other.together) {
            for (own, more) in own.iter_mut().zip(more) {
                *own += more;
            }
        }
    }
}

/// Seats of games for which a row counted, or that played it: a seat of a game is one case.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseCount {
    pub seats: Vec<SeatCases>,
    /// The cases of each side of a game that has one: they win and lose together.
    pub by_side: Sums,
    /// The cases of each game that has one (x), and those of them that won (y).
    pub by_game: PairedSums,
}

/// Cases of one seat.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatCases {
    pub cases: u64,
    /// The cases of any seats in games that this seat won, and those of them that won.
    pub beside: u64,
    pub wins_beside: u64,
}

impl CaseCount {
    pub fn new(seats: usize) -> Self {
        CaseCount {
            seats: vec![SeatCases::default(); seats],
            ..CaseCount::default()
        }
    }

    /// The number of cases.
    pub fn cases(&self) -> u64 {
        self.seats.iter().map(|count| count.cases).sum()
    }

    /// Counts the seats of one game, each of them once; `teams` is the side of each seat.
    pub(super) fn enter(&mut self, cases: &[(usize, Seat)], outcome: &Outcome, teams: &[usize]) {
        let side = |seat: Seat| teams.get(usize::from(seat.0));
        let wins = |(_, seat): &&(usize, Seat)| outcome.winners.contains(seat);
        let won = cases.iter().filter(wins).count();
        for (at, (_, seat)) in cases.iter().enumerate() {
            if let Some(count) = self.seats.get_mut(usize::from(seat.0)) {
                count.cases += 1;
            }
            let of_side = |(_, other): &&(usize, Seat)| side(*other) == side(*seat);
            if cases[..at].iter().all(|case| !of_side(&case)) {
                self.by_side
                    .enter(cases.iter().filter(of_side).count() as i64);
            }
        }
        for winner in &outcome.winners {
            if let Some(count) = self.seats.get_mut(usize::from(winner.0)) {
                count.beside += cases.len() as u64;
                count.wins_beside += won as u64;
            }
        }
        self.by_game.enter(cases.len() as i64, won as i64);
    }

    /// The seats of each game (x), and those of them that are cases (y).
    pub fn of_seats(&self, games: u64) -> PairedSums {
        let seats = self.seats.len() as i128;
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
        let cases = self.cases() as f64;
        let weights = self.seats.iter().map(|seat| seat.cases as f64 / cases);
        // The seats of a side win and lose together.
        let is_enough = self.by_side.effective_cases() >= 2.0;
        is_enough.then(|| self.worth_above(weights.collect(), wins))
    }

    /// What the cases win above what all seats win, each of them with a weight.
    pub fn worth_above(&self, weights: Vec<f64>, wins: &WinCounts) -> Worth {
        let cases = self.cases() as f64;
        let anyway = weights.iter().enumerate();
        let anyway: f64 = anyway.map(|(seat, weight)| weight * wins.share(seat)).sum();
        let anyway_variance = wins.variance(&weights);
        let share = self.by_game.ratio();
        let games = wins.games.max(1) as f64;
        // What a game adds to the share of the cases, times what it adds to that of the seats.
        let both = self.seats.iter().zip(&weights);
        let both: f64 = both
            .map(|(seat, weight)| weight * (seat.wins_beside as f64 - share * seat.beside as f64))
            .sum();
        Worth {
            cases,
            weights,
            share: Interval::share_in_clusters(&self.by_game),
            variance: self.by_game.ratio_variance().unwrap_or(0.0),
            anyway,
            anyway_variance,
            covariance: both / (games * cases),
            games: wins.games,
        }
    }
}

impl Merge for CaseCount {
    fn merge(&mut self, other: &CaseCount) {
        for (own, more) in self.seats.iter_mut().zip(&other.seats) {
            own.cases += more.cases;
            own.beside += more.beside;
            own.wins_beside += more.wins_beside;
        }
        self.by_side.merge(&other.by_side);
        self.by_game.merge(&other.by_game);
    }
}

/// What a card is worth to the seats that have it. What they win and what their seats win anyway are of the same games, and both are
/// uncertain.
#[derive(Debug, Clone, PartialEq)]
pub struct Worth {
    cases: f64,
    /// The share of each seat in the cases.
    weights: Vec<f64>,
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
    pub(super) fn cases(&self) -> f64 {
        self.cases
    }

    pub(super) fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The share of cases that won.
    pub(super) fn share(&self) -> f64 {
        self.share.value
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
        let effective = if spread > 0.0 {
            spread / self.anyway_variance
        } else {
            self.games as f64
        };
        let anyway = Interval::share_of(self.anyway, effective);
        let deviations = (self.variance * self.anyway_variance).sqrt();
        let correlation = if deviations > 0.0 {
            (self.covariance / deviations).clamp(-1.0, 1.0)
        } else {
            0.0
        };
        let distance = |own: f64, other: f64| {
            (own * own + other * other - 2.0 * correlation * own * other)
                .max(0.0)
                .sqrt()
        };
        let below = distance(self.share.value - self.share.low, anyway.high - self.anyway);
        let above = distance(self.share.high - self.share.value, self.anyway - anyway.low);
        Interval {
            value: self.value(),
            low: self.value() - below,
            high: self.value() + above,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game: who won, and which seats are cases.
    type Played = (Vec<u8>, Vec<u8>);

    fn counted(games: &[Played]) -> (CaseCount, WinCounts) {
        let (mut cases, mut wins) = (CaseCount::new(3), WinCounts::new(3));
        for (winners, seats) in games {
            let outcome = Outcome {
                scores: Vec::new(),
                winners: winners.iter().map(|seat| Seat(*seat)).collect(),
                level: Vec::new(),
                by: "points",
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
            let own: f64 = game.1.iter().map(|seat| won(game, *seat) - share).sum();
            let base = (0..3).map(|seat| of_seat(seat) / all * (won(game, seat) - mean(seat)));
            own * total / all - base.sum::<f64>()
        };
        let squares: f64 = games.iter().map(|game| adds(game) * adds(game)).sum();
        // Of the share of cases, the variance is that of the games with a case, as a sample.
        let own: f64 = games
            .iter()
            .map(|game| {
                game.1
                    .iter()
                    .map(|seat| won(game, *seat) - share)
                    .sum::<f64>()
            })
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
