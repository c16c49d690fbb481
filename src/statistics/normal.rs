//! The normal distribution, through `libm`: the standard library's `exp` and `ln` may differ from machine to machine.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
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
}
