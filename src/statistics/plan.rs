//! How many games an answer takes, and how long they last. The variance of a game and the width wanted come in; games
//! and core-hours go out.

use super::confidence_sequence::best_growth;
use super::normal::normal_quantile;

/// What is known before an answer is bought: the new cards are compared with the old, in as many games each.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SampleSize {
    /// Of the outcome of one game, in the square of the outcome's unit. Without a guess [`WIN_VARIANCE`] is never too
    /// small for a share of wins.
    pub variance: f64,
    /// Between the two games of a pair with the same random numbers, from -1 to 1; 0 for unrelated games.
    pub correlation: f64,
    /// The error that is allowed, from 0 to 1.
    pub alpha: f64,
}

/// The variance of a win (1) or loss (0) when both are as likely: the greatest that a score from 0 to 1 can have.
pub const WIN_VARIANCE: f64 = 0.25;

impl SampleSize {
    /// The variance of the difference of two games of a pair: 2 v (1 − r).
    pub fn difference_variance(&self) -> f64 {
        2.0 * self.variance * (1.0 - self.correlation)
    }

    /// Games of each side after which the usual interval of the difference, looked at once, reaches `half_width` to
    /// both sides.
    pub fn games_for_half_width(&self, half_width: f64) -> u64 {
        let z = normal_quantile(1.0 - self.alpha / 2.0);
        self.games(z * z, half_width)
    }

    /// Games of each side after which a true difference of `difference` is seen with probability `power`, looked at
    /// once.
    pub fn games_for_power(&self, difference: f64, power: f64) -> u64 {
        let z = normal_quantile(1.0 - self.alpha / 2.0) + normal_quantile(power);
        self.games(z * z, difference)
    }

    /// Games of each side after which the interval that may be looked at all the time reaches `half_width` to both
    /// sides, if it is planned for so many: 2.4 times those of the usual interval at 5 %.
    pub fn games_for_confidence_sequence(&self, half_width: f64) -> u64 {
        self.games(best_growth(self.alpha), half_width)
    }

    /// The half-width of the usual interval after `games` of each side.
    pub fn half_width(&self, games: u64) -> f64 {
        let z = normal_quantile(1.0 - self.alpha / 2.0);
        z * (self.difference_variance() / games as f64).sqrt()
    }

    /// At least one game: that a width is reached without any is no answer.
    fn games(&self, squared_deviations: f64, half_width: f64) -> u64 {
        let games = squared_deviations * self.difference_variance() / (half_width * half_width);
        (games.ceil() as u64).max(1)
    }
}

/// The core-hours of `games` games of each of two sides, at `seconds_per_game` on one core.
pub fn core_hours(games: u64, seconds_per_game: f64) -> f64 {
    2.0 * games as f64 * seconds_per_game / 3600.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNPAIRED: SampleSize = SampleSize {
        variance: WIN_VARIANCE,
        correlation: 0.0,
        alpha: 0.05,
    };

    #[test]
    fn one_point_on_a_win_share_takes_19_200_games_of_each_side() {
        let games = UNPAIRED.games_for_half_width(0.01);
        assert_eq!(games, 19_208);
        assert!((UNPAIRED.half_width(games) - 0.01).abs() < 1e-6);
        // 0.2 s and 3.6 s a game: 2 and 38 core-hours.
        assert!((core_hours(games, 0.2) - 2.134).abs() < 1e-3);
        assert!((core_hours(games, 3.6) - 38.42).abs() < 1e-2);
    }

    #[test]
    fn pairs_save_what_they_correlate() {
        let paired = SampleSize {
            correlation: 0.75,
            ..UNPAIRED
        };
        assert_eq!(paired.games_for_half_width(0.01), 4_802);
        let same = SampleSize {
            correlation: 1.0,
            ..UNPAIRED
        };
        assert_eq!(same.games_for_half_width(0.01), 1);
    }

    #[test]
    fn power_takes_twice_the_games_of_a_half_width() {
        // (1.95996 + 0.84162)² = 7.8489.
        assert_eq!(UNPAIRED.games_for_power(0.01, 0.8), 39_245);
        // Half of the time an interval that just reaches the difference leaves zero out.
        assert_eq!(UNPAIRED.games_for_power(0.01, 0.5), 19_208);
    }

    #[test]
    fn looking_all_the_time_takes_more_games() {
        let (once, always) = (
            UNPAIRED.games_for_half_width(0.01),
            UNPAIRED.games_for_confidence_sequence(0.01),
        );
        let ratio = always as f64 / once as f64;
        assert!((ratio - 2.398).abs() < 1e-3, "{ratio}");
    }
}
