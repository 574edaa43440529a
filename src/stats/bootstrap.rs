//! Percentile bootstrap over cases (Efron 1979).
//!
//! A resample draws as many cases as there are, with replacement, and the
//! statistic is computed anew; the 2.5 % and 97.5 % quantiles of all resamples
//! are the 95 % interval. Cases must come in a fixed order (sorted by id), since
//! the draws are indices. Resamples are drawn one after the other from
//! [`NumpyRng`], which is the stream of NumPy's
//! `default_rng(seed).integers(0, n, size=(resamples, n))`, and memory holds one
//! of them at a time.

use super::interval::Interval;
use super::quantile::quantile;
use super::rng::NumpyRng;
use super::sum::sum;

/// Resamples of every bootstrap, unless an analysis states its own number.
pub const RESAMPLES: usize = 4000;

/// Base seed of every bootstrap. The official tool adds 100·k for pass@k, and
/// 400 + 100·k for pass^k with k ≥ 2 (pass^1 is pass@1).
pub const SEED: u64 = 2027;

/// Outcome of a bootstrap whose statistic can be undefined.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bootstrap {
    /// 95 % percentile interval over the resamples that had a value; `None` when
    /// there are fewer than two cases or no resample had a value.
    pub interval: Option<Interval>,
    /// Resamples without a value, left out of the interval.
    pub dropped: usize,
}

/// 95 % percentile interval of the mean of `values`, in their own unit.
///
/// Equals to the last bit, with `n = len(values)`:
///
/// ```python
/// draws = default_rng(seed).integers(0, n, size=(resamples, n))
/// np.quantile(values[draws].mean(axis=1), [0.025, 0.975])
/// ```
///
/// `None` with fewer than two values, without resamples, or when a value is not
/// finite.
///
/// ```
/// # use recount::stats::{RESAMPLES, SEED, bootstrap_mean};
/// let solved = [0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0];
/// let interval = bootstrap_mean(&solved, RESAMPLES, SEED + 100).unwrap();
/// assert_eq!((interval.low, interval.high), (0.125, 0.75));
/// assert_eq!(bootstrap_mean(&[1.0], RESAMPLES, SEED), None);
/// ```
pub fn bootstrap_mean(values: &[f64], resamples: usize, seed: u64) -> Option<Interval> {
    if !values.iter().all(|value| value.is_finite()) {
        return None;
    }
    let mut drawn = Vec::with_capacity(values.len());
    bootstrap_with(values.len(), resamples, seed, |indices| {
        Some(sum_of(values, indices, &mut drawn) / indices.len() as f64)
    })
    .interval
}

/// 95 % percentile interval of a ratio of sums over cases: case `i` brings
/// `numerators[i]` and `denominators[i]`, drawn together.
///
/// The draws are those of [`bootstrap_mean`] with the same seed. A resample
/// whose denominators sum to zero is dropped. Slices of unequal length have no
/// common cases: no interval, nothing dropped.
pub fn bootstrap_ratio(
    numerators: &[f64],
    denominators: &[f64],
    resamples: usize,
    seed: u64,
) -> Bootstrap {
    let cases = if numerators.len() == denominators.len() {
        numerators.len()
    } else {
        0
    };
    let mut drawn = Vec::with_capacity(cases);
    bootstrap_with(cases, resamples, seed, |indices| {
        let below = sum_of(denominators, indices, &mut drawn);
        let above = sum_of(numerators, indices, &mut drawn);
        (below != 0.0).then(|| above / below)
    })
}

/// 95 % percentile interval of any statistic of `n` cases.
///
/// `statistic` is called once a resample with the indices (0-based, `n` of them,
/// repeats included) of the drawn cases. A resample for which it gives `None` or
/// NaN is dropped. The draws are those of [`bootstrap_mean`] with the same seed,
/// so statistics computed from one set of cases are paired by sharing a seed.
///
/// With fewer than two cases `statistic` is never called and there is no
/// interval.
pub fn bootstrap_with(
    n: usize,
    resamples: usize,
    seed: u64,
    mut statistic: impl FnMut(&[usize]) -> Option<f64>,
) -> Bootstrap {
    if n < 2 {
        return Bootstrap {
            interval: None,
            dropped: 0,
        };
    }
    let mut rng = NumpyRng::new(seed);
    let mut indices = vec![0; n];
    let mut values = Vec::with_capacity(resamples);
    for _ in 0..resamples {
        for index in &mut indices {
            *index = rng.integers(n as u64) as usize;
        }
        values.extend(statistic(&indices).filter(|value| !value.is_nan()));
    }
    values.sort_unstable_by(f64::total_cmp);
    Bootstrap {
        interval: percentile_interval(&values),
        dropped: resamples - values.len(),
    }
}

/// The middle 95 % of ascending values; `None` when there are none.
fn percentile_interval(sorted: &[f64]) -> Option<Interval> {
    Some(Interval {
        low: quantile(sorted, 0.025)?,
        high: quantile(sorted, 0.975)?,
    })
}

/// Sum of the values at `indices`, gathered into `drawn` first so that the order
/// of additions is that of a contiguous row.
fn sum_of(values: &[f64], indices: &[usize], drawn: &mut Vec<f64>) -> f64 {
    drawn.clear();
    drawn.extend(indices.iter().map(|&index| values[index]));
    sum(drawn)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn equal_values_give_a_point() {
        let interval = bootstrap_mean(&[0.0; 9], RESAMPLES, SEED).unwrap();
        assert!(interval.is_degenerate());
        assert_eq!(interval.low, 0.0);
    }

    #[test]
    fn what_cannot_be_resampled_has_no_interval() {
        assert_eq!(bootstrap_mean(&[], RESAMPLES, SEED), None);
        assert_eq!(bootstrap_mean(&[0.5], RESAMPLES, SEED), None);
        assert_eq!(bootstrap_mean(&[0.5, 1.0], 0, SEED), None);
        assert_eq!(bootstrap_mean(&[0.5, f64::NAN, 1.0], RESAMPLES, SEED), None);
        let unpaired = bootstrap_ratio(&[1.0, 2.0], &[1.0, 2.0, 3.0], RESAMPLES, SEED);
        assert_eq!(
            unpaired,
            Bootstrap {
                interval: None,
                dropped: 0
            }
        );
    }

    #[test]
    fn resamples_without_a_denominator_are_dropped() {
        // Both draws must hit the empty case: a quarter of the resamples.
        let ratio = bootstrap_ratio(&[0.0, 1.0], &[0.0, 2.0], RESAMPLES, SEED);
        assert!((900..1100).contains(&ratio.dropped), "{}", ratio.dropped);
        let interval = ratio.interval.unwrap();
        assert_eq!((interval.low, interval.high), (0.5, 0.5));

        let empty = bootstrap_ratio(&[1.0, 1.0], &[0.0, 0.0], RESAMPLES, SEED);
        assert_eq!((empty.interval, empty.dropped), (None, RESAMPLES));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn a_mean_interval_stays_within_the_data(
            values in proptest::collection::vec(0.0..=1.0, 2..60),
            seed: u64,
        ) {
            let interval = bootstrap_mean(&values, 200, seed).unwrap();
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            prop_assert!(least <= interval.low + 1e-12);
            prop_assert!(interval.low <= interval.high);
            prop_assert!(interval.high <= most + 1e-12);
        }

        #[test]
        fn a_mean_interval_holds_the_mean_of_many_balanced_cases(half in 10_usize..60, seed: u64) {
            let values: Vec<f64> = (0..2 * half).map(|i| (i % 2) as f64).collect();
            prop_assert!(bootstrap_mean(&values, 1000, seed).unwrap().contains(0.5));
        }

        #[test]
        fn a_ratio_to_one_each_is_the_mean(
            values in proptest::collection::vec(0.0..=1.0, 2..60),
            seed: u64,
        ) {
            let ones = vec![1.0; values.len()];
            let ratio = bootstrap_ratio(&values, &ones, 200, seed);
            prop_assert_eq!(ratio.interval, bootstrap_mean(&values, 200, seed));
            prop_assert_eq!(ratio.dropped, 0);
        }
    }
}
