//! Zero-truncated binomial split of solved cases.

/// Expected number of solved cases with exactly one, two and three successes in
/// three trials, if every trial of a solved case succeeded independently with
/// chance `q`.
///
/// Entry j − 1 is `solved` · P(X = j) / P(X ≥ 1) for X ~ binomial(3, q): a solved
/// case has at least one success, so the binomial is truncated at zero. The
/// entries add up to `solved`. At `q` = 0 the limit holds: one success each.
///
/// `None` when `q` is outside \[0, 1\].
///
/// ```
/// # use recount::stats::zero_truncated_split;
/// let split = zero_truncated_split(46, 79.0 / 138.0).unwrap();
/// assert_eq!(split.map(f64::round), [16.0, 21.0, 9.0]);
/// ```
pub fn zero_truncated_split(solved: u64, q: f64) -> Option<[f64; 3]> {
    if !(0.0..=1.0).contains(&q) {
        return None;
    }
    // One factor q is common to all of P(X = j) and to P(X >= 1) and cancels.
    let miss = 1.0 - q;
    let weights = [3.0 * miss * miss, 3.0 * q * miss, q * q];
    let whole: f64 = weights.iter().sum();
    Some(weights.map(|weight| solved as f64 * weight / whole))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn certain_and_hopeless_trials_are_the_limits() {
        assert_eq!(zero_truncated_split(5, 1.0), Some([0.0, 0.0, 5.0]));
        assert_eq!(zero_truncated_split(5, 0.0), Some([5.0, 0.0, 0.0]));
        assert_eq!(zero_truncated_split(5, 1.5), None);
        assert_eq!(zero_truncated_split(5, f64::NAN), None);
    }

    proptest! {
        #[test]
        fn it_is_the_truncated_binomial(solved in 0_u64..1000, q in 0.01..1.0) {
            let split = zero_truncated_split(solved, q).unwrap();
            let any = 1.0 - (1.0_f64 - q).powi(3);
            let direct = [
                3.0 * q * (1.0_f64 - q).powi(2) / any,
                3.0 * q * q * (1.0 - q) / any,
                q * q * q / any,
            ];
            for (entry, share) in split.iter().zip(direct) {
                prop_assert!((entry - solved as f64 * share).abs() < 1e-9);
            }
            prop_assert!((split.iter().sum::<f64>() - solved as f64).abs() < 1e-9);
        }
    }
}
