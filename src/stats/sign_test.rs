//! Exact two-sided sign test.

/// p-value of the exact two-sided sign test: the chance, if either direction
/// were equally likely, of a split at least as uneven as `more` against `fewer`.
///
/// The number of differences is binomial(n, 1/2) with n = `more` + `fewer`, ties
/// left out beforehand (Dixon & Mood 1946); SciPy's `binomtest(more, n, 0.5)`.
/// Symmetric in its arguments, in (0, 1\]; an even split (nothing against
/// nothing included) gives 1. Takes time in proportion to the smaller count; a
/// chance too small for a double comes out as 0.
///
/// ```
/// # use recount::stats::sign_test;
/// assert_eq!(sign_test(1, 5), 0.21875);
/// assert_eq!(sign_test(0, 0), 1.0);
/// ```
pub fn sign_test(more: u64, fewer: u64) -> f64 {
    /// A power of two that keeps the running sum far from overflow.
    const RESCALE_BITS: u32 = 500;
    let rescale = 0.5_f64.powi(RESCALE_BITS as i32);

    if more == fewer {
        return 1.0;
    }
    let tail = more.min(fewer);
    let n = u128::from(more) + u128::from(fewer);

    // The tail is the sum of C(n, i) for i up to `tail`, over 2^n. Doubles hold
    // the coefficients exactly as long as they stay below 2^53.
    let mut halvings = n;
    let mut coefficient = 1.0;
    let mut total = 1.0;
    for i in 0..tail {
        coefficient = coefficient * (n - u128::from(i)) as f64 / (i + 1) as f64;
        total += coefficient;
        if total * rescale > 1.0 {
            total *= rescale;
            coefficient *= rescale;
            halvings -= u128::from(RESCALE_BITS);
        }
    }
    total *= 2.0;
    while halvings > u128::from(RESCALE_BITS) && total > 0.0 {
        total *= rescale;
        halvings -= u128::from(RESCALE_BITS);
    }
    let halvings = i32::try_from(halvings).unwrap_or(i32::MAX);
    (total * 0.5_f64.powi(halvings)).min(1.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn small_tables_are_exact() {
        assert_eq!(sign_test(0, 1), 1.0);
        assert_eq!(sign_test(0, 5), 0.0625);
        assert_eq!(sign_test(8, 2), 0.109375);
        assert_eq!(sign_test(7, 7), 1.0);
    }

    #[test]
    fn large_counts_neither_overflow_nor_vanish() {
        let near_even = sign_test(50_100, 49_900);
        assert!((0.5..0.6).contains(&near_even), "{near_even}");
        assert_eq!(sign_test(1000, 0), 0.5_f64.powi(999));
        assert_eq!(sign_test(0, u64::MAX), 0.0);
    }

    proptest! {
        #[test]
        fn it_is_a_symmetric_chance(more in 0_u64..2000, fewer in 0_u64..2000) {
            let p = sign_test(more, fewer);
            prop_assert!((0.0..=1.0).contains(&p));
            prop_assert_eq!(p, sign_test(fewer, more));
        }

        #[test]
        fn a_more_uneven_split_is_less_likely(total in 2_u64..300, fewer in 0_u64..150) {
            let fewer = fewer.min((total / 2).saturating_sub(1));
            let (wide, close) = (sign_test(total - fewer, fewer), sign_test(total - fewer - 1, fewer + 1));
            prop_assert!(wide <= close);
        }
    }
}
