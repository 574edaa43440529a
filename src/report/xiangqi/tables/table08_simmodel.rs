//! Table 8: Sighted simulation use by model.

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
            vec![
                Cell::text(found.roster.name(&model.model)),
                Cell::count(model.trials.requested),
                Cell::count(model.trials.complete),
                Cell::count(model.outcomes.accepted()),
                Cell::count(model.outcomes.over_budget + model.outcomes.refused),
            ]
        })
        .collect();
    TableSheet {
        number: 8,
        name: "simmodel".to_owned(),
        caption: format!(
            "Sighted simulation use by model. Any and Full: trials with a request and with a \
             fully legal line; Accepted and Rejected: calls. {}",
            sighted_trials(found)
        ),
        columns: vec![
            Column::new("model", "Model"),
            Column::new("any", "Any"),
            Column::new("full", "Full"),
            Column::new("accepted", "Accepted"),
            Column::new("rejected", "Rejected"),
        ],
        rows,
    }
}
