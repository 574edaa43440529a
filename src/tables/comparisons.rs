//! One row a kind of archived item: how many were compared, how many differ.

use super::batch::Batch;
use super::schema::{Column, Kind, Table};
use crate::replay::{CompareKind, Tally};

use Kind::{Int, Text};

/// The table.
pub static TABLE: Table = Table {
    name: "comparisons",
    doc: "One row a kind of archived item that the replay can confirm, over all records.",
    key: &["kind"],
    order: "document, trajectory, conversation, simulated steps",
    columns: &[
        Column::new(
            "kind",
            Text,
            "",
            "final_fen, initial_fen; fen_before, fen_after, legal_moves, in_check, move_played (trajectory); \
             msg_fen, msg_legal, msg_check (conversation); sim_head, sim_valid, sim_fen, sim_check, sim_replies, \
             sim_over, sim_hint (simulated steps)",
        ),
        Column::new(
            "compared",
            Int,
            "items",
            "Archived items compared with the replay",
        ),
        Column::new(
            "differing",
            Int,
            "items",
            "Items that differ; each is a row of discrepancies",
        ),
    ],
};

pub(crate) fn fill(batch: &mut Batch, tally: &Tally) {
    for kind in CompareKind::ALL {
        let (compared, differing) = tally.get(kind);
        batch
            .text(kind.name())
            .int(i64::try_from(compared).unwrap_or(i64::MAX))
            .int(i64::try_from(differing).unwrap_or(i64::MAX));
    }
}
