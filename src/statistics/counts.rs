//! Exact sums over games. Outcomes come in as integers; what goes out can be merged in any order, with the same result
//! on every machine. The tests and intervals of this folder are functions of these sums alone.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Results of two sets of games that become the result of all of them: commutative and associative, as only integers
/// are added.
pub trait Merge {
    /// Adds the games of `other`, none of which may be in `self` already.
    fn merge(&mut self, other: &Self);
}

/// Counts that are merged field by field, and a field of which the greatest value counts. Fields that are not named stay as
/// they are.
macro_rules! merge_fields {
    ($counts:ty: $($field:ident),+ $(; greatest $most:ident)?) => {
        impl $crate::statistics::Merge for $counts {
            fn merge(&mut self, other: &Self) {
                $($crate::statistics::Merge::merge(&mut self.$field, &other.$field);)+
                $(self.$most = self.$most.max(other.$most);)?
            }
        }
    };
}

pub(crate) use merge_fields;

impl Merge for u64 {
    fn merge(&mut self, other: &Self) {
        *self += other;
    }
}

impl Merge for i128 {
    fn merge(&mut self, other: &Self) {
        *self += other;
    }
}

/// What is the same in all parts of a run, where a part knows it.
impl<T: Clone> Merge for Option<T> {
    fn merge(&mut self, other: &Self) {
        if self.is_none() {
            self.clone_from(other);
        }
    }
}

impl<C: Merge, const N: usize> Merge for [C; N] {
    fn merge(&mut self, other: &Self) {
        self.iter_mut().zip(other).for_each(|(own, more)| own.merge(more));
    }
}

/// Counts of the same things in the same order.
impl<C: Merge> Merge for Vec<C> {
    fn merge(&mut self, other: &Self) {
        self.iter_mut().zip(other).for_each(|(own, more)| own.merge(more));
    }
}

impl<K: Ord + Clone, C: Merge + Clone> Merge for BTreeMap<K, C> {
    fn merge(&mut self, other: &Self) {
        for (key, more) in other {
            match self.get_mut(key) {
                Some(own) => own.merge(more),
                None => drop(self.insert(key.clone(), more.clone())),
            }
        }
    }
}

/// Number, sum and sum of squares of integer outcomes. The sums cannot overflow: 2^58 squares of 34 bits fit, which is what the
/// points of eight seats can differ by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    pub games: u64,
    #[serde(with = "decimal")]
    pub sum: i128,
    #[serde(with = "decimal")]
    pub squares: i128,
}

impl Sums {
    /// One game more.
    pub fn enter(&mut self, outcome: impl Into<i64>) {
        let value = i128::from(outcome.into());
        self.games += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// The mean, in the unit of the outcomes; 0 of no games.
    pub fn mean(&self) -> f64 {
        match self.games {
            0 => 0.0,
            games => self.sum as f64 / games as f64,
        }
    }

    /// The same among so many games: in those that are not counted, the outcome is 0.
    #[must_use]
    pub fn among(self, games: u64) -> Sums {
        Sums { games, ..self }
    }

    /// How many independent cases the cases of clusters are worth, where those of a cluster all come to the same and the outcomes are
    /// the sizes of the clusters (Kish, Survey Sampling, 1965): the number of clusters, where all have one size.
    pub fn effective_cases(&self) -> f64 {
        match self.squares {
            0 => 0.0,
            squares => self.sum as f64 * self.sum as f64 / squares as f64,
        }
    }

    /// The unbiased sample variance, in the square of the outcomes' unit; 0 of fewer than two games.
    pub fn variance(&self) -> f64 {
        if self.games < 2 {
            return 0.0;
        }
        let games = self.games as f64;
        // Never below 0: past the range of `i128`, the numerator is rounded.
        (centred(self.games, self.squares, self.sum, self.sum) / (games * (games - 1.0))).max(0.0)
    }
}

merge_fields!(Sums: games, sum, squares);

/// `games` · Σxy − Σx · Σy: the square of `games` times the covariance. Exact before the one rounding at the end: the
/// two products are often equal in all digits that a float has.
pub(super) fn centred(games: u64, products: i128, sum_x: i128, sum_y: i128) -> f64 {
    let exact = i128::from(games)
        .checked_mul(products)
        .and_then(|left| sum_x.checked_mul(sum_y).and_then(|right| left.checked_sub(right)));
    match exact {
        Some(exact) => exact as f64,
        None => games as f64 * products as f64 - sum_x as f64 * sum_y as f64,
    }
}

/// An `i128` as a decimal string: JSON readers keep 53 bits of a number.
pub(super) mod decimal {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(value: &i128, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<i128, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// The games of one player against another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinDrawLoss {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl WinDrawLoss {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

merge_fields!(WinDrawLoss: wins, draws, losses);

#[cfg(test)]
mod tests {
    use super::*;

    fn sums_of(outcomes: &[i32]) -> Sums {
        let mut sums = Sums::default();
        outcomes.iter().for_each(|outcome| sums.enter(*outcome));
        sums
    }

    #[test]
    fn mean_and_variance_are_those_of_the_textbook() {
        let sums = sums_of(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert_eq!(sums.mean(), 5.0);
        assert!((sums.variance() - 32.0 / 7.0).abs() < 1e-15);
        assert_eq!((Sums::default().mean(), sums_of(&[3]).variance()), (0.0, 0.0));
    }

    #[test]
    fn cases_of_one_cluster_are_one_case() {
        assert_eq!(sums_of(&[1, 1, 1]).effective_cases(), 3.0);
        assert_eq!(sums_of(&[4, 4, 4]).effective_cases(), 3.0);
        // Weights 1 and 3: 16 / 10.
        assert_eq!(sums_of(&[1, 3]).effective_cases(), 1.6);
        assert_eq!(sums_of(&[0, 0]).effective_cases(), 0.0);
        assert_eq!(sums_of(&[2, 4]).among(4), sums_of(&[0, 2, 0, 4]));
    }

    #[test]
    fn the_variance_keeps_its_digits_far_from_zero() {
        // In floats both terms are 4.6e18 times the number of games, and their difference is lost.
        let sums = sums_of(&[i32::MAX, i32::MAX - 1, i32::MAX - 2]);
        assert_eq!(sums.variance(), 1.0);
        let large = Sums {
            games: u64::MAX,
            sum: i128::from(u64::MAX) * 1_000_000,
            squares: i128::from(u64::MAX) * 1_000_000_000_001,
        };
        assert!((large.variance() - 1.0).abs() < 1e-3, "{}", large.variance());
    }

    #[test]
    fn the_order_of_merging_does_not_matter() {
        let outcomes = [-2, 0, 1, 1, 2, -1, 0, 0];
        for cut in 0..outcomes.len() {
            let (first, mut second) = (sums_of(&outcomes[..cut]), sums_of(&outcomes[cut..]));
            second.merge(&first);
            assert_eq!(second, sums_of(&outcomes));
        }
    }

    #[test]
    fn sums_are_written_with_all_their_digits() {
        let sums = Sums { games: u64::MAX, sum: i128::MIN, squares: i128::MAX };
        let text = serde_json::to_string(&sums).unwrap();
        assert!(text.contains("\"-170141183460469231731687303715884105728\""), "{text}");
        assert_eq!(serde_json::from_str::<Sums>(&text).unwrap(), sums);
        assert!(serde_json::from_str::<Sums>(&text.replace('8', "x")).is_err());
    }
}
