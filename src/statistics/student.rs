//! Student's distribution: by how many standard errors a mean may be off when the variance is that of few cases itself. Degrees of freedom
//! come in, quantiles go out.

use super::binomial::incomplete_beta;
use super::normal::{bisect, normal_quantile};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
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
}
