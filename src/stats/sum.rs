//! NumPy's pairwise sum, and the mean.

/// Values summed straight through eight running sums before halving sets in.
const BLOCK: usize = 128;

/// Sum of `values` with the bits of `np.add.reduce` on a contiguous array (or
/// on one row of a row-major matrix).
///
/// Pairwise summation (Higham 1993): halves are summed apart, down to blocks of
/// 128 that keep eight running sums, so the rounding error grows with log n. An
/// empty sum is 0.
pub fn sum(values: &[f64]) -> f64 {
    0.0 + pairwise(values)
}

/// Arithmetic mean of `values` with the bits of `np.mean`, in their own unit;
/// `None` when there are none.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| sum(values) / values.len() as f64)
}

fn pairwise(values: &[f64]) -> f64 {
    if values.len() > BLOCK {
        let half = values.len() / 2;
        let (left, right) = values.split_at(half - half % 8);
        return pairwise(left) + pairwise(right);
    }
    let (eights, rest) = values.as_chunks::<8>();
    let head = match eights.split_first() {
        None => 0.0,
        Some((first, others)) => {
            let mut running = *first;
            for eight in others {
                for (total, value) in running.iter_mut().zip(eight) {
                    *total += value;
                }
            }
            let [a, b, c, d, e, f, g, h] = running;
            ((a + b) + (c + d)) + ((e + f) + (g + h))
        }
    };
    rest.iter().fold(head, |total, value| total + value)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn nothing_sums_to_zero_and_has_no_mean() {
        assert_eq!(sum(&[]), 0.0);
        assert_eq!(mean(&[]), None);
    }

    #[test]
    fn ten_tenths_show_the_pairwise_order() {
        // One by one the total would be 0.9999999999999999.
        assert_eq!(sum(&[0.1; 10]), 1.0);
    }

    proptest! {
        #[test]
        fn whole_numbers_sum_exactly(values in proptest::collection::vec(-1_000_000_i64..1_000_000, 0..2000)) {
            let floats: Vec<f64> = values.iter().map(|&v| v as f64).collect();
            prop_assert_eq!(sum(&floats), values.iter().sum::<i64>() as f64);
        }
    }
}
