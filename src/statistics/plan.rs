//! How many games an answer takes. The variance of a game and the width wanted come in, games go out.

use super::confidence_sequence::best_growth;
use super::distributions::{bisect, normal_quantile};
use super::intervals::{ALPHA, Interval};

/// Games after which the interval of a share, [`Interval::share`], reaches `half_width` to both sides.
pub fn games_for_share(share: f64, half_width: f64) -> u64 {
    let half = |games: f64| Interval::share_of(share, games).half();
    // At no share it takes more than at a half, and there less than the normal interval does.
    let most = 0.25 * (normal_quantile(1.0 - ALPHA / 2.0) / half_width).powi(2);
    at_least_one(bisect(1.0, most.max(1.0), |games| half(games) > half_width))
}

/// Pairs after which the interval of their mean difference, with error `alpha`, reaches `half_width` to both sides, when it is planned for
/// so many and may be looked at all the time: 2.4 times those of the usual interval at 5 %. `variance` is that of the difference of a
/// pair. However alike the games are, the sequence takes no variance for less than one pair in all makes that is `greatest_deviation`
/// away.
pub fn pairs_for_difference(
    variance: f64,
    alpha: f64,
    half_width: f64,
    greatest_deviation: f64,
) -> u64 {
    let growth = best_growth(alpha);
    let of_variance = growth * variance / (half_width * half_width);
    let of_floor = growth.sqrt() * greatest_deviation / half_width;
    at_least_one(of_variance.max(of_floor))
}

/// That a width is reached without any game is no answer.
fn at_least_one(games: f64) -> u64 {
    (games.ceil() as u64).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{ConfidenceSequence, Sums};

    #[test]
    fn looking_all_the_time_takes_more_pairs() {
        // Two unrelated games, each won by one of two as often as by the other.
        let variance = 2.0 * 0.25;
        let once = variance * (normal_quantile(0.975) / 0.01).powi(2);
        assert_eq!(at_least_one(once), 19_208);
        let always = pairs_for_difference(variance, 0.05, 0.01, 1.0) as f64;
        assert!((always / once - 2.398).abs() < 1e-3, "{always}");
    }

    #[test]
    fn games_that_are_all_alike_take_as_many_as_their_interval_does() {
        let games = pairs_for_difference(0.0, 0.05, 0.005, 1.0);
        let half = |games: u64| {
            let sequence = ConfidenceSequence::planned_for(games, 0.05, 1.0);
            let sums = Sums { games, ..Sums::default() };
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
