//! One row a kind of stored value: how many were compared, how many differ.

use super::super::batch::Batch;
use super::super::schema::{Column, Kind, Table};
use crate::replay::regent::{CompareKind, Tally};

use Kind::{Int, Text};

/// The table.
pub static TABLE: Table = Table {
    name: "regent_comparisons",
    doc: "One row a kind of stored value of Regent Chess records that the replay can confirm, over all records.",
    key: &["kind"],
    order: "result, questions, replies, plies, free control",
    columns: &[
        Column::new(
            "kind",
            Text,
            "",
            "result_winner, result_reason; well_formed (question); attempt_legal, reply_move, reply_belief (reply, the \
             last two against its text); actor, actor_fallback, pass (ply); agent_color (free control)",
        ),
        Column::new(
            "compared",
            Int,
            "items",
            "Stored values compared with the replay",
        ),
        Column::new(
            "differing",
            Int,
            "items",
            "Values that differ; each is a row of regent_discrepancies",
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
