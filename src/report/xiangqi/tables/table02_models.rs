//! Table 2: evaluated models.

use super::denominators;
use crate::analysis::xiangqi::Findings;
use crate::report::{Cell, Column, TableSheet};

/// The table.
pub(super) fn sheet(found: &Findings) -> TableSheet {
    let rows = found
        .models()
        .into_iter()
        .map(|id| {
            let model = found.roster.get(id);
            let known = |text: String| {
                if text.is_empty() {
                    Cell::Missing
                } else {
                    Cell::Text(text)
                }
            };
            vec![
                Cell::Text(model.name),
                known(model.developer),
                known(model.weights),
                Cell::text(id),
            ]
        })
        .collect();
    TableSheet {
        number: 2,
        name: "models".to_owned(),
        caption: format!("Evaluated models. {}", denominators(found)),
        columns: vec![
            Column::new("model", "Model"),
            Column::new("developer", "Developer"),
            Column::new("weights", "Weights"),
            Column::new("model_id", "Model ID"),
        ],
        rows,
    }
}
