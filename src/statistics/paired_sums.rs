//! Sums over pairs of games with the same random numbers: the old cards and the new. Outcomes come in two by two; their
//! correlation and the sums of their difference go out.

use serde::{Deserialize, Serialize};

use super::counts::{Sums, centred, decimal, merge_fields};

/// Number, sums, sums of squares and sum of products of pairs of integer outcomes (x, y).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairedSums {
    pub pairs: u64,
    #[serde(with = "decimal")]
    pub sum_x: i128,
    #[serde(with = "decimal")]
    pub sum_y: i128,
    #[serde(with = "decimal")]
    pub squares_x: i128,
    #[serde(with = "decimal")]
    pub squares_y: i128,
    #[serde(with = "decimal")]
    pub products: i128,
}

impl PairedSums {
    /// One pair more.
    pub fn enter(&mut self, x: impl Into<i64>, y: impl Into<i64>) {
        let (x, y) = (i128::from(x.into()), i128::from(y.into()));
        self.pairs += 1;
        self.sum_x += x;
        self.sum_y += y;
        self.squares_x += x * x;
        self.squares_y += y * y;
        self.products += x * y;
    }

    /// The sums of the first of each pair.
    pub fn x(&self) -> Sums {
        Sums { games: self.pairs, sum: self.sum_x, squares: self.squares_x }
    }

    /// The sums of the second of each pair.
    pub fn y(&self) -> Sums {
        Sums { games: self.pairs, sum: self.sum_y, squares: self.squares_y }
    }

    /// The sums of y − x, pair by pair: what an edit changed, when y is played with it.
    pub fn difference(&self) -> Sums {
        Sums {
            games: self.pairs,
            sum: self.sum_y - self.sum_x,
            squares: self.squares_x + self.squares_y - 2 * self.products,
        }
    }

    /// Σy / Σx, where each pair is a cluster: the legal moves of a decision, of the decisions (x) and legal moves (y) of each game. 0 where
    /// Σx is 0.
    pub fn ratio(&self) -> f64 {
        match self.sum_x {
            0 => 0.0,
            sum_x => self.sum_y as f64 / sum_x as f64,
        }
    }

    /// The variance of [`PairedSums::ratio`] over clusters, linearised (Cochran, Sampling Techniques, 1977, 2.11): what lies in one cluster
    /// is alike, so it is clusters that are counted. `None` below two of them.
    pub fn ratio_variance(&self) -> Option<f64> {
        if self.pairs < 2 || self.sum_x == 0 {
            return None;
        }
        let ratio = self.ratio();
        let [x, y, both] = self.centred();
        let distances = (y - 2.0 * ratio * both + ratio * ratio * x).max(0.0);
        let sum_x = self.sum_x as f64;
        Some(distances / (self.pairs as f64 - 1.0) / (sum_x * sum_x))
    }

    /// The squares of x and of y and their products, around the means: see [`centred`].
    fn centred(&self) -> [f64; 3] {
        let PairedSums { pairs, sum_x, sum_y, .. } = *self;
        let both = centred(pairs, self.products, sum_x, sum_y);
        [
            centred(pairs, self.squares_x, sum_x, sum_x),
            centred(pairs, self.squares_y, sum_y, sum_y),
            both,
        ]
    }

    /// Pearson's correlation of x and y, from -1 to 1: how much of the variance the same random numbers take out of the
    /// difference. `None` where one of the two never varies.
    pub fn correlation(&self) -> Option<f64> {
        let [x, y, both] = self.centred();
        // Two roots: the product of the two squares may be larger than a float.
        let scale = x.sqrt() * y.sqrt();
        (scale > 0.0).then(|| (both / scale).clamp(-1.0, 1.0))
    }
}

merge_fields!(PairedSums: pairs, sum_x, sum_y, squares_x, squares_y, products);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Merge;

    fn paired(pairs: &[(i32, i32)]) -> PairedSums {
        let mut sums = PairedSums::default();
        pairs.iter().for_each(|(x, y)| sums.enter(*x, *y));
        sums
    }

    #[test]
    fn the_correlation_is_that_of_the_textbook() {
        // Anscombe (Graphs in Statistical Analysis, 1973), the first set in hundredths: 0.8164205.
        let x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
        let y = [804, 695, 758, 881, 833, 996, 724, 426, 1084, 482, 568];
        let pairs: Vec<(i32, i32)> = x.into_iter().zip(y).collect();
        let correlation = paired(&pairs).correlation().unwrap();
        assert!((correlation - 0.816_420_5).abs() < 1e-6, "{correlation}");
        assert_eq!(paired(&[(1, 5), (2, 7), (3, 9)]).correlation(), Some(1.0));
        assert_eq!(paired(&[(1, 5), (1, 7)]).correlation(), None);
        assert_eq!(paired(&[]).correlation(), None);
    }

    #[test]
    fn the_ratio_varies_as_its_clusters_do() {
        // Residuals y - 2x of -1, 1, 0, 0: a sum of squares of 2, over 3, over 4 times the square of the mean of x, 2.5.
        let sums = paired(&[(1, 1), (2, 5), (3, 6), (4, 8)]);
        assert_eq!(sums.ratio(), 2.0);
        let variance = sums.ratio_variance().unwrap();
        assert!((variance - 2.0 / 3.0 / (4.0 * 6.25)).abs() < 1e-15);
        // One share in all clusters, of whatever size.
        assert_eq!(paired(&[(7, 1), (14, 2)]).ratio_variance(), Some(0.0));
        assert_eq!(paired(&[(7, 1)]).ratio_variance(), None);
        assert_eq!(paired(&[(0, 0), (0, 0)]).ratio_variance(), None);
        assert_eq!(paired(&[]).ratio(), 0.0);
    }

    #[test]
    fn the_difference_is_that_of_the_pairs() {
        let pairs = [(1, 5), (-2, 3), (i32::MAX, i32::MIN + 7), (4, 4)];
        let mut sums = paired(&pairs[..2]);
        sums.merge(&paired(&pairs[2..]));
        assert_eq!(sums, paired(&pairs));
        let difference = sums.difference();
        let each = pairs.map(|(x, y)| i128::from(y) - i128::from(x));
        assert_eq!(difference.sum, each.iter().sum::<i128>());
        assert_eq!(difference.squares, each.iter().map(|d| d * d).sum::<i128>());
        assert_eq!((sums.x().sum + difference.sum, sums.y().games), (sums.y().sum, 4));
        let text = serde_json::to_string(&sums).unwrap();
        assert_eq!(serde_json::from_str::<PairedSums>(&text).unwrap(), sums);
    }
}
