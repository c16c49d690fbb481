//! Shares, means and medians with their 95 % intervals. Counts and sums come in; an [`Interval`] goes out. Called by
//! `report`, `judge` and the commands that print figures; `fuzz` takes the median from here.

/// The normal distribution has 95 % of its weight within so many standard deviations.
const Z: f64 = 1.959_964;

/// A figure, and the interval in which the true one lies in 95 of 100 runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Interval {
    /// The share `count` of `of`, from 0 to 1, with the interval of Wilson (Probable Inference, 1927), which is right for
    /// rare things, too.
    pub fn share(count: u64, of: u64) -> Self {
        if of == 0 {
            return Interval {
                value: 0.0,
                low: 0.0,
                high: 1.0,
            };
        }
        let (n, p) = (of as f64, count.min(of) as f64 / of as f64);
        let scale = 1.0 + Z * Z / n;
        let middle = (p + Z * Z / (2.0 * n)) / scale;
        let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt() / scale;
        Interval {
            value: p,
            // Rounding must not leave the figure outside.
            low: (middle - half).clamp(0.0, p),
            high: (middle + half).clamp(p, 1.0),
        }
    }

    /// The mean of `n` numbers, from the sum of their squared distances to it; `n` is at least 2.
    pub fn mean(value: f64, distances: f64, n: u64) -> Self {
        let n = n as f64;
        let half = Z * (distances.max(0.0) / (n - 1.0) / n).sqrt();
        Interval {
            value,
            low: value - half,
            high: value + half,
        }
    }

    /// A figure without doubt, or of too few cases to say how large it is.
    pub fn exactly(value: f64) -> Self {
        Interval {
            value,
            low: value,
            high: value,
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

    /// Half of the interval's length.
    pub fn half(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    pub fn holds(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// Whole numbers added up: their order does not matter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SampleSum {
    pub count: u64,
    #[serde(with = "decimal")]
    pub sum: i128,
    #[serde(with = "decimal")]
    pub squares: i128,
}

/// Whole numbers that JSON cannot hold, as decimal digits.
mod decimal {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(value: &i128, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<i128, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

impl SampleSum {
    pub fn enter(&mut self, value: i64) {
        let value = i128::from(value);
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    pub fn add(&mut self, other: &SampleSum) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean; 0 of nothing.
    pub fn mean(&self) -> f64 {
        match self.count {
            0 => 0.0,
            count => self.sum as f64 / count as f64,
        }
    }

    /// The sum of the squared distances to `from`.
    pub fn distances(&self, from: f64) -> f64 {
        let (count, sum) = (self.count as f64, self.sum as f64);
        self.squares as f64 - 2.0 * from * sum + count * from * from
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
    use crate::rules::Rng;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-5, "{found}, not {expected}");
    }

    #[test]
    fn shares_have_the_interval_of_the_textbook() {
        // Newcombe 1998, table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
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
    }

    #[test]
    fn intervals_hold_the_truth_in_95_of_100_runs() {
        let mut rng = Rng::new(5);
        let (mut by_share, mut by_mean) = (0, 0);
        for _ in 0..2_000 {
            let mut coins = SampleSum::default();
            (0..400).for_each(|_| coins.enter(i64::from(rng.below(10) < 3)));
            let mean = coins.mean();
            let share = Interval::share(coins.sum as u64, coins.count);
            let as_mean = Interval::mean(mean, coins.distances(mean), coins.count);
            by_share += u32::from(share.holds(0.3));
            by_mean += u32::from(as_mean.holds(0.3));
        }
        // 1,900 expected, standard deviation 10.
        assert!((1_870..1_930).contains(&by_share), "{by_share}");
        assert!((1_870..1_930).contains(&by_mean), "{by_mean}");
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![]), 0.0);
        assert_eq!(median(vec![9.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![9.0, 1.0, 2.0, 3.0]), 2.5);
    }
}
