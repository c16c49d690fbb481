//! Which of many hypotheses to reject, when they are tested together. E-values come in, one for each card; the cards
//! that stand out go out.

/// The indices, in ascending order, of the hypotheses that e-BH rejects: with the e-values sorted, the k largest, for
/// the largest k at which the k-th is at least m / (`alpha` k). Among the rejected, the expected share of true
/// hypotheses is at most `alpha`, however the e-values depend on each other: that of cards in one deck is neither none
/// nor known. Take each e-value as it is at the look, never its greatest value so far. A NaN is no evidence. Source:
/// Wang and Ramdas, False Discovery Rate Control with E-values, 2022; for the running maximum, arXiv 2501.19360.
pub fn e_bh(e_values: &[f64], alpha: f64) -> Vec<usize> {
    let evidence = |index: &usize| match e_values[*index] {
        value if value.is_nan() => 0.0,
        value => value,
    };
    let mut order: Vec<usize> = (0..e_values.len()).collect();
    order.sort_by(|a, b| evidence(b).total_cmp(&evidence(a)));
    let hypotheses = e_values.len() as f64;
    let suffices = |rank: usize| evidence(&order[rank - 1]) >= hypotheses / (alpha * rank as f64);
    let rejected = (1..=order.len()).rev().find(|rank| suffices(*rank));
    order.truncate(rejected.unwrap_or(0));
    order.sort_unstable();
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_e_values_are_rejected_together() {
        // m / (α k): 100, 50, 33.3, 25, 20.
        assert_eq!(e_bh(&[26.0, 1.0, 60.0, 30.0, 27.0], 0.05), [0, 2, 3, 4]);
        assert_eq!(e_bh(&[24.0, 1.0, 60.0, 51.0, 24.0], 0.05), [2, 3]);
        assert_eq!(e_bh(&[99.0, 1.0, 1.0, 1.0, 1.0], 0.05), [0; 0]);
        assert_eq!(e_bh(&[1.0, 100.0, 1.0, 1.0, 1.0], 0.05), [1]);
        assert_eq!(e_bh(&[20.0; 5], 0.05), [0, 1, 2, 3, 4]);
        assert_eq!(e_bh(&[], 0.05), [0; 0]);
    }

    #[test]
    fn infinite_evidence_counts_and_none_does_not() {
        assert_eq!(e_bh(&[f64::NAN, f64::INFINITY, 0.0], 0.05), [1]);
    }
}
