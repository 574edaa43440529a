//! pass@k and pass^k of one case, to the last bit.
//!
//! Both are a ratio of binomial coefficients. The coefficients are computed as
//! integers and divided with one correct rounding, which is what Python's
//! `comb(a, k) / comb(n, k)` does.

/// pass@k of one case: the chance that at least one of `k` trials drawn without
/// replacement from `n` trials with `successes` successes is a success.
///
/// 1 − C(n−c, k) / C(n, k), a fraction in \[0, 1\] (Chen et al. 2021, equation
/// 1). A cell with fewer than `k` trials has no such draw; it counts as 1 when
/// it holds any success and as 0 otherwise. More successes than trials count as
/// `n` successes.
///
/// The result has the bits of Python's `1.0 - comb(n - c, k) / comb(n, k)` for
/// `n` up to 120 whatever `k` is, and beyond while the coefficients fit 127 bits;
/// past that it is within rounding of it.
///
/// ```
/// # use recount::stats::pass_at_k;
/// assert_eq!(pass_at_k(1, 2, 3), 1.0 - 1.0 / 3.0);
/// assert_eq!(pass_at_k(1, 3, 2), 1.0);
/// ```
pub fn pass_at_k(successes: u64, k: u64, n: u64) -> f64 {
    if k > n {
        return if successes > 0 { 1.0 } else { 0.0 };
    }
    1.0 - draw_share(n.saturating_sub(successes), k, n)
}

/// pass^k of one case: the chance that all of `k` trials drawn without
/// replacement from `n` trials with `successes` successes are successes.
///
/// C(c, k) / C(n, k), a fraction in \[0, 1\] (Yao et al. 2025, pass^k). A cell
/// with fewer than `k` trials counts as 0. More successes than trials count as
/// `n` successes.
///
/// Exactness is that of [`pass_at_k`]. pass^1 and pass@1 are the same share,
/// but 1 − (n−c)/n is rounded twice: to equal the official tool in the last bit,
/// take pass@1 for both, as it does.
///
/// ```
/// # use recount::stats::pass_hat_k;
/// assert_eq!(pass_hat_k(2, 2, 3), 1.0 / 3.0);
/// assert_eq!(pass_hat_k(2, 3, 2), 0.0);
/// ```
pub fn pass_hat_k(successes: u64, k: u64, n: u64) -> f64 {
    if k > n {
        return 0.0;
    }
    draw_share(successes.min(n), k, n)
}

/// C(part, k) / C(n, k) for `part <= n` and `k <= n`.
fn draw_share(part: u64, k: u64, n: u64) -> f64 {
    if k > part {
        return 0.0;
    }
    match (binomial(part, k), binomial(n, k)) {
        (Some(chosen), Some(all)) => divide(chosen, all),
        _ => draw_share_by_factors(part, k, n),
    }
}

/// C(n, k), or `None` once it (or a step towards it) outgrows 127 bits.
fn binomial(n: u64, k: u64) -> Option<u128> {
    let mut coefficient: u128 = 1;
    for i in 0..k.min(n - k) {
        let product = coefficient.checked_mul(u128::from(n - i))?;
        coefficient = product / (u128::from(i) + 1);
    }
    (coefficient >> 127 == 0).then_some(coefficient)
}

/// `part / whole` with a single rounding to the nearest double, ties to even.
///
/// Needs `part <= whole < 2^127`, `whole > 0`. Long division in base two: scale
/// the part until the quotient is in \[1, 2), take 53 bits, round on the rest.
fn divide(part: u128, whole: u128) -> f64 {
    if part == 0 {
        return 0.0;
    }
    let mut rest = part;
    let mut shift = 52;
    while rest < whole {
        rest <<= 1;
        shift += 1;
    }
    let mut quotient: u64 = 0;
    for _ in 0..53 {
        quotient <<= 1;
        if rest >= whole {
            quotient |= 1;
            rest -= whole;
        }
        rest <<= 1;
    }
    if rest > whole || (rest == whole && quotient & 1 == 1) {
        quotient += 1;
    }
    quotient as f64 * 0.5_f64.powi(shift)
}

/// The same ratio as a product of factors, for coefficients past 127 bits.
///
/// The ratio is symmetric in `k` and `n - part`, so the shorter product serves.
fn draw_share_by_factors(part: u64, k: u64, n: u64) -> f64 {
    let missing = n - part;
    let (factors, top) = if k <= missing {
        (k, part)
    } else {
        (missing, n - k)
    };
    let mut share = 1.0;
    for i in 0..factors {
        share *= (top - i) as f64 / (n - i) as f64;
        if share == 0.0 {
            break;
        }
    }
    share
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn three_trials_have_the_values_of_the_paper() {
        let third = 1.0 / 3.0;
        let at: Vec<f64> = (0..=3).map(|c| pass_at_k(c, 2, 3)).collect();
        assert_eq!(at, [0.0, 1.0 - third, 1.0, 1.0]);
        let hat: Vec<f64> = (0..=3).map(|c| pass_hat_k(c, 2, 3)).collect();
        assert_eq!(hat, [0.0, 0.0, third, 1.0]);
    }

    #[test]
    fn an_incomplete_cell_counts_what_it_has() {
        assert_eq!(pass_at_k(0, 3, 2), 0.0);
        assert_eq!(pass_at_k(1, 3, 2), 1.0);
        assert_eq!(pass_hat_k(2, 3, 2), 0.0);
        assert_eq!(pass_at_k(0, 1, 0), 0.0);
    }

    #[test]
    fn drawing_nothing_always_passes_all_and_never_any() {
        assert_eq!(pass_at_k(2, 0, 3), 0.0);
        assert_eq!(pass_hat_k(0, 0, 3), 1.0);
    }

    #[test]
    fn division_rounds_once() {
        // Quotients of 60 bits and more, below, at and above the halfway point
        // between two doubles; at it the even one wins.
        let step = f64::EPSILON / 2.0;
        assert_eq!(divide((1 << 60) + 1, 1 << 61), 0.5);
        assert_eq!(divide((1 << 53) + 1, 1 << 54), 0.5);
        assert_eq!(divide((1 << 60) + (1 << 7) + 1, 1 << 61), 0.5 + step);
        assert_eq!(divide((1 << 53) + 3, 1 << 54), 0.5 + 2.0 * step);
        assert_eq!(divide(7, 7), 1.0);
    }

    proptest! {
        #[test]
        fn small_division_is_float_division(part in 0_u64..1 << 53, whole in 1_u64..1 << 53) {
            let (part, whole) = (part.min(whole), part.max(whole));
            prop_assert_eq!(divide(part.into(), whole.into()), part as f64 / whole as f64);
        }

        #[test]
        fn both_lie_in_the_unit_interval_and_in_order(n in 0_u64..400, c in 0_u64..400, k in 1_u64..400) {
            let c = c.min(n);
            let (at, hat) = (pass_at_k(c, k, n), pass_hat_k(c, k, n));
            prop_assert!((0.0..=1.0).contains(&at));
            prop_assert!((0.0..=1.0).contains(&hat));
            prop_assert!(hat <= at + 1e-12);
        }

        #[test]
        fn more_successes_never_hurt(n in 1_u64..120, c in 0_u64..120, k in 1_u64..120) {
            let c = c.min(n - 1);
            prop_assert!(pass_at_k(c, k, n) <= pass_at_k(c + 1, k, n));
            prop_assert!(pass_hat_k(c, k, n) <= pass_hat_k(c + 1, k, n));
        }

        #[test]
        fn more_draws_help_any_and_hurt_all(n in 1_u64..120, c in 0_u64..120, k in 1_u64..120) {
            let (c, k) = (c.min(n), k.min(n));
            prop_assert!(pass_at_k(c, k, n) <= pass_at_k(c, k + 1, n));
            prop_assert!(pass_hat_k(c, k, n) >= pass_hat_k(c, k + 1, n));
        }

        #[test]
        fn one_draw_is_the_success_rate(n in 1_u64..1000, c in 0_u64..1000) {
            let c = c.min(n);
            prop_assert_eq!(pass_hat_k(c, 1, n), c as f64 / n as f64);
        }

        #[test]
        fn the_factor_product_agrees_with_the_exact_ratio(n in 1_u64..120, part in 0_u64..120, k in 0_u64..120) {
            let part = part.min(n);
            let k = k.min(part);
            let exact = draw_share(part, k, n);
            prop_assert!((draw_share_by_factors(part, k, n) - exact).abs() <= 1e-13 * exact);
        }
    }
}
