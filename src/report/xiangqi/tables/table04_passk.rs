//! Table 4: full finite-sample consistency metrics.

use super::{SETTINGS, denominators};
use crate::analysis::xiangqi::Findings;
use crate::records::xiangqi::Setting;
use crate::report::{Cell, Column, TableSheet};

/// The table.
pub(super) fn sheet(found: &Findings) -> TableSheet {
    let mut columns = vec![
        Column::new("model", "Model"),
        Column::new("setting", "Setting"),
    ];
    for (key, group) in [("pass", "Pass@k"), ("passhat", "pass^k")] {
        for k in 1..=3 {
            columns.push(Column::new(format!("{key}{k}"), format!("k = {k}")).under(group));
        }
    }
    let mut rows = Vec::new();
    for model in found.models() {
        for (setting, _, short) in SETTINGS {
            let Some(row) = found.row(model, &Setting::new(setting)) else {
                continue;
            };
            let mut cells = vec![Cell::text(found.roster.name(model)), Cell::text(short)];
            cells.extend(row.row.pass_at.iter().map(|e| Cell::Percent(e.value)));
            cells.extend(row.row.pass_hat.iter().map(|e| Cell::Percent(e.value)));
            rows.push(cells);
        }
    }
    TableSheet {
        number: 4,
        name: "passk".to_owned(),
        caption: format!(
            "Full finite-sample consistency metrics (%). {}",
            denominators(found)
        ),
        columns,
        rows,
    }
}
