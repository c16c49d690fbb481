//! The generalised sequential probability ratio test: two means are compared as hypotheses while games arrive. Counts
//! of outcomes come in; a log-likelihood ratio goes out, and which hypothesis it accepts. As in Stockfish's fishtest,
//! whose wiki ("Fishtest mathematics") is the source.

use super::counts::Counts;
use super::normal::bisect;

/// Stands for a count of zero, as in fishtest: a likelihood needs a trace of every outcome.
const NO_GAMES: f64 = 0.001;

/// A test of one mean against a greater one. Its errors hold at any number of looks, approximately, as the distribution
/// of the outcomes is estimated: look in batches of hundreds of games. Looking seldom makes it stop late, and the
/// errors smaller.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gsprt {
    /// The mean under the null hypothesis, in the unit of `outcome_unit`.
    pub null_mean: f64,
    /// The mean under the alternative, greater than `null_mean`.
    pub alternative_mean: f64,
    /// What a counted step is worth: 0.25 for the score of a pair counted from 0 to 4, 0.5 for half points.
    pub outcome_unit: f64,
    /// How often the alternative is accepted though the null hypothesis is true, from 0 to 1.
    pub alpha: f64,
    /// How often the null hypothesis is accepted though the alternative is true, from 0 to 1.
    pub beta: f64,
}

/// What the test says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GsprtOutcome {
    AcceptNull,
    AcceptAlternative,
    /// More games are needed.
    Continue,
}

/// What was decided, at which look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GsprtDecision {
    pub outcome: GsprtOutcome,
    /// Games in the prefix on which it was decided; without a decision, in the longest one.
    pub games: u64,
    /// The exact log-likelihood ratio there.
    pub log_likelihood_ratio: f64,
}

impl Gsprt {
    /// The bounds of the log-likelihood ratio: ln(β / (1 − α)) accepts the null hypothesis, ln((1 − β) / α) the
    /// alternative. ±2.944 for errors of 5 %.
    pub fn bounds(&self) -> (f64, f64) {
        (
            libm::log(self.beta / (1.0 - self.alpha)),
            libm::log((1.0 - self.beta) / self.alpha),
        )
    }

    /// N Σ p ln(q₁ / q₀), where q₀ and q₁ are the likeliest distributions with the two means. 0 of no games, and where
    /// a mean does not lie between the least and the greatest outcome: no distribution has it.
    pub fn log_likelihood_ratio(&self, counts: &Counts) -> f64 {
        let Some(sample) = Sample::new(counts, self.outcome_unit) else {
            return 0.0;
        };
        let (Some(null), Some(alternative)) = (
            sample.multiplier(self.null_mean),
            sample.multiplier(self.alternative_mean),
        ) else {
            return 0.0;
        };
        // q = p / (1 + x (a − s)) for each hypothesis, so p cancels out.
        sample.games
            * sample.expectation(|outcome| {
                libm::log1p(null * (outcome - self.null_mean))
                    - libm::log1p(alternative * (outcome - self.alternative_mean))
            })
    }

    /// The ratio when outcomes are taken for normal with the sample's variance: N (s₁ − s₀)(2 m − s₀ − s₁) / (2 v).
    /// Good for means that lie near each other; no root is looked for.
    pub fn normal_approximation(&self, counts: &Counts) -> f64 {
        let Some(sample) = Sample::new(counts, self.outcome_unit) else {
            return 0.0;
        };
        let mean = sample.expectation(|outcome| outcome);
        let variance = sample.variance_around(mean);
        let between = self.alternative_mean - self.null_mean;
        sample.games * between * (2.0 * mean - self.null_mean - self.alternative_mean)
            / (2.0 * variance)
    }

    /// The ratio from the variances around the two means: N / 2 · ln(Σ p (a − s₀)² / Σ p (a − s₁)²).
    pub fn variance_approximation(&self, counts: &Counts) -> f64 {
        let Some(sample) = Sample::new(counts, self.outcome_unit) else {
            return 0.0;
        };
        let null = sample.variance_around(self.null_mean);
        let alternative = sample.variance_around(self.alternative_mean);
        sample.games / 2.0 * libm::log(null / alternative)
    }

    /// What the exact ratio says of these games.
    pub fn outcome(&self, counts: &Counts) -> GsprtOutcome {
        let (lower, upper) = self.bounds();
        match self.log_likelihood_ratio(counts) {
            ratio if ratio >= upper => GsprtOutcome::AcceptAlternative,
            ratio if ratio <= lower => GsprtOutcome::AcceptNull,
            _ => GsprtOutcome::Continue,
        }
    }

    /// The first decision over growing prefixes of the games, in the order of their numbers: never over whatever has
    /// arrived, as short games arrive first and end otherwise than long ones.
    pub fn decide(&self, prefixes: impl IntoIterator<Item = Counts>) -> GsprtDecision {
        let mut decision = GsprtDecision {
            outcome: GsprtOutcome::Continue,
            games: 0,
            log_likelihood_ratio: 0.0,
        };
        for counts in prefixes {
            decision = GsprtDecision {
                outcome: self.outcome(&counts),
                games: counts.games(),
                log_likelihood_ratio: self.log_likelihood_ratio(&counts),
            };
            if decision.outcome != GsprtOutcome::Continue {
                break;
            }
        }
        decision
    }
}

/// Outcomes with their shares, none of which is zero.
struct Sample {
    games: f64,
    /// From the least outcome to the greatest.
    shares: Vec<(f64, f64)>,
}

impl Sample {
    /// `None` of no games.
    fn new(counts: &Counts, unit: f64) -> Option<Self> {
        if counts.games() == 0 {
            return None;
        }
        let count = |games: u64| if games == 0 { NO_GAMES } else { games as f64 };
        let games: f64 = counts.iter().map(|(_, games)| count(games)).sum();
        let shares = counts
            .iter()
            .map(|(outcome, of_it)| (f64::from(outcome) * unit, count(of_it) / games));
        Some(Sample {
            games,
            shares: shares.collect(),
        })
    }

    fn expectation(&self, of: impl Fn(f64) -> f64) -> f64 {
        let terms = self
            .shares
            .iter()
            .map(|(outcome, share)| share * of(*outcome));
        terms.sum()
    }

    fn variance_around(&self, mean: f64) -> f64 {
        self.expectation(|outcome| (outcome - mean) * (outcome - mean))
    }

    /// The root x of Σ p (a − s) / (1 + x (a − s)): Lagrange's multiplier of the likeliest distribution with mean s.
    /// The sum falls from +∞ to −∞ between the ends, so bisection finds it.
    fn multiplier(&self, mean: f64) -> Option<f64> {
        let (least, greatest) = (self.shares.first()?.0, self.shares.last()?.0);
        if !(least < mean && mean < greatest) {
            return None;
        }
        let (low, high) = (-1.0 / (greatest - mean), -1.0 / (least - mean));
        let is_left_of_root = |x: f64| {
            self.expectation(|outcome| (outcome - mean) / (1.0 + x * (outcome - mean))) > 0.0
        };
        Some(bisect(low, high, is_left_of_root))
    }
}

#[cfg(test)]
mod tests {
    use super::super::elo::{score_from_elo, score_from_normalised_elo};
    use super::*;

    fn pairs(counts: [u64; 5]) -> Counts {
        let mut pairs = Counts::default();
        for (quarters, count) in (0..).zip(counts) {
            pairs.enter_many(quarters, count);
        }
        pairs
    }

    fn test_of_pairs(null_mean: f64, alternative_mean: f64) -> Gsprt {
        Gsprt {
            null_mean,
            alternative_mean,
            outcome_unit: 0.25,
            alpha: 0.05,
            beta: 0.05,
        }
    }

    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() < within, "{found}, not {expected}");
    }

    #[test]
    fn ratios_are_those_of_fishtest() {
        let counts = pairs([13, 37, 50, 25, 3]);
        let variance = counts.sums().variance() * (127.0 / 128.0) / 16.0;
        let alternative = score_from_normalised_elo(4.0, variance);
        near(alternative, 0.50391, 5e-6);
        let test = test_of_pairs(0.5, alternative);
        near(test.log_likelihood_ratio(&counts), -0.5377, 5e-5);
        near(test.variance_approximation(&counts), -0.5219, 5e-5);
        near(test.normal_approximation(&counts), -0.5596, 5e-5);

        let counts = pairs([10_789, 19_328, 33_806, 19_402, 10_543]);
        let test = test_of_pairs(score_from_elo(-3.0), score_from_elo(1.0));
        near(test.log_likelihood_ratio(&counts), 2.131, 5e-4);
        near(test.normal_approximation(&counts), 2.131, 5e-4);
        near(test.variance_approximation(&counts), 2.131, 5e-4);
    }

    #[test]
    fn the_bounds_follow_from_the_errors() {
        let (lower, upper) = test_of_pairs(0.5, 0.51).bounds();
        near(upper, 2.944, 5e-4);
        near(lower, -upper, 1e-12);
    }

    #[test]
    fn a_decision_is_of_the_first_prefix_that_allows_one() {
        let test = test_of_pairs(0.5, 0.6);
        let steps = [1, 20, 200, 2_000].map(|k| pairs([k, 2 * k, 4 * k, 3 * k, 3 * k]));
        let decision = test.decide(steps);
        assert_eq!(decision.outcome, GsprtOutcome::AcceptAlternative);
        assert_eq!(decision.games, 260);
        assert!(decision.log_likelihood_ratio > 2.944, "{decision:?}");
        assert_eq!(
            test.outcome(&pairs([9, 20, 40, 20, 9])),
            GsprtOutcome::AcceptNull
        );
        assert_eq!(test.decide([]).outcome, GsprtOutcome::Continue);
    }

    #[test]
    fn outcomes_that_never_came_up_leave_the_ratio_finite() {
        let test = test_of_pairs(0.5, 0.6);
        for counts in [pairs([0, 0, 900, 0, 0]), pairs([0, 0, 0, 0, 900])] {
            assert!(test.log_likelihood_ratio(&counts).is_finite());
        }
        assert_eq!(test.log_likelihood_ratio(&pairs([0; 5])), 0.0);
        // Nothing above 0.6 is possible.
        let mut low = Counts::over(0..=2);
        low.enter(1);
        assert_eq!(test.log_likelihood_ratio(&low), 0.0);
    }
}
