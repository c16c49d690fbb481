//! Intervals for a mean that hold at every look, and the answers that follow from them. Sums come in; intervals,
//! e-values and a [`Verdict`] go out. Source: Robbins, Statistical Methods Related to the Law of the Iterated
//! Logarithm, 1970; Howard, Ramdas, McAuliffe and Sekhon, Time-uniform, Nonparametric, Nonasymptotic Confidence
//! Sequences, 2021.

use super::counts::Sums;
use super::distributions::bisect;
use super::intervals::Interval;

/// The mixture of likelihood ratios over normally distributed alternatives, and the confidence sequence from it. Both
/// depend on number, sum and variance of the games alone, not on their order, so that sums from many machines can be
/// merged first.
///
/// The theory knows the variance; here that of the sample takes its place. The result is an asymptotic confidence
/// sequence (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, Time-uniform Central Limit Theory and Asymptotic
/// Confidence Sequences, Annals of Statistics, 2024): its level is right if the first look comes after some hundred
/// games, and no more than approximate before. A small sample of rare outcomes can show far too small a variance, even
/// none; so it is never taken for less than that of a sample in which one game is `greatest_deviation` away from all
/// others. With no such game at all the interval then reaches to about 3 / n times that deviation at 5 %, as the exact
/// bound for a share does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConfidenceSequence {
    /// How often the true mean is ever outside, from 0 to 1.
    pub alpha: f64,
    /// How many games' worth of certainty the mixture starts with: the fewer, the earlier the interval is at its best.
    /// Positive.
    pub rho: f64,
    /// How far an outcome can lie from most others, in the unit of the sums: 2 for half points from -2 to 2.
    pub greatest_deviation: f64,
}

/// What the games say about a difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Verdict {
    /// The mean is above zero.
    Larger,
    /// The mean is below zero.
    Smaller,
    /// The mean may be zero, and lies nearer to it than this.
    NoDifferenceOver(f64),
    /// More games are needed.
    Undecided,
}

impl ConfidenceSequence {
    /// The sequence that is narrowest after `planned_games`. It may be looked at before and after; see `best_rho`.
    pub fn planned_for(planned_games: u64, alpha: f64, greatest_deviation: f64) -> Self {
        ConfidenceSequence { alpha, rho: best_rho(planned_games, alpha), greatest_deviation }
    }

    /// The variance of a game, not below its floor.
    pub fn variance(&self, sums: &Sums) -> f64 {
        let floor = self.greatest_deviation * self.greatest_deviation / sums.games.max(1) as f64;
        sums.variance().max(floor)
    }

    /// As [`e_value`](Self::e_value) against 0, for what is no mean but behaves as one of so many games whose variance is known.
    pub fn e_value_of(&self, games: u64, estimate: f64, variance: f64) -> f64 {
        let games = games as f64;
        let surplus = games * estimate;
        let certainty = games + self.rho;
        let growth = 0.5 * libm::log(certainty / self.rho);
        libm::exp(surplus * surplus / (2.0 * variance * certainty) - growth)
    }

    /// The evidence against the hypothesis that the true mean is `mean`: sqrt(ρ / (n + ρ)) · exp(S² / (2 v (n + ρ))),
    /// where S is the sum's distance to n · `mean`. Its expectation is 1 at most if the hypothesis is true, at any
    /// look; to ever reach 1/α has probability α at most.
    pub fn e_value(&self, sums: &Sums, mean: f64) -> f64 {
        self.e_value_of(sums.games, sums.mean() - mean, self.variance(sums))
    }

    /// Half of the interval's width after `games` games of a known variance; infinite before the first.
    pub fn half_width(&self, games: u64, variance: f64) -> f64 {
        let games = games as f64;
        let certainty = games + self.rho;
        let log_bound = 2.0 * libm::log(1.0 / self.alpha) + libm::log(certainty / self.rho);
        (variance * certainty * log_bound).sqrt() / games
    }

    /// The means against which the evidence is below 1/α, in the unit of the sums. That the true mean is outside at one
    /// look or more has probability α at most.
    pub fn interval(&self, sums: &Sums) -> Interval {
        Interval::around(sums.mean(), self.half_width(sums.games, self.variance(sums)))
    }

    /// What the interval says. A difference from zero is reported before its size is: `Larger` may be small, as its
    /// interval tells. `negligible`, in the unit of the sums, is the difference up to which nobody cares; without one
    /// there is no `NoDifferenceOver`.
    pub fn verdict(&self, sums: &Sums, negligible: Option<f64>) -> Verdict {
        let interval = self.interval(sums);
        match negligible {
            _ if interval.low > 0.0 => Verdict::Larger,
            _ if interval.high < 0.0 => Verdict::Smaller,
            Some(limit) if interval.lies_within(limit) => Verdict::NoDifferenceOver(limit),
            _ => Verdict::Undecided,
        }
    }
}

/// The ρ that makes the interval at level 1 − `alpha` narrowest after `planned_games`: about an eighth of them at 5 %.
/// For e-values of m cards that are judged together, take `alpha` / m.
pub fn best_rho(planned_games: u64, alpha: f64) -> f64 {
    planned_games.max(1) as f64 / (best_growth(alpha) - 1.0)
}

/// (n + ρ) / ρ at the best ρ: the solution u above 1 of u − ln u − 1 = 2 ln(1/α), where the derivative of the width is
/// zero. The half-width there is sqrt(v u / n).
pub(super) fn best_growth(alpha: f64) -> f64 {
    let needed = 2.0 * libm::log(1.0 / alpha);
    // u − ln u − 1 is at least u / 2 − 1.
    bisect(1.0, 2.0 * needed + 4.0, |growth| growth - libm::log(growth) - 1.0 < needed)
}

/// The indices, in ascending order, of the hypotheses that e-BH rejects: with the e-values sorted, the k largest, for
/// the largest k at which the k-th is at least m / (`alpha` k). Among the rejected, the expected share of true
/// hypotheses is at most `alpha`, however the e-values depend on each other: that of cards in one deck is neither none
/// nor known. Take each e-value as it is at the look, never its greatest value so far. A NaN is no evidence. Source:
/// Wang and Ramdas, False Discovery Rate Control with E-values, 2022; for the running maximum, arXiv 2501.19360.
pub fn e_bh(e_values: &[f64], alpha: f64) -> Vec<usize> {
    let evidence = |index: &usize| match e_values[*index] {
        value if value.is_nan() => 0.0,
        value => value,
    };
    let mut order: Vec<usize> = (0..e_values.len()).collect();
    order.sort_by(|a, b| evidence(b).total_cmp(&evidence(a)));
    let hypotheses = e_values.len() as f64;
    let suffices = |rank: usize| evidence(&order[rank - 1]) >= hypotheses / (alpha * rank as f64);
    let rejected = (1..=order.len()).rev().find(|rank| suffices(*rank));
    order.truncate(rejected.unwrap_or(0));
    order.sort_unstable();
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEQUENCE: ConfidenceSequence =
        ConfidenceSequence { alpha: 0.05, rho: 100.0, greatest_deviation: 2.0 };

    /// `games` games, half of which are above and half below the mean by 1.
    fn sums(games: u64, mean: i128) -> Sums {
        Sums {
            games,
            sum: i128::from(games) * mean,
            squares: i128::from(games) * (mean * mean + 1),
        }
    }

    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() < within, "{found}, not {expected}");
    }

    #[test]
    fn the_interval_ends_where_the_evidence_is_one_in_alpha() {
        let sums = sums(900, 3);
        let interval = SEQUENCE.interval(&sums);
        for end in [interval.low, interval.high] {
            near(SEQUENCE.e_value(&sums, end), 20.0, 1e-9);
        }
        // sqrt(900 / 899 · 1000 (2 ln 20 + ln 10)) / 900
        near(interval.half(), 0.101_247, 1e-6);
        near(SEQUENCE.e_value(&sums, 3.0), 0.1_f64.sqrt(), 1e-12);
        assert_eq!(SEQUENCE.interval(&Sums::default()).half(), f64::INFINITY);
        assert_eq!(SEQUENCE.e_value(&Sums::default(), 1.0), 1.0);
    }

    #[test]
    fn the_best_rho_makes_the_planned_interval_narrowest() {
        for (games, alpha) in [(20_000, 0.05), (500, 0.001)] {
            let best = ConfidenceSequence::planned_for(games, alpha, 1.0);
            let width = best.half_width(games, 1.0);
            for factor in [0.9, 1.1] {
                let other = ConfidenceSequence { rho: best.rho * factor, ..best };
                assert!(other.half_width(games, 1.0) > width);
            }
            near(width, (best_growth(alpha) / games as f64).sqrt(), 1e-12);
        }
        near(best_rho(20_000, 0.05), 2_435.5, 0.1);
    }

    #[test]
    fn equal_outcomes_do_not_prove_that_there_are_no_others() {
        let planned = ConfidenceSequence::planned_for(1_000, 0.05, 1.0);
        let none = sums(0, 0);
        assert_eq!(planned.variance(&none), 1.0);
        let equal = Sums { games: 1_000, sum: 0, squares: 0 };
        // The exact bound is 2.9912 / 1,000.
        near(planned.interval(&equal).high, 0.003_03, 1e-5);
    }

    #[test]
    fn verdicts_follow_from_the_interval() {
        let verdict = |games, sum, negligible| {
            SEQUENCE.verdict(&Sums { games, sum, squares: i128::from(games) }, negligible)
        };
        // After 10,000 games of variance 1 the half-width is 0.0330.
        assert_eq!(verdict(10_000, 340, None), Verdict::Larger);
        assert_eq!(verdict(10_000, -340, Some(1.0)), Verdict::Smaller);
        assert_eq!(verdict(10_000, 320, Some(0.07)), Verdict::NoDifferenceOver(0.07));
        assert_eq!(verdict(10_000, 320, Some(0.06)), Verdict::Undecided);
        assert_eq!(verdict(10_000, 320, None), Verdict::Undecided);
        assert_eq!(verdict(0, 0, Some(1.0)), Verdict::Undecided);
    }

    #[test]
    fn the_largest_e_values_are_rejected_together() {
        // m / (α k): 100, 50, 33.3, 25, 20.
        assert_eq!(e_bh(&[26.0, 1.0, 60.0, 30.0, 27.0], 0.05), [0, 2, 3, 4]);
        assert_eq!(e_bh(&[24.0, 1.0, 60.0, 51.0, 24.0], 0.05), [2, 3]);
        assert_eq!(e_bh(&[99.0, 1.0, 1.0, 1.0, 1.0], 0.05), [0; 0]);
        assert_eq!(e_bh(&[1.0, 100.0, 1.0, 1.0, 1.0], 0.05), [1]);
        assert_eq!(e_bh(&[20.0; 5], 0.05), [0, 1, 2, 3, 4]);
        assert_eq!(e_bh(&[], 0.05), [0; 0]);
    }

    #[test]
    fn infinite_evidence_counts_and_none_does_not() {
        assert_eq!(e_bh(&[f64::NAN, f64::INFINITY, 0.0], 0.05), [1]);
    }
}
