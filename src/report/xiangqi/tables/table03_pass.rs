//! Table 3: three-trial success and consistency.

use super::{SETTINGS, denominators};
use crate::analysis::xiangqi::Findings;
use crate::analysis::xiangqi::consistency::Consistency;
use crate::records::xiangqi::Setting;
use crate::report::{Cell, Column, TableSheet};

/// Key, heading and value of a column pair.
type Metric = (&'static str, &'static str, fn(&Consistency) -> f64);

/// The table.
pub(super) fn sheet(found: &Findings) -> TableSheet {
    let metrics: [Metric; 3] = [
        ("pass1", "Pass@1", |row| row.row.pass_at[0].value),
        ("pass3", "Pass@3", |row| row.row.pass_at[2].value),
        ("passhat3", "pass^3", |row| row.row.pass_hat[2].value),
    ];
    let mut columns = vec![Column::new("model", "Model")];
    for (key, heading, _) in metrics {
        for (_, suffix, short) in SETTINGS {
            columns.push(Column::new(format!("{key}_{suffix}"), short).under(heading));
        }
    }
    let rows = found
        .models()
        .into_iter()
        .map(|model| {
            let mut cells = vec![Cell::text(found.roster.name(model))];
            for (_, _, value) in metrics {
                for (setting, ..) in SETTINGS {
                    cells.push(Cell::percent(
                        found.row(model, &Setting::new(setting)).map(value),
                    ));
                }
            }
            cells
        })
        .collect();
    TableSheet {
        number: 3,
        name: "pass".to_owned(),
        caption: format!(
            "Three-trial success and consistency (%). {}",
            denominators(found)
        ),
        columns,
        rows,
    }
}
