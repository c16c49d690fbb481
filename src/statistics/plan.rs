//! How many games an answer takes, and how long they last. The variance of a game and the width wanted come in; games
//! and core-hours go out.

use super::confidence_sequence::best_growth;
use super::intervals::{ALPHA, Interval};
use super::normal::{bisect, normal_quantile};

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
    /// sides, if it is planned for so many: 2.4 times those of the usual interval at 5 %. However alike the games are,
    /// the sequence takes no variance for less than one game in all makes that is `greatest_deviation` away.
    pub fn games_for_confidence_sequence(&self, half_width: f64, greatest_deviation: f64) -> u64 {
        let growth = best_growth(self.alpha);
        let of_floor = growth.sqrt() * greatest_deviation / half_width;
        self.games(growth, half_width).max(of_floor.ceil() as u64)
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

/// Games after which the interval of a share, [`Interval::share`], reaches `half_width` to both sides.
pub fn games_for_share(share: f64, half_width: f64) -> u64 {
    let half = |games: f64| Interval::share_of(share, games).half();
    // At no share it takes more than at a half, and there less than the normal interval does.
    let most = WIN_VARIANCE * (normal_quantile(1.0 - ALPHA / 2.0) / half_width).powi(2);
    let games = bisect(1.0, most.max(1.0), |games| half(games) > half_width);
    (games.ceil() as u64).max(1)
}

/// The core-hours of `games` games of each of two sides, at `seconds_per_game` on one core.
pub fn core_hours(games: u64, seconds_per_game: f64) -> f64 {
    2.0 * games as f64 * seconds_per_game / 3600.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{ConfidenceSequence, Sums};

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
            UNPAIRED.games_for_confidence_sequence(0.01, 1.0),
        );
        let ratio = always as f64 / once as f64;
        assert!((ratio - 2.398).abs() < 1e-3, "{ratio}");
    }

    #[test]
    fn games_that_are_all_alike_take_as_many_as_their_interval_does() {
        let alike = SampleSize {
            correlation: 1.0,
            ..UNPAIRED
        };
        let games = alike.games_for_confidence_sequence(0.005, 1.0);
        let half = |games: u64| {
            let sequence = ConfidenceSequence::planned_for(games, 0.05, 1.0);
            let sums = Sums {
                games,
                ..Sums::default()
            };
            sequence.interval(&sums).half()
        };
        assert!(half(games) <= 0.005 && half(games - 1) > 0.005, "{games}");
    }

    #[test]
    fn a_share_takes_as_many_games_as_its_interval_does() {
        for (share, half_width) in [(0.5, 0.01), (0.33, 0.02), (0.0, 0.005), (1.0, 0.05)] {
            let games = games_for_share(share, half_width);
            let half = |games: u64| Interval::share_of(share, games as f64).half();
            assert!(half(games) <= half_width, "{games} for {share}");
            assert!(half(games - 1) > half_width, "{games} for {share}");
        }
        assert_eq!(games_for_share(0.5, 0.01), 9_600);
    }
}
