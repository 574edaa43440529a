//! What first moves do, against uniform choice: Tables 12 and 14.

use super::trials_of;
use crate::analysis::Share;
use crate::analysis::xiangqi::Findings;
use crate::analysis::xiangqi::root_choice::{Choice, RootChoice};
use crate::records::xiangqi::Setting;
use crate::report::{Cell, Column, TableSheet};

/// The table of one setting.
pub(super) fn sheet(found: &Findings, setting: &str, number: u32, name: &str) -> TableSheet {
    let setting = Setting::new(setting);
    let mut columns = vec![
        Column::new("model", "Model"),
        Column::new("accepted", "Accepted"),
    ];
    for (key, group) in [
        ("check", "Check"),
        ("capture", "Capture"),
        ("quiet", "Quiet"),
    ] {
        columns.push(Column::new(format!("{key}_pct"), "%").under(group));
        columns.push(Column::new(format!("{key}_diff"), "diff.").under(group));
    }
    let rows = found
        .models_in(&setting)
        .into_iter()
        .map(|model| {
            let choice = RootChoice::of(found.trials.of(&setting, Some(model)));
            let mut cells = vec![
                Cell::text(found.roster.name(model)),
                Cell::count(choice.check.observed.n),
            ];
            for kind in [choice.check, choice.capture, choice.quiet] {
                cells.extend(pair(&kind));
            }
            cells
        })
        .collect();
    TableSheet {
        number,
        name: name.to_owned(),
        caption: format!(
            "First moves in the {} setting: percent observed, and the difference in percentage \
             points from a uniform choice among the legal moves of the same trials. Check and \
             capture overlap; quiet is neither. {}",
            setting.label(),
            trials_of(found, &setting)
        ),
        columns,
        rows,
    }
}

fn pair(kind: &Choice) -> [Cell; 2] {
    let Share { k, n } = kind.observed;
    let points = kind.difference().map(|difference| 100.0 * difference);
    [Cell::Share { k, n }, Cell::decimal(points, 1)]
}
