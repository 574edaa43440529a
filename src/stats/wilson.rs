//! Wilson score interval of a proportion.

use super::interval::Interval;

/// The 97.5 % quantile of the standard normal distribution.
const Z: f64 = 1.959963984540054;

/// 95 % Wilson score interval for `successes` of `trials`, as fractions in
/// \[0, 1\], without continuity correction (Wilson 1927).
///
/// With p = k/n the interval is (p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n).
/// Unlike a bootstrap it keeps a width at 0 % and at 100 %.
///
/// `None` without trials or with more successes than trials.
///
/// ```
/// # use recount::stats::wilson;
/// let interval = wilson(0, 119).unwrap();
/// assert_eq!(interval.low, 0.0);
/// assert!((interval.high - 0.031).abs() < 0.001);
/// ```
pub fn wilson(successes: u64, trials: u64) -> Option<Interval> {
    if trials == 0 || successes > trials {
        return None;
    }
    let n = trials as f64;
    let share = successes as f64 / n;
    let scale = n + Z * Z;
    let centre = (n * share + Z * Z / 2.0) / scale;
    let reach = Z * (n * share * (1.0 - share) + Z * Z / 4.0).sqrt() / scale;
    Some(Interval {
        low: if successes == 0 { 0.0 } else { centre - reach },
        high: if successes == trials {
            1.0
        } else {
            centre + reach
        },
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn half_of_ten_matches_the_textbook() {
        let interval = wilson(5, 10).unwrap();
        assert!((interval.low - 0.236_593).abs() < 1e-6);
        assert!((interval.high - 0.763_407).abs() < 1e-6);
    }

    #[test]
    fn no_trials_have_no_interval() {
        assert_eq!(wilson(0, 0), None);
        assert_eq!(wilson(3, 2), None);
    }

    proptest! {
        #[test]
        fn it_holds_the_share_within_the_unit_interval(n in 1_u64..100_000, k in 0_u64..100_000) {
            let k = k.min(n);
            let interval = wilson(k, n).unwrap();
            prop_assert!(interval.contains(k as f64 / n as f64));
            prop_assert!(0.0 <= interval.low && interval.high <= 1.0);
            prop_assert!(!interval.is_degenerate());
        }

        #[test]
        fn swapping_success_and_failure_mirrors_it(n in 1_u64..10_000, k in 0_u64..10_000) {
            let k = k.min(n);
            let (one, other) = (wilson(k, n).unwrap(), wilson(n - k, n).unwrap());
            prop_assert!((one.low - (1.0 - other.high)).abs() < 1e-12);
        }
    }
}
