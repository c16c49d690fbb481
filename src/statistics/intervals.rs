//! Figures with their intervals at a fixed number of games. Counts and sums come in; a [`Interval`] goes out.
//! Whoever looks again and again while games arrive takes `confidence_sequence` in place of these.

use super::counts::Sums;
use super::distributions::{normal_quantile, student_quantile};
use super::paired_sums::PairedSums;

/// Without another level, 95 of 100 intervals cover the true value.
pub const ALPHA: f64 = 0.05;

/// Digits after the point that are shown at most.
const MOST_DIGITS: usize = 6;

/// A number that is the same in this many games is taken as constant.
pub const ALIKE: u64 = 20;

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
        Self::share_of(count.min(of) as f64 / of.max(1) as f64, of as f64)
    }

    /// The share of so many independent cases, which need not be a whole number. A share that is none is the nearest that is one.
    pub fn share_of(share: f64, cases: f64) -> Self {
        let share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
        wilson(share, cases, normal_quantile(1.0 - ALPHA / 2.0))
    }

    /// The share of members that have something, where those of a cluster are alike: of the members (x) of each game, y have it. Wilson's
    /// interval at the effective number of members, less than that for few clusters, and that of clusters where nobody has it, or all do
    /// (Dean and Pagano, Evaluating Confidence Interval Methods for Binomial Proportions in Clustered Surveys, 2015; Korn and Graubard,
    /// Analysis of Health Surveys, 1999, 3.2).
    pub fn share_in_clusters(sums: &PairedSums) -> Self {
        let share = sums.ratio().clamp(0.0, 1.0);
        let spread = share * (1.0 - share);
        let effective = match ratio_variance(sums) {
            Some(variance) if spread > 0.0 => {
                let wider = deviations(f64::INFINITY) / deviations(sums.pairs as f64 - 1.0);
                spread / variance * wider * wider
            }
            _ => sums.pairs as f64,
        };
        Self::share_of(share, effective)
    }

    /// [`PairedSums::ratio`] with the interval of Student; below two clusters it is infinite.
    pub fn ratio(sums: &PairedSums) -> Self {
        let half = ratio_variance(sums).map_or(f64::INFINITY, |variance| {
            deviations(sums.pairs as f64 - 1.0) * variance.sqrt()
        });
        Self::around(sums.ratio(), half)
    }

    /// The mean of independent games with the interval of Student, in the unit of the sums, which are whole numbers. A number that is the
    /// same in [`ALIKE`] games or more is certain, as the rules seem to want it so; fewer do not show that there are no others, so that the
    /// variance is not below that of one game that differs by 1. Below two games it is infinite.
    pub fn mean(sums: &Sums) -> Self {
        let games = sums.games as f64;
        if sums.games >= ALIKE && sums.variance() == 0.0 {
            return Self::around(sums.mean(), 0.0);
        }
        let half = deviations(games - 1.0) * (sums.variance().max(1.0 / games) / games).sqrt();
        Self::around(sums.mean(), if half.is_nan() { f64::INFINITY } else { half })
    }

    /// What was counted and is no estimate: it has no interval.
    pub fn counted(value: f64) -> Self {
        Interval { value, low: f64::NAN, high: f64::NAN }
    }

    /// As far to both sides.
    pub fn around(value: f64, half_width: f64) -> Self {
        Interval { value, low: value - half_width, high: value + half_width }
    }

    /// The same in another unit: 0.25 for an outcome that was counted in quarters. `factor` is positive.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        Interval { value: self.value * factor, low: self.low * factor, high: self.high * factor }
    }

    /// No end is beyond what can be.
    #[must_use]
    pub fn within(self, least: f64, most: f64) -> Self {
        Interval { low: self.low.clamp(least, most), high: self.high.clamp(least, most), ..self }
    }

    /// The interval that, with those of so many other questions, holds in the share 1 − `alpha` of all runs: wider to both sides (Bonferroni).
    #[must_use]
    pub fn among(self, questions: usize, alpha: f64) -> Self {
        let wider = normal_quantile(1.0 - alpha / 2.0 / questions.max(1) as f64);
        let times = wider / normal_quantile(1.0 - ALPHA / 2.0);
        Interval {
            low: self.value - times * (self.value - self.low),
            high: self.value + times * (self.high - self.value),
            ..self
        }
    }

    /// Half of the interval's length.
    pub fn half(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// For people: `24.3 ±4.8`, as [`Interval::plus_minus`], with more digits in place of `±0.0`; only the number where it is certain.
    pub fn shown(self, digits: usize) -> String {
        if self.far().is_nan() || self.far() == 0.0 {
            return number(self.value, digits);
        }
        let tells = |digits: &usize| {
            self.plus_minus(*digits).contains(['1', '2', '3', '4', '5', '6', '7', '8', '9', '∞'])
        };
        let digits = (digits..MOST_DIGITS).find(tells).unwrap_or(digits);
        let value = number(self.value, digits);
        format!("{value} {}", self.plus_minus(digits))
    }

    /// How far the farther end is.
    pub fn far(self) -> f64 {
        (self.high - self.value).max(self.value - self.low)
    }

    /// `±4.8`: how far the farther end is; `±∞` of too few cases.
    pub fn plus_minus(self, digits: usize) -> String {
        match self.far() {
            far if far.is_infinite() => "±∞".to_owned(),
            far => format!("±{far:.digits$}"),
        }
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

/// How many standard errors lie on each side of a figure, at so many degrees of freedom.
fn deviations(freedom: f64) -> f64 {
    student_quantile(1.0 - ALPHA / 2.0, freedom)
}

/// As [`PairedSums::ratio_variance`], but not below that of one cluster that is off by 1: clusters that are all alike do not show that
/// there are no others.
fn ratio_variance(sums: &PairedSums) -> Option<f64> {
    let least = 1.0 / (sums.sum_x as f64 * sums.sum_x as f64);
    sums.ratio_variance().map(|variance| variance.max(least))
}

/// The interval of Wilson for a share of `games`, which need not be a whole number, at `z` standard deviations.
pub(super) fn wilson(share: f64, games: f64, z: f64) -> Interval {
    if games <= 0.0 {
        return Interval { value: share, low: 0.0, high: 1.0 };
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

/// A number for people, never `-0.0`.
fn number(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(zero) if zero.chars().all(|c| "0.".contains(c)) => zero.to_owned(),
        _ => text,
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
        assert_eq!(Interval::mean(&sums).shown(1), "0.0 ±∞");
        for outcome in [2, 4, 4, 4, 5, 5, 7, 9] {
            sums.enter(outcome);
        }
        let found = Interval::mean(&sums);
        // 2.364624 · sqrt(32 / 7 / 8), by Student's table for 7 degrees of freedom.
        near(found.half(), 1.787_488);
        near(found.value, 5.0);
        near(found.scaled(0.5).high, (5.0 + 1.787_488) / 2.0);
        assert_eq!(found.shown(2), "5.00 ±1.79");
        assert!(found.holds(6.7) && !found.holds(6.8));
        assert!(found.lies_within(6.8) && !found.lies_within(6.7));
        // 2.807 034 deviations at 0.005.
        let among = found.among(10, ALPHA);
        near(among.half(), found.half() * 2.807_034 / 1.959_964);
        // Nobody did it in ten games: once in some four is not ruled out. In a hundred it is the rules that leave it out.
        let never = Interval::mean(&Sums::default().among(10));
        near(never.high, 2.262_157 / 10.0);
        assert_eq!(Interval::mean(&Sums::default().among(100)).shown(1), "0.0");
    }

    /// Clusters of `of` members, so many of which have something.
    fn clusters(of: i32, have: &[i32]) -> Interval {
        let mut sums = PairedSums::default();
        have.iter().for_each(|have| sums.enter(of, *have));
        Interval::share_in_clusters(&sums)
    }

    #[test]
    fn members_of_a_cluster_that_are_alike_are_one_case() {
        // All four or none: as often as not, 100 cases and not 400.
        let alike: Vec<i32> = (0..100).map(|game| 4 * (game % 2)).collect();
        let found = clusters(4, &alike);
        let plain = Interval::share(50, 100);
        assert!((found.half() / plain.half() - 1.0).abs() < 0.02, "{found:?}");
        // One in each: hardly any chance in it.
        let one = clusters(4, &[1; 100]).half();
        assert!(one > 0.0 && one < 0.006, "{one}");
        // Nobody ever: 100 games say no more than 100 cases.
        assert_eq!(clusters(4, &[0; 100]), Interval::share(0, 100));
        assert_eq!(clusters(4, &[1]), Interval::share_of(0.25, 1.0));
        assert_eq!(clusters(4, &[]), Interval::share(0, 0));
        assert_eq!(Interval::share_of(f64::NAN, 2.0), Interval::share(0, 2));
        assert_eq!(Interval::share_of(1.5, 2.0), Interval::share(2, 2));
        // Members that are independent: the interval of 400 cases, up to chance in the variance.
        let chance: Vec<i32> = (0..256).map(|n: i32| n.count_ones() as i32).collect();
        let found = clusters(8, &chance);
        let plain = Interval::share(1024, 2048);
        assert!((found.half() / plain.half() - 1.0).abs() < 0.01, "{found:?}");
    }

    #[test]
    fn what_is_shown_reaches_the_farther_end() {
        // Wilson: 5.2 to 36.0 percent.
        assert_eq!(Interval::share(3, 20).scaled(100.0).shown(1), "15.0 ±21.0");
        assert_eq!(Interval::share(0, 20).scaled(100.0).shown(1), "0.0 ±16.1");
        assert_eq!(Interval::around(-0.061, 0.047).shown(1), "-0.06 ±0.05");
        assert_eq!(Interval::around(-0.02, 0.1).shown(1), "0.0 ±0.1");
        assert_eq!(Interval::counted(9.0).within(0.0, 99.0).shown(1), "9.0");
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![]), 0.0);
        assert_eq!(median(vec![9.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![9.0, 1.0, 2.0, 3.0]), 2.5);
    }
}
