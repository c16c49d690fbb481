//! Figures with their intervals at a fixed number of games. Counts and sums come in; a [`Interval`] goes out.
//! Whoever looks again and again while games arrive takes `confidence_sequence` in place of these.

use super::counts::Sums;
use super::normal::normal_quantile;

/// Without another level, 95 of 100 intervals cover the true value.
pub const ALPHA: f64 = 0.05;

/// A figure, and the interval that covers the true one in the share 1 − α of all runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Interval {
    /// The share `count` of `of`, from 0 to 1, with the interval of Wilson (Probable Inference, 1927), which is right for
    /// rare things, too. Of nothing it is 0, from 0 to 1.
    pub fn share(count: u64, of: u64) -> Self {
        let share = count.min(of) as f64 / of.max(1) as f64;
        wilson(share, of as f64, normal_quantile(1.0 - ALPHA / 2.0))
    }

    /// The mean of independent games with the normal interval, in the unit of the sums. Below two games it is infinite;
    /// below some thirty it is too narrow.
    pub fn mean(sums: &Sums) -> Self {
        Self::of_mean(sums.mean(), sums.variance(), sums.games)
    }

    /// A mean of `games` of which the variance is known.
    pub fn of_mean(mean: f64, variance: f64, games: u64) -> Self {
        let half = match games {
            0 | 1 => f64::INFINITY,
            games => normal_quantile(1.0 - ALPHA / 2.0) * (variance.max(0.0) / games as f64).sqrt(),
        };
        Self::around(mean, half)
    }

    /// A figure without doubt, or of too few cases to say how large it is.
    pub fn exactly(value: f64) -> Self {
        Self::around(value, 0.0)
    }

    /// As far to both sides.
    pub fn around(value: f64, half_width: f64) -> Self {
        Interval {
            value,
            low: value - half_width,
            high: value + half_width,
        }
    }

    /// The same above a base line.
    #[must_use]
    pub fn above(self, base: f64) -> Self {
        Interval {
            value: self.value - base,
            low: self.low - base,
            high: self.high - base,
        }
    }

    /// The same in another unit: 0.25 for an outcome that was counted in quarters. `factor` is positive.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        Interval {
            value: self.value * factor,
            low: self.low * factor,
            high: self.high * factor,
        }
    }

    /// Half of the interval's length.
    pub fn half(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether the value is not ruled out.
    pub fn holds(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Whether all that is not ruled out lies between −`limit` and `limit`, both excluded.
    pub fn lies_within(self, limit: f64) -> bool {
        self.low > -limit && self.high < limit
    }
}

/// The interval of Wilson for a share of `games`, which need not be a whole number, at `z` standard deviations.
pub(super) fn wilson(share: f64, games: f64, z: f64) -> Interval {
    if games <= 0.0 {
        return Interval {
            value: share,
            low: 0.0,
            high: 1.0,
        };
    }
    let scale = 1.0 + z * z / games;
    let middle = (share + z * z / (2.0 * games)) / scale;
    let deviation = (share * (1.0 - share) / games + z * z / (4.0 * games * games)).sqrt();
    let half_width = z * deviation / scale;
    Interval {
        value: share,
        // Rounding must not leave the estimate outside.
        low: (middle - half_width).clamp(0.0, share),
        high: (middle + half_width).clamp(share, 1.0),
    }
}

/// The value in the middle, or between the two that are; 0 of nothing.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let half = values.len() / 2;
    match (values.get(half), values.len() % 2) {
        (None, _) => 0.0,
        (Some(middle), 1) => *middle,
        (Some(above), _) => (values[half - 1] + above) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-5, "{found}, not {expected}");
    }

    #[test]
    fn shares_have_the_interval_of_the_textbook() {
        // Newcombe 1998, table I, method 3.
        for (count, of, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = Interval::share(count, of);
            near(found.low, low);
            near(found.high, high);
        }
        let none = Interval::share(0, 0);
        assert_eq!((none.low, none.value, none.high), (0.0, 0.0, 1.0));
    }

    #[test]
    fn means_have_the_interval_of_the_textbook() {
        let mut sums = Sums::default();
        assert_eq!(Interval::mean(&sums).half(), f64::INFINITY);
        for outcome in [2, 4, 4, 4, 5, 5, 7, 9] {
            sums.enter(outcome);
        }
        let found = Interval::mean(&sums);
        // 1.95996 · sqrt(32 / 7 / 8)
        near(found.half(), 1.481_594);
        near(found.above(5.0).value, 0.0);
        near(found.scaled(0.5).high, (5.0 + 1.481_594) / 2.0);
        assert!(found.holds(6.0) && !found.holds(6.5));
        assert!(found.lies_within(6.5) && !found.lies_within(6.4));
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![]), 0.0);
        assert_eq!(median(vec![9.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![9.0, 1.0, 2.0, 3.0]), 2.5);
    }
}
