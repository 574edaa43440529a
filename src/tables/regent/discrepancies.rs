//! One row a stored value that the replay contradicts.

use super::super::batch::Batch;
use super::super::schema::{Column, Kind, Table};
use crate::replay::regent::Replayed;

use Kind::{Int, Text};

/// The table.
pub static TABLE: Table = Table {
    name: "regent_discrepancies",
    doc: "One row a stored value of a Regent Chess record that the replay contradicts.",
    key: &["record_id", "item"],
    order: "records, then item",
    columns: &[
        Column::new("record_id", Text, "", "The record"),
        Column::new("item", Int, "", "1-based number within the record"),
        Column::new(
            "kind",
            Text,
            "",
            "What was compared (see regent_comparisons)",
        ),
        Column::optional(
            "ply",
            Int,
            "plies",
            "0-based ply; missing for the record as a whole",
        ),
        Column::optional(
            "reply",
            Int,
            "replies",
            "0-based reply; missing where none is concerned",
        ),
        Column::new(
            "archived",
            Text,
            "",
            "The stored value, at most 400 characters",
        ),
        Column::new("replayed", Text, "", "The replayed value"),
    ],
};

pub(super) fn push(batch: &mut Batch, id: &str, replayed: &Replayed) {
    let items = &replayed.comparison().discrepancies;
    for (index, item) in items.iter().enumerate() {
        batch
            .text(id)
            .count(index + 1)
            .text(item.kind.name())
            .int(item.ply.map(i64::from))
            .int(item.attempt.and_then(|attempt| i64::try_from(attempt).ok()))
            .text(item.archived.as_str())
            .text(item.replayed.as_str());
    }
}
