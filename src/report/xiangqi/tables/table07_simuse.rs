//! Table 7: explicit simulation use by setting.

use super::SETTINGS;
use crate::analysis::xiangqi::Findings;
use crate::analysis::xiangqi::simulation::TrialUse;
use crate::records::xiangqi::Setting;
use crate::report::{Cell, Column, TableSheet};

/// Heading and count of a row.
type Measure = (&'static str, fn(&TrialUse) -> u64);

const MEASURES: [Measure; 7] = [
    ("Trajectory denominator", |found| found.trials),
    ("Requested simulation", |found| found.requested),
    ("At least one accepted simulation call", |found| {
        found.accepted
    }),
    ("At least one full legal requested line", |found| {
        found.complete
    }),
    ("At least one mid-line invalid step", |found| found.illegal),
    ("At least one capped request", |found| found.over_cap),
    ("Only budget/protocol rejected", |found| found.only_refused),
];

/// The table.
pub(super) fn sheet(found: &Findings) -> TableSheet {
    let settings = SETTINGS.map(|(id, ..)| Setting::new(id));
    let rows = MEASURES
        .iter()
        .map(|(heading, count)| {
            let mut cells = vec![Cell::text(*heading)];
            cells.extend(settings.iter().map(|setting| {
                let of = found.simulation.of(setting);
                of.map_or(Cell::Missing, |(_, trials)| Cell::count(count(trials)))
            }));
            cells
        })
        .collect();
    TableSheet {
        number: 7,
        name: "simuse".to_owned(),
        caption: "Explicit simulation use by setting (trials). Rows overlap; an accepted \
                  call may still hold an illegal line."
            .to_owned(),
        columns: vec![
            Column::new("measure", "Trajectory measure"),
            Column::new("sighted", "Sighted"),
            Column::new("restricted", "Restricted"),
        ],
        rows,
    }
}
