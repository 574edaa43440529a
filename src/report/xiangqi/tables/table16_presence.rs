//! Table 16: results by the attacker's initial pieces.

use super::SETTINGS;
use crate::analysis::xiangqi::Findings;
use crate::records::xiangqi::Setting;
use crate::report::{Cell, Column, TableSheet};

/// The table.
pub(super) fn sheet(found: &Findings) -> TableSheet {
    let mut columns = vec![Column::new("piece", "Piece"), Column::new("cases", "Cases")];
    for (id, ..) in SETTINGS {
        let setting = Setting::new(id);
        for (key, heading) in [("pass", "Pass"), ("traj", "Trials")] {
            let key = format!("{}_{key}", setting.key());
            columns.push(Column::new(key, heading).under(setting.label()));
        }
    }
    let rows = found
        .material
        .presence
        .iter()
        .map(|row| {
            let mut name = row.group.clone();
            if let Some(first) = name.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            let mut cells = vec![Cell::text(name), Cell::count(row.cases)];
            for (id, ..) in SETTINGS {
                match row.wins.get(&Setting::new(id)) {
                    Some(share) => cells.extend([Cell::count(share.k), Cell::count(share.n)]),
                    None => cells.extend([Cell::Missing, Cell::Missing]),
                }
            }
            cells
        })
        .collect();
    TableSheet {
        number: 16,
        name: "presence".to_owned(),
        caption: "Wins and selected trials by what the attacker has at the start. Rows overlap."
            .to_owned(),
        columns,
        rows,
    }
}
