//! Spearman's rank correlation.

/// Spearman's ρ between paired values, in \[−1, 1\]: Pearson's correlation of
/// their ranks, tied values sharing the mean of their ranks (Spearman 1904).
///
/// `None` when the slices differ in length, hold fewer than two pairs, hold a
/// NaN, or when all values of one side are equal.
///
/// ```
/// # use recount::stats::spearman;
/// assert_eq!(spearman(&[1.0, 2.0, 3.0], &[9.0, 5.0, 1.0]), Some(-1.0));
/// assert_eq!(spearman(&[1.0, 2.0], &[4.0, 4.0]), None);
/// ```
pub fn spearman(x: &[f64], y: &[f64]) -> Option<f64> {
    if x.len() != y.len() || x.len() < 2 {
        return None;
    }
    let (x, y) = (centred_ranks(x)?, centred_ranks(y)?);
    let product = |a: &[i64], b: &[i64]| -> f64 {
        let total: i128 = a
            .iter()
            .zip(b)
            .map(|(&a, &b)| i128::from(a) * i128::from(b))
            .sum();
        total as f64
    };
    let spread = (product(&x, &x) * product(&y, &y)).sqrt();
    (spread > 0.0).then(|| product(&x, &y) / spread)
}

/// Twice each value's distance from the mean rank, which is a whole number even
/// for shared ranks; `None` when a value is NaN.
fn centred_ranks(values: &[f64]) -> Option<Vec<i64>> {
    if values.iter().any(|value| value.is_nan()) {
        return None;
    }
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_unstable_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0; values.len()];
    let mut before = 0;
    for tied in order.chunk_by(|&a, &b| values[a] == values[b]) {
        // Ranks before+1 ..= before+len share twice-the-mean 2·before + len + 1;
        // the mean rank of all, doubled, is n + 1.
        let doubled = 2 * before + tied.len() as i64 - values.len() as i64;
        for &index in tied {
            ranks[index] = doubled;
        }
        before += tied.len() as i64;
    }
    Some(ranks)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn tied_values_share_their_ranks() {
        // Ranks 1, 2.5, 2.5, 4 about the mean 2.5, doubled.
        assert_eq!(
            centred_ranks(&[0.0, 7.0, 7.0, 9.0]),
            Some(vec![-3, 0, 0, 3])
        );
        assert_eq!(centred_ranks(&[0.0, -0.0]), Some(vec![0, 0]));
    }

    #[test]
    fn a_known_example_with_ties() {
        // Ranks 1, 2, 3, 4 against 1, 2.5, 2.5, 4: 4.5 / sqrt(5 · 4.5).
        let rho = spearman(&[1.0, 2.0, 3.0, 4.0], &[1.0, 5.0, 5.0, 8.0]).unwrap();
        assert!((rho - 4.5 / 22.5_f64.sqrt()).abs() < 1e-15);
    }

    #[test]
    fn what_has_no_order_has_no_correlation() {
        assert_eq!(spearman(&[], &[]), None);
        assert_eq!(spearman(&[1.0], &[1.0]), None);
        assert_eq!(spearman(&[1.0, 2.0], &[1.0]), None);
        assert_eq!(spearman(&[1.0, f64::NAN], &[1.0, 2.0]), None);
        assert_eq!(spearman(&[3.0, 3.0], &[1.0, 2.0]), None);
    }

    proptest! {
        #[test]
        fn it_is_symmetric_and_bounded(pairs in proptest::collection::vec((0_u8..9, 0_u8..9), 2..60)) {
            let (x, y): (Vec<f64>, Vec<f64>) =
                pairs.iter().map(|&(a, b)| (f64::from(a), f64::from(b))).unzip();
            let rho = spearman(&x, &y);
            prop_assert_eq!(rho, spearman(&y, &x));
            if let Some(rho) = rho {
                prop_assert!(rho.abs() <= 1.0 + 1e-15);
                let negated: Vec<f64> = y.iter().map(|v| -v).collect();
                prop_assert_eq!(spearman(&x, &negated), Some(-rho));
            }
        }

        #[test]
        fn only_the_order_counts(x in proptest::collection::vec(-5.0..5.0, 2..60)) {
            let stretched: Vec<f64> = x.iter().map(|v: &f64| v.exp()).collect();
            let mut distinct = x.clone();
            distinct.sort_unstable_by(f64::total_cmp);
            prop_assume!(distinct.windows(2).all(|w| w[1] - w[0] > 1e-9));
            prop_assert_eq!(spearman(&x, &stretched), Some(1.0));
        }
    }
}
