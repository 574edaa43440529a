//! One row an archived item that the replay contradicts.

use super::batch::Batch;
use super::schema::{Column, Kind, Table};
use crate::replay::Replayed;

use Kind::{Int, Text};

/// The table.
pub static TABLE: Table = Table {
    name: "discrepancies",
    doc: "One row an archived position, move list, flag or simulated step that the replay contradicts, with its cause.",
    key: &["trial_id", "item"],
    order: "trials, then item",
    columns: &[
        Column::new("trial_id", Text, "", "The trial"),
        Column::new("item", Int, "", "1-based number within the trial"),
        Column::new(
            "kind",
            Text,
            "",
            "What was compared (see the comparisons table)",
        ),
        Column::new(
            "ply",
            Int,
            "plies",
            "Moves played before the place it was found at",
        ),
        Column::new(
            "cause",
            Text,
            "",
            "check_flag, perpetual_check, synthetic_move, or other when unexplained",
        ),
        Column::new(
            "archived",
            Text,
            "",
            "The archived value, at most 400 characters",
        ),
        Column::new("replayed", Text, "", "The replayed value"),
    ],
};

pub(crate) fn push(batch: &mut Batch, id: &str, replayed: &Replayed) {
    for (index, item) in replayed.discrepancies.iter().enumerate() {
        batch
            .text(id)
            .count(index + 1)
            .text(item.kind.name())
            .count(item.ply)
            .text(item.cause.name())
            .text(item.archived.as_str())
            .text(item.replayed.as_str());
    }
}
