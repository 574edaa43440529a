//! Table 9: length of accepted Sighted simulation requests.

use super::sighted_trials;
use crate::analysis::xiangqi::Findings;
use crate::report::{Cell, Column, TableSheet};

/// The table.
pub(super) fn sheet(found: &Findings) -> TableSheet {
    let rows = found
        .simulation
        .models
        .iter()
        .map(|model| {
            let median = model.median_length();
            // A median of whole numbers is whole or ends in a half.
            let places = usize::from(median.is_some_and(|median| median.fract() > 0.0));
            let one = model.one_ply();
            vec![
                Cell::text(found.roster.name(&model.model)),
                Cell::decimal(median, places),
                Cell::decimal(model.mean_length(), 2),
                Cell::Share { k: one.k, n: one.n },
                Cell::Share {
                    k: one.n - one.k,
                    n: one.n,
                },
            ]
        })
        .collect();
    TableSheet {
        number: 9,
        name: "simlen".to_owned(),
        caption: format!(
            "Length of accepted Sighted simulation requests in plies. {}",
            sighted_trials(found)
        ),
        columns: vec![
            Column::new("model", "Model"),
            Column::new("median", "Median"),
            Column::new("mean", "Mean"),
            Column::new("one_ply_pct", "1 ply (%)"),
            Column::new("two_plus_pct", "2 or more plies (%)"),
        ],
        rows,
    }
}
