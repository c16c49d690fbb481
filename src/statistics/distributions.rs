//! The normal distribution, Student's, which says by how many standard errors a mean may be off when the variance is that of few cases
//! itself, and how many of a number of independent tries succeed, with the bounds of Clopper and Pearson. All through `libm`: the standard
//! library's `exp` and `ln` may differ from machine to machine.

/// The share of a standard normal distribution that lies below `z`.
pub(super) fn normal_below(z: f64) -> f64 {
    0.5 * libm::erfc(-z * std::f64::consts::FRAC_1_SQRT_2)
}

/// The point that the share `share` of a standard normal distribution lies below: 1.96 for 0.975. Infinite for 0 and 1.
pub(super) fn normal_quantile(share: f64) -> f64 {
    if share > 0.5 {
        // `1 - share` is exact, and near 0 a float has digits to spare.
        return -normal_quantile(1.0 - share);
    }
    if share <= 0.0 {
        return f64::NEG_INFINITY;
    }
    // The least positive float has its quantile above -39.
    bisect(-39.0, 0.0, |z| normal_below(z) < share)
}

/// The point between `low` and `high` up to which `is_below` holds, as close as floats lie.
pub(super) fn bisect(mut low: f64, mut high: f64, is_below: impl Fn(f64) -> bool) -> f64 {
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return middle;
        }
        if is_below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// From so many degrees of freedom on the expansion is as exact as it is needed.
const MANY: f64 = 200.0;

/// The point that the share `share`, one half or more, lies below, at `freedom` degrees of freedom, which need not be whole: 12.7 for 0.975
/// and one, 1.96 for very many. Infinite below one.
pub(super) fn student_quantile(share: f64, freedom: f64) -> f64 {
    if freedom.is_nan() || freedom < 1.0 {
        return f64::INFINITY;
    }
    if freedom >= MANY {
        // Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5.
        let z = normal_quantile(share);
        let (cube, fifth) = (z * z * z, z * z * z * z * z);
        return z
            + (cube + z) / (4.0 * freedom)
            + (5.0 * fifth + 16.0 * cube + 3.0 * z) / (96.0 * freedom * freedom);
    }
    let above = |t: f64| {
        let (x, y) = (freedom / (freedom + t * t), t * t / (freedom + t * t));
        0.5 * incomplete_beta(freedom / 2.0, 0.5, x, y)
    };
    bisect(0.0, 1e6, |t| above(t) > 1.0 - share)
}

/// The probability of at most `count` successes in `of` tries that succeed with probability `share` each.
pub fn binomial_at_most(count: u64, of: u64, share: f64) -> f64 {
    if count >= of || share <= 0.0 {
        return 1.0;
    }
    if share >= 1.0 {
        return 0.0;
    }
    let (failures, successes) = ((of - count) as f64, count as f64 + 1.0);
    incomplete_beta(failures, successes, 1.0 - share, share)
}

/// The least number of successes in `of` tries that is not exceeded with probability `probability` or more: how many
/// false alarms a test of a known level may give before the level is in doubt.
pub fn binomial_quantile(probability: f64, of: u64, share: f64) -> u64 {
    let (mut low, mut high) = (0, of);
    while low < high {
        let middle = low + (high - low) / 2;
        if binomial_at_most(middle, of, share) >= probability {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// The greatest share, from 0 to 1, that is not ruled out with error `alpha` when `count` of `of` tries succeeded: the
/// upper bound of Clopper and Pearson (1934), never too low. With half of `alpha` it is the upper end of the two-sided
/// interval. For no success it is about 3 / `of` at 5 %.
pub fn share_upper_bound(count: u64, of: u64, alpha: f64) -> f64 {
    if count >= of {
        return 1.0;
    }
    bisect(0.0, 1.0, |share| binomial_at_most(count, of, share) > alpha)
}

/// The least share that is not ruled out with error `alpha`: the lower bound of Clopper and Pearson.
pub fn share_lower_bound(count: u64, of: u64, alpha: f64) -> f64 {
    1.0 - share_upper_bound(of.saturating_sub(count), of, alpha)
}

/// The regularised incomplete beta function I_x(a, b), y = 1 − x, by Lentz's continued fraction (Numerical Recipes,
/// 6.4).
pub(super) fn incomplete_beta(a: f64, b: f64, x: f64, y: f64) -> f64 {
    // On this side of the mean the fraction converges fast; the function has a symmetry for the other.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(b, a, y, x);
    }
    let scale = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b);
    let front = libm::exp(scale + a * libm::log(x) + b * libm::log(y));
    (front * beta_fraction(a, b, x) / a).clamp(0.0, 1.0)
}

/// It takes about as many steps as the root of the larger parameter; with these it is good for 10^9 tries.
const MOST_STEPS: u32 = 200_000;

/// Keeps a denominator from being zero.
const TINY: f64 = 1e-300;

fn beta_fraction(a: f64, b: f64, x: f64) -> f64 {
    let away_from_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut numerator = 1.0;
    let mut denominator = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = denominator;
    for step in 1..=MOST_STEPS {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let before = fraction;
        for term in [even, odd] {
            denominator = 1.0 / away_from_zero(1.0 + term * denominator);
            numerator = away_from_zero(1.0 + term / numerator);
            fraction *= denominator * numerator;
        }
        if (fraction - before).abs() <= f64::EPSILON * fraction.abs() {
            break;
        }
    }
    fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_quantiles_are_those_of_the_tables() {
        for (share, z) in [
            (0.5, 0.0),
            (0.8, 0.841_621_233_572_914_3),
            (0.95, 1.644_853_626_951_472_2),
            (0.975, 1.959_963_984_540_054),
            (0.005, -2.575_829_303_548_901),
        ] {
            let found = normal_quantile(share);
            assert!((found - z).abs() < 1e-9, "{share}: {found}");
        }
        for share in [1e-300, 1e-9, 0.3] {
            let back = normal_below(normal_quantile(share)) / share;
            assert!((back - 1.0).abs() < 1e-11, "{share}: {back}");
        }
        assert_eq!(normal_quantile(0.0), f64::NEG_INFINITY);
        assert_eq!(normal_quantile(1.0), f64::INFINITY);
    }

    #[test]
    fn student_quantiles_are_those_of_the_tables() {
        for (freedom, t) in [
            (1.0, 12.706_204_736),
            (2.0, 4.302_652_730),
            (4.0, 2.776_445_105),
            (29.0, 2.045_229_642),
            (199.0, 1.971_956_544),
            (200.0, 1.971_896_224),
            (1e6, 1.959_966_357),
        ] {
            let found = student_quantile(0.975, freedom);
            assert!((found - t).abs() < 1e-6, "{freedom}: {found}");
        }
        assert_eq!(student_quantile(0.975, 0.5), f64::INFINITY);
        assert_eq!(student_quantile(0.975, f64::NAN), f64::INFINITY);
    }

    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() < within, "{found}, not {expected}");
    }

    #[test]
    fn probabilities_add_up_from_the_terms() {
        let (of, share) = (100_u64, 0.05_f64);
        let mut term = (0..of).fold(1.0, |product, _| product * (1.0 - share));
        let mut sum = 0.0;
        for count in 0..of {
            sum += term;
            near(binomial_at_most(count, of, share), sum, 1e-12);
            term *= (of - count) as f64 / (count + 1) as f64 * share / (1.0 - share);
        }
        // A test of exactly 5 %: at most 5, at most 10 alarms of 100.
        near(binomial_at_most(5, 100, 0.05), 0.616, 5e-4);
        near(binomial_at_most(10, 100, 0.05), 0.989, 5e-4);
        assert_eq!(binomial_at_most(100, 100, 0.05), 1.0);
        assert_eq!((binomial_at_most(3, 9, 0.0), binomial_at_most(3, 9, 1.0)), (1.0, 0.0));
    }

    #[test]
    fn many_tries_are_no_trouble() {
        near(binomial_at_most(500_000_000, 1_000_000_001, 0.5), 0.5, 1e-5);
        near(binomial_at_most(1_000_000, 2_000_000, 0.5), 0.500_282, 1e-6);
        assert_eq!(binomial_at_most(1_000, 1_000_000, 0.5), 0.0);
    }

    #[test]
    fn quantiles_are_the_least_numbers() {
        for (probability, of) in [(0.99, 1_000), (0.5, 37), (0.999, 100)] {
            let found = binomial_quantile(probability, of, 0.05);
            assert!(binomial_at_most(found, of, 0.05) >= probability);
            assert!(binomial_at_most(found - 1, of, 0.05) < probability);
        }
        assert_eq!((binomial_quantile(0.0, 9, 0.5), binomial_quantile(1.0, 9, 0.5)), (0, 9));
    }

    #[test]
    fn bounds_are_those_of_clopper_and_pearson() {
        // Newcombe 1998, table I, method 5.
        for (count, of, low, high) in [
            (81, 263, 0.2527, 0.3676),
            (15, 148, 0.0578, 0.1617),
            (0, 20, 0.0, 0.1684),
            (1, 29, 0.0009, 0.1776),
        ] {
            near(share_lower_bound(count, of, 0.025), low, 5e-5);
            near(share_upper_bound(count, of, 0.025), high, 5e-5);
        }
        near(share_upper_bound(0, 10_000, 0.05), 3.0 / 10_000.0, 1e-6);
        assert_eq!((share_upper_bound(7, 7, 0.05), share_upper_bound(0, 0, 0.05)), (1.0, 1.0));
        assert_eq!((share_lower_bound(0, 7, 0.05), share_lower_bound(0, 0, 0.05)), (0.0, 0.0));
    }
}
