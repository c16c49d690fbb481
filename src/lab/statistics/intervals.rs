//! Figures with their intervals at a fixed number of games. Counts and sums come in; a [`ConfidenceInterval`] goes out.
//! Whoever looks again and again while games arrive takes `confidence_sequence` in place of these.

use super::counts::Sums;
use super::normal::normal_quantile;

/// An estimate, and the interval that covers the true value in the share 1 − α of all runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConfidenceInterval {
    pub estimate: f64,
    pub low: f64,
    pub high: f64,
}

impl ConfidenceInterval {
    /// The share `count` of `of`, from 0 to 1, with the interval of Wilson (Probable Inference, 1927) at level 1 −
    /// `alpha`. It is right for rare things, too. Of nothing: one half, from 0 to 1.
    pub fn share(count: u64, of: u64, alpha: f64) -> Self {
        let share = match of {
            0 => 0.5,
            of => count as f64 / of as f64,
        };
        wilson(share, of as f64, normal_quantile(1.0 - alpha / 2.0))
    }

    /// The mean of independent games with the normal interval at level 1 − `alpha`, in the unit of the sums. Below two
    /// games it is infinite; below some thirty it is too narrow.
    pub fn mean(sums: &Sums, alpha: f64) -> Self {
        let half_width = match sums.games {
            0 | 1 => f64::INFINITY,
            games => normal_quantile(1.0 - alpha / 2.0) * (sums.variance() / games as f64).sqrt(),
        };
        Self::around(sums.mean(), half_width)
    }

    /// As far to both sides.
    pub fn around(estimate: f64, half_width: f64) -> Self {
        ConfidenceInterval {
            estimate,
            low: estimate - half_width,
            high: estimate + half_width,
        }
    }

    /// The same above a base line.
    #[must_use]
    pub fn above(self, base: f64) -> Self {
        ConfidenceInterval {
            estimate: self.estimate - base,
            low: self.low - base,
            high: self.high - base,
        }
    }

    /// The same in another unit: 0.25 for an outcome that was counted in quarters. `factor` is positive.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        ConfidenceInterval {
            estimate: self.estimate * factor,
            low: self.low * factor,
            high: self.high * factor,
        }
    }

    /// Half of the interval's length.
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether the value is not ruled out.
    pub fn contains(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Whether all that is not ruled out lies between −`limit` and `limit`, both excluded.
    pub fn lies_within(self, limit: f64) -> bool {
        self.low > -limit && self.high < limit
    }
}

/// The interval of Wilson for a share of `games`, which need not be a whole number, at `z` standard deviations.
pub(super) fn wilson(share: f64, games: f64, z: f64) -> ConfidenceInterval {
    if games <= 0.0 {
        return ConfidenceInterval {
            estimate: share,
            low: 0.0,
            high: 1.0,
        };
    }
    let scale = 1.0 + z * z / games;
    let middle = (share + z * z / (2.0 * games)) / scale;
    let deviation = (share * (1.0 - share) / games + z * z / (4.0 * games * games)).sqrt();
    let half_width = z * deviation / scale;
    ConfidenceInterval {
        estimate: share,
        // Rounding must not leave the estimate outside.
        low: (middle - half_width).clamp(0.0, share),
        high: (middle + half_width).clamp(share, 1.0),
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
            let found = ConfidenceInterval::share(count, of, 0.05);
            near(found.low, low);
            near(found.high, high);
        }
        let none = ConfidenceInterval::share(0, 0, 0.05);
        assert_eq!((none.low, none.estimate, none.high), (0.0, 0.5, 1.0));
    }

    #[test]
    fn means_have_the_interval_of_the_textbook() {
        let mut sums = Sums::default();
        assert_eq!(
            ConfidenceInterval::mean(&sums, 0.05).half_width(),
            f64::INFINITY
        );
        for outcome in [2, 4, 4, 4, 5, 5, 7, 9] {
            sums.enter(outcome);
        }
        let found = ConfidenceInterval::mean(&sums, 0.05);
        // 1.95996 · sqrt(32 / 7 / 8)
        near(found.half_width(), 1.481_594);
        near(found.above(5.0).estimate, 0.0);
        near(found.scaled(0.5).high, (5.0 + 1.481_594) / 2.0);
        assert!(found.contains(6.0) && !found.contains(6.5));
        assert!(found.lies_within(6.5) && !found.lies_within(6.4));
    }
}
