//! How estimates vary on nested subsets of the cases (paper Figure 10).

use std::collections::BTreeSet;

use super::consistency::Consistency;
use super::frames::NestedRow;
use crate::analysis::{Numbers, Parameters};
use crate::stats::{NumpyRng, pass_at_k, pass_hat_k, quantile};

/// Subset sizes; the whole set is added.
const SIZES: [usize; 7] = [10, 20, 30, 40, 60, 80, 100];

/// A metric of one case.
type Metric = (&'static str, &'static str, fn(u64, u64) -> f64);

const METRICS: [Metric; 3] = [
    ("pass@1", "pass_at_1", |k, n| pass_at_k(k, 1, n)),
    ("pass@3", "pass_at_3", |k, n| pass_at_k(k, 3, n)),
    ("pass^3", "pass_hat_3", |k, n| pass_hat_k(k, 3, n)),
];

/// Means along the shared random orderings, and their ranges.
pub fn nested(
    rows: &[Consistency],
    parameters: &Parameters,
    numbers: &mut Numbers,
) -> Vec<NestedRow> {
    numbers.section("D.3");
    let cases: BTreeSet<&String> = rows.iter().flat_map(|row| row.cells.keys()).collect();
    let cases: Vec<&String> = cases.into_iter().collect();
    let mut rng = NumpyRng::new(parameters.ordering_seed);
    let orderings: Vec<Vec<usize>> = (0..parameters.orderings)
        .map(|_| rng.permutation(cases.len()))
        .collect();
    let mut frames = Vec::new();
    for row in rows {
        for (label, name, metric) in METRICS {
            let values: Vec<Option<f64>> = cases
                .iter()
                .map(|case| row.cells.get(*case).map(|cell| metric(cell.k, cell.n)))
                .collect();
            let mut points = Vec::new();
            for size in SIZES
                .into_iter()
                .filter(|size| *size < cases.len())
                .chain([cases.len()])
            {
                let all = size == cases.len();
                let means: Vec<f64> = orderings
                    .iter()
                    .filter_map(|order| mean_of(&values, &order[..size]))
                    .collect();
                if let Some(first) = means.first() {
                    points.push((size as u64, *first));
                }
                let m = if all {
                    "all".to_owned()
                } else {
                    size.to_string()
                };
                let at = format!("nested.{}.{}.{name}.m{m}", row.setting.key(), row.model);
                number(&at, &means, numbers);
            }
            frames.push(NestedRow {
                model: row.row.model.clone(),
                setting: row.row.setting.clone(),
                metric: label.to_owned(),
                points,
            });
        }
    }
    frames
}

fn mean_of(values: &[Option<f64>], order: &[usize]) -> Option<f64> {
    let found: Vec<f64> = order.iter().filter_map(|&at| values[at]).collect();
    (!found.is_empty()).then(|| found.iter().sum::<f64>() / found.len() as f64)
}

fn number(at: &str, means: &[f64], numbers: &mut Numbers) {
    let mut sorted = means.to_vec();
    sorted.sort_by(f64::total_cmp);
    numbers.value(format!("{at}.lo"), quantile(&sorted, 0.025), "fraction");
    numbers.value(format!("{at}.hi"), quantile(&sorted, 0.975), "fraction");
    let zero = means.iter().filter(|mean| **mean == 0.0).count();
    let share = (!means.is_empty()).then(|| zero as f64 / means.len() as f64);
    numbers.value(format!("{at}.zero_share"), share, "fraction");
}
