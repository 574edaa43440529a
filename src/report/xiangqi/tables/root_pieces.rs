//! Which pieces first moves are made with, against uniform choice: Tables 13
//! and 15.

use super::trials_of;
use crate::analysis::xiangqi::root_choice::RootChoice;
use crate::analysis::xiangqi::{Findings, RootPiece};
use crate::records::xiangqi::Setting;
use crate::report::{Cell, Column, TableSheet};

/// The table of one setting.
pub(super) fn sheet(found: &Findings, setting: &str, number: u32, name: &str) -> TableSheet {
    let setting = Setting::new(setting);
    let mut columns = vec![Column::new("model", "Model")];
    columns.extend(RootPiece::ALL.map(|piece| Column::new(piece.key(), piece.label())));
    let rows = found
        .models_in(&setting)
        .into_iter()
        .map(|model| {
            let choice = RootChoice::of(found.trials.of(&setting, Some(model)));
            let mut cells = vec![Cell::text(found.roster.name(model))];
            for piece in choice.pieces {
                cells.push(Cell::decimal(piece.difference().map(|d| 100.0 * d), 1));
            }
            cells
        })
        .collect();
    TableSheet {
        number,
        name: name.to_owned(),
        caption: format!(
            "Pieces of first moves in the {} setting: difference in percentage points from a \
             uniform choice among the legal moves of the same trials. Other is general, advisor \
             and elephant. {}",
            setting.label(),
            trials_of(found, &setting)
        ),
        columns,
        rows,
    }
}
