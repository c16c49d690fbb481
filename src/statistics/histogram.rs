//! How often each number came up: decisions in a game, choices in a decision, turns. Numbers come in one by one; sums
//! and quantiles go out.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use super::counts::{Merge, Sums};
use super::distributions::binomial_quantile;
use super::intervals::{ALPHA, Interval};

/// A share of a distribution is a number of so many parts.
const PARTS: u32 = 1_000_000;

/// How often each non-negative integer came up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Histogram {
    #[serde(deserialize_with = "those_that_came_up")]
    times: BTreeMap<u32, u64>,
}

/// Numbers with how often they came up, from a file: one that never did is not among them.
fn those_that_came_up<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<u32, u64>, D::Error> {
    let mut times = BTreeMap::deserialize(from)?;
    times.retain(|_, times| *times > 0);
    Ok(times)
}

impl Histogram {
    /// One number more.
    pub fn enter(&mut self, number: u32) {
        self.enter_times(number, 1);
    }

    /// A number that came up so many times more.
    pub fn enter_times(&mut self, number: u32, more: u64) {
        let times = self.times.entry(number).or_default();
        *times = times.saturating_add(more);
    }

    /// Each number that came up, from the least, with how often it did.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.times.iter().map(|(number, times)| (*number, *times))
    }

    /// How many numbers were entered.
    pub fn total(&self) -> u64 {
        self.times.values().copied().fold(0, u64::saturating_add)
    }

    /// The least number that came up.
    pub fn least(&self) -> Option<u32> {
        self.times.keys().next().copied()
    }

    /// The greatest number that came up.
    pub fn greatest(&self) -> Option<u32> {
        self.times.keys().next_back().copied()
    }

    /// Number, sum and sum of squares of the numbers.
    pub fn sums(&self) -> Sums {
        let mut sums = Sums::default();
        for (number, times) in self.iter() {
            let (number, of) = (i128::from(number), i128::from(times));
            sums.games = sums.games.saturating_add(times);
            sums.sum = sums.sum.saturating_add(number * of);
            sums.squares = sums.squares.saturating_add((number * number).saturating_mul(of));
        }
        sums
    }

    /// The least number that at least the share `share` of all numbers, from 0 to 1, do not exceed (nearest rank:
    /// always a number that came up). `None` of nothing.
    pub fn quantile(&self, share: f64) -> Option<u32> {
        // In whole numbers: a rank above 2^53 would be rounded, past the last one even.
        let parts = (share.clamp(0.0, 1.0) * f64::from(PARTS)).round() as u128;
        let needed = (u128::from(self.total()) * parts).div_ceil(u128::from(PARTS));
        self.at_rank(needed as u64)
    }

    /// The number of so high a rank, from the least, which has rank 1; `None` where there are not so many.
    fn at_rank(&self, rank: u64) -> Option<u32> {
        let mut below: u64 = 0;
        self.iter()
            .find(|(_, times)| {
                below = below.saturating_add(*times);
                below >= rank
            })
            .map(|(number, _)| number)
    }

    /// [`Histogram::quantile`] with the interval of order statistics, whatever the distribution (Conover, Practical Nonparametric
    /// Statistics, 1999, 3.2): of too few numbers it is open at an end. 0 of nothing.
    pub fn quantile_interval(&self, share: f64) -> Interval {
        let total = self.total();
        let low = binomial_quantile(ALPHA / 2.0, total, share);
        let high = binomial_quantile(1.0 - ALPHA / 2.0, total, share) + 1;
        let bound = |rank: u64| (rank > 0).then(|| self.at_rank(rank)).flatten();
        Interval {
            value: self.quantile(share).map_or(0.0, f64::from),
            low: bound(low).map_or(f64::NEG_INFINITY, f64::from),
            high: bound(high).map_or(f64::INFINITY, f64::from),
        }
    }
}

impl Merge for Histogram {
    fn merge(&mut self, other: &Self) {
        other.iter().for_each(|(number, times)| self.enter_times(number, times));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn histogram(numbers: &[u32]) -> Histogram {
        let mut histogram = Histogram::default();
        numbers.iter().for_each(|number| histogram.enter(*number));
        histogram
    }

    #[test]
    fn quantiles_are_numbers_that_came_up() {
        let ranks = histogram(&[15, 20, 35, 40, 50]);
        let quantiles = [0.0, 0.05, 0.3, 0.4, 0.5, 1.0].map(|share| ranks.quantile(share));
        assert_eq!(quantiles, [15, 15, 20, 20, 35, 50].map(Some));
        assert_eq!(ranks.sums().mean(), 32.0);
        assert_eq!(histogram(&[]).quantile(0.5), None);
        assert_eq!(histogram(&[]).sums(), Sums::default());
        assert_eq!(histogram(&[u32::MAX]).quantile(f64::NAN), Some(u32::MAX));
    }

    #[test]
    fn ranks_are_exact_and_sums_end_where_there_is_no_more_room() {
        // As a float it is 2^53, and the last number is beyond it.
        let many = |last: u64| -> Histogram {
            let text = format!(r#"{{"1":{},"7":1,"9":{last}}}"#, 1_u64 << 53);
            serde_json::from_str(&text).unwrap()
        };
        assert_eq!(many(0).quantile(1.0), Some(7));
        assert_eq!((many(1).least(), many(1).greatest()), (Some(1), Some(9)));
        let mut full = many(u64::MAX);
        full.merge(&many(u64::MAX));
        assert_eq!((full.total(), full.quantile(1.0)), (u64::MAX, Some(9)));
        let text = format!(r#"{{"4294967294":{0},"4294967295":{0}}}"#, u64::MAX);
        let widest: Histogram = serde_json::from_str(&text).unwrap();
        assert_eq!(widest.sums().squares, i128::MAX);
        assert_eq!(histogram(&[]).greatest(), None);
    }

    #[test]
    fn quantiles_have_the_interval_of_order_statistics() {
        // Of ten numbers the median lies between the second and the ninth with 97.9 %: P(B <= 1) = 0.0107 of B(10, 1/2).
        let ten = histogram(&(1..=10).collect::<Vec<u32>>());
        let found = ten.quantile_interval(0.5);
        assert_eq!((found.low, found.value, found.high), (2.0, 5.0, 9.0));
        // Five are too few: even the least and the greatest leave it out once in sixteen times.
        let five = histogram(&[1, 2, 3, 4, 5]).quantile_interval(0.5);
        assert_eq!((five.low, five.high), (f64::NEG_INFINITY, f64::INFINITY));
        let none = histogram(&[]).quantile_interval(0.5);
        assert_eq!((none.value, none.half()), (0.0, f64::INFINITY));
    }

    #[test]
    fn merging_is_entering_all() {
        let (mut first, second) = (histogram(&[1, 5, 5]), histogram(&[0, 5]));
        first.merge(&second);
        assert_eq!(first, histogram(&[5, 0, 5, 1, 5]));
        assert_eq!((first.total(), first.quantile(0.5)), (5, Some(5)));
        let text = serde_json::to_string(&first).unwrap();
        assert_eq!(text, r#"{"0":1,"1":1,"5":3}"#);
        assert_eq!(serde_json::from_str::<Histogram>(&text).unwrap(), first);
        let more = text.replace('}', r#","7":0}"#);
        assert_eq!(serde_json::from_str::<Histogram>(&more).unwrap(), first);
    }
}
