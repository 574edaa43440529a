//! Table 17: cases by the exact combination of the attacker's pieces.

use crate::analysis::xiangqi::Findings;
use crate::report::{Cell, Column, TableSheet};

/// The table.
pub(super) fn sheet(found: &Findings) -> TableSheet {
    let combinations = &found.material.combinations;
    let cases: u64 = combinations.iter().map(|row| row.cases).sum();
    TableSheet {
        number: 17,
        name: "combos".to_owned(),
        caption: format!(
            "Cases by the exact combination of the attacker's rooks, cannons, horses and pawns; \
             {cases} cases with a selected trial."
        ),
        columns: vec![
            Column::new("combination", "Combination"),
            Column::new("cases", "Cases"),
        ],
        rows: combinations
            .iter()
            .map(|row| vec![Cell::text(row.group.as_str()), Cell::count(row.cases)])
            .collect(),
    }
}
