//! Ratings of players: scores to Elo and back, and the Elo of one player against another from the games between them.

use serde::{Deserialize, Serialize};

use super::counts::Merge;
use super::intervals::{Interval, wilson};
use super::normal::normal_quantile;

/// Elo for each unit of the natural logarithm of the odds: 400 / ln 10, about 173.72.
pub(super) const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The score, from 0 to 1, that a player expects who is rated `elo` above the other.
pub fn score_from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp10(-elo / 400.0))
}

/// The difference in Elo at which the score, from 0 to 1, is expected; infinite at its ends.
pub fn elo_from_score(score: f64) -> f64 {
    -400.0 * libm::log10(1.0 / score - 1.0)
}

/// Normalised Elo: how far a mean score lies from one half, in standard deviations of a game, times 800 / ln 10. Unlike
/// Elo it says how many games it takes to see the difference. `pair_variance` is the variance of the mean score of a
/// pair of games with changed seats; with half of a game's variance it is that of single games. Source: Van den Bergh,
/// Normalized Elo, 2021, as fishtest uses it.
pub fn normalised_elo(score: f64, pair_variance: f64) -> f64 {
    (score - 0.5) / (2.0 * pair_variance).sqrt() * 2.0 * ELO_PER_LOGIT
}

/// The mean score with a normalised Elo of `elo`: the inverse of [`normalised_elo`].
pub fn score_from_normalised_elo(elo: f64, pair_variance: f64) -> f64 {
    0.5 + elo / (2.0 * ELO_PER_LOGIT) * (2.0 * pair_variance).sqrt()
}

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

    /// The difference in Elo with its interval at level 1 − `alpha`; a player who won all games gets a finite lower end.
    pub fn elo(&self, alpha: f64) -> Interval {
        let score = self.score_interval(alpha);
        Interval {
            value: elo_from_score(score.value),
            low: elo_from_score(score.low),
            high: elo_from_score(score.high),
        }
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

    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() < within, "{found}, not {expected}");
    }

    #[test]
    fn scores_and_elo_are_inverse() {
        near(score_from_elo(0.0), 0.5, 1e-15);
        near(score_from_elo(400.0), 10.0 / 11.0, 1e-15);
        near(elo_from_score(0.75), 190.848_501_887_865, 1e-9);
        for elo in [-700.0, -3.0, 0.25, 1200.0] {
            near(elo_from_score(score_from_elo(elo)), elo, 1e-8);
            let score = score_from_normalised_elo(elo, 0.05);
            near(normalised_elo(score, 0.05), elo, 1e-9);
        }
        assert_eq!(elo_from_score(0.0), f64::NEG_INFINITY);
        assert_eq!(elo_from_score(1.0), f64::INFINITY);
        near(2.0 * ELO_PER_LOGIT, 347.435_585_522_601_46, 1e-12);
    }

    #[test]
    fn draws_make_the_interval_of_elo_narrower() {
        let many = WinDrawLoss {
            wins: 3_000,
            draws: 4_500,
            losses: 2_500,
        };
        let found = many.elo(0.05);
        // By the delta method: score 0.525, variance 0.136875, so 1.96 · 0.0037 · 400 / ln 10 / (s (1 − s)) = 5.05.
        near(found.value, 17.386, 1e-3);
        near(found.half(), 5.051, 5e-3);
        let even = WinDrawLoss {
            wins: 5_250,
            draws: 0,
            losses: 4_750,
        };
        near(even.elo(0.05).half(), 6.818, 0.05);
        near(many.reversed().elo(0.05).value, -17.386, 1e-3);
        assert_eq!((many.games(), many.reversed().games()), (10_000, 10_000));
    }

    #[test]
    fn who_won_all_games_has_a_finite_lower_end() {
        let all = WinDrawLoss {
            wins: 20,
            ..WinDrawLoss::default()
        };
        let found = all.elo(0.05);
        assert_eq!((found.value, found.high), (f64::INFINITY, f64::INFINITY));
        // Wilson: 20 of 20 has the lower end 0.8389.
        near(found.low, elo_from_score(0.8389), 0.1);
        let draws = WinDrawLoss {
            draws: 20,
            ..WinDrawLoss::default()
        };
        let found = draws.elo(0.05);
        assert!(
            found.low < -20.0 && found.value == 0.0 && found.high > 20.0,
            "{found:?}"
        );
        let none = WinDrawLoss::default().elo(0.05);
        assert_eq!((none.low, none.high), (f64::NEG_INFINITY, f64::INFINITY));
        assert_eq!(none.value, 0.0);
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
