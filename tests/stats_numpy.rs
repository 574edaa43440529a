//! Known answers: what NumPy, SciPy and the benchmark's official tool computed.
//!
//! `data/golden/numpy.json` is rewritten by `scripts/crosscheck_stats.py golden`.
//! Its doubles are strings, so that they are read by the exact parser. Its
//! section `official` holds what the official tool printed for two archives of
//! scripted agents: per row the wins of each case out of three trials, in order
//! of case id, and value, low and high of pass@k and pass^k for k = 1, 2, 3.

#![expect(
    clippy::unwrap_used,
    reason = "a golden file that cannot be read fails the test"
)]

use recount::stats::{
    Interval, NumpyRng, RESAMPLES, SEED, bootstrap_mean, bootstrap_with, mean, pass_at_k,
    pass_hat_k, quantile, sign_test, spearman, wilson,
};
use serde_json::Value;

/// The entries of a section, of which there must be `count`.
fn section(name: &str, count: usize) -> Vec<Value> {
    let golden: Value = serde_json::from_str(include_str!("../data/golden/numpy.json")).unwrap();
    let entries = golden[name].as_array().unwrap().clone();
    assert_eq!(entries.len(), count, "entries of {name}");
    entries
}

fn whole(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

fn wholes(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(whole).collect()
}

fn float(value: &Value) -> f64 {
    value.as_str().unwrap().parse().unwrap()
}

fn floats(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(float).collect()
}

fn digits(value: &Value) -> Vec<u64> {
    let text = value.as_str().unwrap();
    text.chars()
        .map(|digit| u64::from(digit.to_digit(10).unwrap()))
        .collect()
}

fn interval(low: &Value, high: &Value) -> Interval {
    Interval {
        low: float(low),
        high: float(high),
    }
}

#[test]
fn bounded_integers_follow_numpy() {
    for entry in section("integers", 10) {
        let mut rng = NumpyRng::new(whole(&entry["seed"]));
        for expected in wholes(&entry["draws"]) {
            assert_eq!(rng.integers(whole(&entry["bound"])), expected, "{entry}");
        }
    }
}

#[test]
fn permutations_follow_numpy() {
    for entry in section("permutation", 3) {
        let expected = wholes(&entry["order"]);
        let order = NumpyRng::new(whole(&entry["seed"])).permutation(expected.len());
        assert!(
            order.iter().map(|&index| index as u64).eq(expected),
            "{entry}"
        );
    }
}

#[test]
fn doubles_follow_numpy() {
    for entry in section("random", 3) {
        let mut rng = NumpyRng::new(whole(&entry["seed"]));
        for expected in floats(&entry["values"]) {
            assert_eq!(rng.random(), expected, "{entry}");
        }
    }
}

#[test]
fn bootstrap_intervals_follow_numpy() {
    for entry in section("bootstrap_mean", 5) {
        let values: Vec<f64> = digits(&entry["thirds"])
            .into_iter()
            .map(|thirds| thirds as f64 / 3.0)
            .collect();
        let seed = whole(&entry["seed"]);
        let expected = interval(&entry["interval"][0], &entry["interval"][1]);
        assert_eq!(mean(&values), Some(float(&entry["mean"])));
        assert_eq!(bootstrap_mean(&values, RESAMPLES, seed), Some(expected));

        let general = bootstrap_with(values.len(), RESAMPLES, seed, |indices| {
            let drawn: Vec<f64> = indices.iter().map(|&index| values[index]).collect();
            mean(&drawn)
        });
        assert_eq!((general.interval, general.dropped), (Some(expected), 0));
    }
}

#[test]
fn quantiles_follow_numpy() {
    for entry in section("quantile", 7) {
        let sorted: Vec<f64> = (0..whole(&entry["n"]))
            .map(|index| (index as f64).sqrt())
            .collect();
        assert_eq!(
            quantile(&sorted, float(&entry["q"])),
            Some(float(&entry["value"])),
            "{entry}"
        );
    }
}

#[test]
fn pass_figures_follow_python() {
    for entry in section("pass", 120) {
        let (n, c, k) = (whole(&entry[0]), whole(&entry[1]), whole(&entry[2]));
        assert_eq!(pass_at_k(c, k, n), float(&entry[3]), "{entry}");
        assert_eq!(pass_hat_k(c, k, n), float(&entry[4]), "{entry}");
    }
}

#[test]
fn wilson_intervals_follow_scipy() {
    for entry in section("wilson", 5) {
        let ours = wilson(whole(&entry[0]), whole(&entry[1])).unwrap();
        let theirs = interval(&entry[2], &entry[3]);
        assert!((ours.low - theirs.low).abs() < 1e-12, "{entry}");
        assert!((ours.high - theirs.high).abs() < 1e-12, "{entry}");
    }
}

#[test]
fn sign_tests_follow_scipy() {
    for entry in section("sign_test", 5) {
        let p = sign_test(whole(&entry[0]), whole(&entry[1]));
        assert!((p - float(&entry[2])).abs() < 1e-12, "{entry}");
    }
}

#[test]
fn rank_correlations_follow_scipy() {
    for entry in section("spearman", 2) {
        let rho = spearman(&floats(&entry["x"]), &floats(&entry["y"])).unwrap();
        assert!((rho - float(&entry["rho"])).abs() < 1e-12, "{entry}");
    }
}

#[test]
fn pass_rows_equal_the_official_tool() {
    for row in section("official", 44) {
        let wins = digits(&row["wins"]);
        for k in 1..=3 {
            let figures = |name: &str| floats(&row[name][k as usize - 1]);
            let at = wins.iter().map(|&c| pass_at_k(c, k, 3)).collect();
            assert_eq!(estimate(at, SEED + 100 * k), figures("pass_at"), "{row}");
            if k == 1 {
                // The tool takes pass^1 to be pass@1, interval and all.
                assert_eq!(figures("pass_hat"), figures("pass_at"));
                continue;
            }
            let hat = wins.iter().map(|&c| pass_hat_k(c, k, 3)).collect();
            assert_eq!(
                estimate(hat, SEED + 400 + 100 * k),
                figures("pass_hat"),
                "{row}"
            );
        }
    }
}

/// Mean, low and high of the per-case values.
fn estimate(values: Vec<f64>, seed: u64) -> Vec<f64> {
    let ends = bootstrap_mean(&values, RESAMPLES, seed).unwrap();
    vec![mean(&values).unwrap(), ends.low, ends.high]
}
