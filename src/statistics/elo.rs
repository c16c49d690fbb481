//! The games of one player against another.

use serde::{Deserialize, Serialize};

use super::counts::Merge;
use super::intervals::{Interval, wilson};
use super::normal::normal_quantile;

/// Elo for each unit of the natural logarithm of the odds: 400 / ln 10, about 173.72.
pub(super) const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The games of one player against another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinDrawLoss {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl WinDrawLoss {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The same games as the other player sees them.
    #[must_use]
    pub fn reversed(&self) -> Self {
        WinDrawLoss {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }

    /// The mean score, a draw counting one half; one half of no games.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + 0.5 * self.draws as f64) / games as f64,
        }
    }

    /// The mean score with its interval at level 1 − `alpha`, for independent games: that of Wilson, with as many games as a
    /// score without draws would need for the same variance. So it is right near 0 and 1.
    pub fn score_interval(&self, alpha: f64) -> Interval {
        let score = self.score();
        let effective_games = match self.games() {
            0 => 0.0,
            games => {
                let games = games as f64;
                let squares = self.wins as f64 + 0.25 * self.draws as f64;
                // Not below that of one game that differs by half a point: equal results do not show that there are no
                // others.
                let least = 0.25 / games;
                let variance = (squares / games - score * score).max(least);
                // A score has its greatest variance without draws.
                games * (score * (1.0 - score)).max(least) / variance
            }
        };
        wilson(score, effective_games, normal_quantile(1.0 - alpha / 2.0))
    }
}

impl Merge for WinDrawLoss {
    fn merge(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_make_the_interval_of_a_score_narrower() {
        let many = WinDrawLoss {
            wins: 3_000,
            draws: 4_500,
            losses: 2_500,
        };
        let found = many.score_interval(0.05);
        assert_eq!((found.value, many.reversed().score()), (0.525, 0.475));
        // Variance 0.136875, so 1.96 · 0.0037.
        assert!((found.half() - 0.007_25).abs() < 1e-5, "{found:?}");
        let even = WinDrawLoss {
            wins: 5_250,
            draws: 0,
            losses: 4_750,
        };
        assert!((even.score_interval(0.05).half() - 0.009_79).abs() < 1e-5);
        assert_eq!((many.games(), many.reversed().games()), (10_000, 10_000));
    }

    #[test]
    fn who_won_all_games_may_still_lose_one() {
        let all = WinDrawLoss {
            wins: 20,
            ..WinDrawLoss::default()
        };
        let found = all.score_interval(0.05);
        assert_eq!((found.value, found.high), (1.0, 1.0));
        // Wilson: 20 of 20 has the lower end 0.8389.
        assert!((found.low - 0.8389).abs() < 1e-3, "{found:?}");
        let draws = WinDrawLoss {
            draws: 20,
            ..WinDrawLoss::default()
        };
        let found = draws.score_interval(0.05);
        assert!(found.low < 0.48 && found.high > 0.52, "{found:?}");
        let none = WinDrawLoss::default().score_interval(0.05);
        assert_eq!((none.low, none.value, none.high), (0.0, 0.5, 1.0));
    }

    #[test]
    fn results_merge() {
        let mut first = WinDrawLoss {
            wins: 1,
            draws: 2,
            losses: 3,
        };
        first.merge(&first.reversed());
        assert_eq!(
            first,
            WinDrawLoss {
                wins: 4,
                draws: 4,
                losses: 4
            }
        );
        assert_eq!(first.score(), 0.5);
    }
}
