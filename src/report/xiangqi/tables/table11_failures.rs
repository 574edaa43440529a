//! Table 11: mutually exclusive classes of failed trials.

use super::{SETTINGS, denominators};
use crate::analysis::xiangqi::Findings;
use crate::analysis::xiangqi::failures::{Class, classes};
use crate::records::xiangqi::Setting;
use crate::report::{Cell, Column, TableSheet};

/// The table.
pub(super) fn sheet(found: &Findings) -> TableSheet {
    let settings = SETTINGS.map(|(id, ..)| Setting::new(id));
    let counts = settings
        .each_ref()
        .map(|setting| classes(found.trials.of(setting, None)));
    let present = settings
        .each_ref()
        .map(|setting| found.trials.of(setting, None).next().is_some());
    let cell = |side: usize, n: u64| {
        if present[side] {
            Cell::count(n)
        } else {
            Cell::Missing
        }
    };
    let mut rows = vec![vec![
        Cell::text("All observed failures"),
        cell(0, counts[0].values().sum()),
        cell(1, counts[1].values().sum()),
    ]];
    for (class, _, heading) in Class::ALL {
        let n = |side: usize| counts[side].get(&class).copied().unwrap_or_default();
        rows.push(vec![Cell::text(heading), cell(0, n(0)), cell(1, n(1))]);
    }
    TableSheet {
        number: 11,
        name: "failures".to_owned(),
        caption: format!(
            "Mutually exclusive observed failure classes (trials). {}",
            denominators(found)
        ),
        columns: vec![
            Column::new("class", "Observed failure class"),
            Column::new("sighted", "Sighted"),
            Column::new("restricted", "Restricted"),
        ],
        rows,
    }
}
