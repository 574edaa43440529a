//! Table 5: invalid-action and no-command losses.

use super::{SETTINGS, denominators};
use crate::analysis::xiangqi::Findings;
use crate::analysis::xiangqi::failures::invalid_loss;
use crate::records::xiangqi::Setting;
use crate::report::{Cell, Column, TableSheet};

/// The table.
pub(super) fn sheet(found: &Findings) -> TableSheet {
    let rows = found
        .models()
        .into_iter()
        .map(|model| {
            let mut cells = vec![Cell::text(found.roster.name(model))];
            for (setting, ..) in SETTINGS {
                let share = invalid_loss(found.trials.of(&Setting::new(setting), Some(model)));
                cells.push(Cell::Share {
                    k: share.k,
                    n: share.n,
                });
            }
            cells
        })
        .collect();
    TableSheet {
        number: 5,
        name: "invalid".to_owned(),
        caption: format!(
            "Invalid-action and no-command losses (% of trials). {}",
            denominators(found)
        ),
        columns: vec![
            Column::new("model", "Model"),
            Column::new("sighted", "Sighted"),
            Column::new("restricted", "Restricted"),
        ],
        rows,
    }
}
