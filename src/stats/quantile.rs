//! Linear quantiles and the median.

/// Quantile `q` of ascending values, with the bits of NumPy's
/// `np.quantile(values, q, method="linear")`; in the unit of the values.
///
/// The quantile sits at the fractional index (n − 1)·q and is interpolated
/// between its neighbours (definition 7 of Hyndman & Fan 1996).
///
/// `None` when there are no values or `q` is outside \[0, 1\]. The values must
/// be sorted and not NaN; otherwise the result means nothing.
pub fn quantile(sorted: &[f64], q: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    if !(0.0..=1.0).contains(&q) {
        return None;
    }
    let position = last as f64 * q;
    let below = position.floor();
    let index = (below as usize).min(last);
    let low = sorted[index];
    let high = sorted[(index + 1).min(last)];
    Some(interpolate(low, high, position - below))
}

/// Median of ascending values: the middle one, or half the sum of the middle
/// two, as `np.median`; in the unit of the values.
///
/// `None` when there are no values. The values must be sorted and not NaN.
pub fn median(sorted: &[f64]) -> Option<f64> {
    let half = sorted.len() / 2;
    let upper = *sorted.get(half)?;
    if sorted.len() % 2 == 1 {
        return Some(upper);
    }
    Some((sorted[half - 1] + upper) / 2.0)
}

/// The point `t` of the way from `low` to `high`, measured from the nearer end
/// as NumPy does, so that it never oversteps either.
fn interpolate(low: f64, high: f64, t: f64) -> f64 {
    let gap = high - low;
    if t >= 0.5 {
        high - gap * (1.0 - t)
    } else {
        low + gap * t
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn quantiles_sit_between_neighbours() {
        let values = [1.0, 2.0, 4.0];
        assert_eq!(quantile(&values, 0.0), Some(1.0));
        assert_eq!(quantile(&values, 0.25), Some(1.5));
        assert_eq!(quantile(&values, 0.5), Some(2.0));
        assert_eq!(quantile(&values, 1.0), Some(4.0));
        assert_eq!(quantile(&[7.0], 0.3), Some(7.0));
    }

    #[test]
    fn what_has_no_quantile_gives_none() {
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[1.0], -0.1), None);
        assert_eq!(quantile(&[1.0], f64::NAN), None);
        assert_eq!(median(&[]), None);
    }

    #[test]
    fn an_even_median_is_the_middle_of_two() {
        assert_eq!(median(&[1.0, 2.0]), Some(1.5));
        assert_eq!(median(&[1.0, 2.0, 9.0]), Some(2.0));
    }

    proptest! {
        #[test]
        fn quantiles_rise_with_q_within_the_data(
            mut values in proptest::collection::vec(-1e3..1e3, 1..50),
            p in 0.0..=1.0,
            q in 0.0..=1.0,
        ) {
            values.sort_unstable_by(f64::total_cmp);
            let (p, q) = if p <= q { (p, q) } else { (q, p) };
            let (at_p, at_q) = (quantile(&values, p).unwrap(), quantile(&values, q).unwrap());
            prop_assert!(at_p <= at_q + 1e-9);
            prop_assert!(values[0] <= at_p && at_q <= values[values.len() - 1]);
        }

        #[test]
        fn the_median_is_the_half_quantile(mut values in proptest::collection::vec(-1e3..1e3, 1..50)) {
            values.sort_unstable_by(f64::total_cmp);
            let (half, middle) = (quantile(&values, 0.5).unwrap(), median(&values).unwrap());
            prop_assert!((half - middle).abs() < 1e-9);
        }
    }
}
