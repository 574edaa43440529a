//! Table 10: mutually exclusive patterns of agent turns.

use super::SETTINGS;
use crate::analysis::xiangqi::Findings;
use crate::analysis::xiangqi::turn_patterns::{PATTERNS, TurnPatterns};
use crate::records::xiangqi::Setting;
use crate::report::{Cell, Column, TableSheet};

/// The table.
pub(super) fn sheet(found: &Findings) -> TableSheet {
    let settings: Vec<(Setting, Option<&TurnPatterns>)> = SETTINGS
        .iter()
        .map(|(id, ..)| {
            let setting = Setting::new(*id);
            let turns = found.turns.iter().find(|own| own.setting == setting);
            (setting, turns)
        })
        .collect();
    let mut columns = vec![Column::new("pattern", "Turn pattern (priority order)")];
    for (setting, _) in &settings {
        let key = setting.key();
        columns.push(Column::new(format!("{key}_n"), "n").under(setting.label()));
        columns.push(Column::new(format!("{key}_pct"), "%").under(setting.label()));
    }
    let rows = PATTERNS
        .iter()
        .enumerate()
        .map(|(at, (_, _, heading))| {
            let mut cells = vec![Cell::text(*heading)];
            for (_, turns) in &settings {
                match turns {
                    Some(turns) => {
                        let k = turns.patterns[at];
                        cells.push(Cell::count(k));
                        cells.push(Cell::Share { k, n: turns.turns });
                    }
                    None => cells.extend([Cell::Missing, Cell::Missing]),
                }
            }
            cells
        })
        .collect();
    let basis: Vec<String> = settings
        .iter()
        .map(|(setting, turns)| {
            format!(
                "{} {}",
                turns.map_or(0, |turns| turns.turns),
                setting.label()
            )
        })
        .collect();
    TableSheet {
        number: 10,
        name: "patterns".to_owned(),
        caption: format!(
            "Agent turns by the first pattern that applies. Agent turns: {}.",
            basis.join(", ")
        ),
        columns,
        rows,
    }
}
