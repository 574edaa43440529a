//! Answers requests for statistics, so that another program can check them.
//!
//! Reads one JSON request a line on standard input, such as
//! `{"op":"wilson","successes":3,"trials":10}`, and writes one JSON answer a
//! line: a number, a list, or `null` where a statistic has no value. Doubles in
//! a request are given as their 64-bit patterns, since a JSON reader may miss
//! the last bit; doubles in an answer are printed so that they read back
//! exactly. A request that cannot be read is answered by `{"error":"…"}`.
//!
//! `scripts/crosscheck_stats.py` drives it against NumPy and SciPy.

use std::io::{self, BufRead, Write};

use recount::stats;
use serde::Deserialize;
use serde_json::{Value, json};

/// One request; `*_bits` and `values` hold doubles as bit patterns.
#[derive(Debug, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    /// `count` draws from `0..bound`.
    Integers { seed: u64, bound: u64, count: usize },
    /// One random ordering of `0..n`.
    Permutation { seed: u64, n: usize },
    /// `count` doubles in the unit interval.
    Random { seed: u64, count: usize },
    /// Every kind of draw from one stream, in turn.
    Mixed { seed: u64, bound: u64, count: usize },
    /// Sum and mean.
    Sum { values: Vec<u64> },
    /// Quantile of values in any order.
    Quantile { values: Vec<u64>, q_bits: u64 },
    /// Median of values in any order.
    Median { values: Vec<u64> },
    /// pass@k and pass^k.
    Pass { successes: u64, k: u64, n: u64 },
    /// Interval of a mean.
    BootstrapMean {
        values: Vec<u64>,
        resamples: usize,
        seed: u64,
    },
    /// Interval of a ratio of sums, then the number of dropped resamples.
    BootstrapRatio {
        numerators: Vec<u64>,
        denominators: Vec<u64>,
        resamples: usize,
        seed: u64,
    },
    /// Wilson interval.
    Wilson { successes: u64, trials: u64 },
    /// Sign test.
    SignTest { more: u64, fewer: u64 },
    /// Rank correlation.
    Spearman { x: Vec<u64>, y: Vec<u64> },
    /// Zero-truncated binomial split.
    Split { solved: u64, q_bits: u64 },
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let answer = match serde_json::from_str(&line?) {
            Ok(request) => answer(request),
            Err(error) => json!({ "error": error.to_string() }),
        };
        writeln!(out, "{answer}")?;
    }
    out.flush()
}

fn answer(request: Request) -> Value {
    match request {
        Request::Integers { seed, bound, count } => {
            let mut rng = stats::NumpyRng::new(seed);
            (0..count).map(|_| rng.integers(bound)).collect()
        }
        Request::Permutation { seed, n } => json!(stats::NumpyRng::new(seed).permutation(n)),
        Request::Random { seed, count } => {
            let mut rng = stats::NumpyRng::new(seed);
            (0..count).map(|_| rng.random()).collect()
        }
        Request::Mixed { seed, bound, count } => {
            let mut rng = stats::NumpyRng::new(seed);
            (0..count)
                .map(|turn| json!([rng.integers(bound), rng.random(), rng.permutation(turn)]))
                .collect()
        }
        Request::Sum { values } => {
            let values = floats(&values);
            json!([stats::sum(&values), stats::mean(&values)])
        }
        Request::Quantile { values, q_bits } => {
            json!(stats::quantile(&sorted(&values), f64::from_bits(q_bits)))
        }
        Request::Median { values } => json!(stats::median(&sorted(&values))),
        Request::Pass { successes, k, n } => json!([
            stats::pass_at_k(successes, k, n),
            stats::pass_hat_k(successes, k, n)
        ]),
        Request::BootstrapMean {
            values,
            resamples,
            seed,
        } => ends(stats::bootstrap_mean(&floats(&values), resamples, seed)),
        Request::BootstrapRatio {
            numerators,
            denominators,
            resamples,
            seed,
        } => {
            let (above, below) = (floats(&numerators), floats(&denominators));
            let outcome = stats::bootstrap_ratio(&above, &below, resamples, seed);
            json!([ends(outcome.interval), outcome.dropped])
        }
        Request::Wilson { successes, trials } => ends(stats::wilson(successes, trials)),
        Request::SignTest { more, fewer } => json!(stats::sign_test(more, fewer)),
        Request::Spearman { x, y } => json!(stats::spearman(&floats(&x), &floats(&y))),
        Request::Split { solved, q_bits } => {
            json!(stats::zero_truncated_split(solved, f64::from_bits(q_bits)))
        }
    }
}

fn floats(bits: &[u64]) -> Vec<f64> {
    bits.iter().copied().map(f64::from_bits).collect()
}

fn sorted(bits: &[u64]) -> Vec<f64> {
    let mut values = floats(bits);
    values.sort_unstable_by(f64::total_cmp);
    values
}

fn ends(interval: Option<stats::Interval>) -> Value {
    interval.map_or(Value::Null, |ends| json!([ends.low, ends.high]))
}
