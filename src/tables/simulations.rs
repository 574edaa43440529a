//! One row a `simulate` call.

use super::batch::Batch;
use super::schema::{Column, Kind, Table};
use crate::replay::Replayed;

use Kind::{Bool, Int, Text};

/// The table.
pub static TABLE: Table = Table {
    name: "simulations",
    doc: "One row a simulate call, refused ones included; accepted lines are replayed with the game's real history.",
    key: &["trial_id", "call"],
    order: "trials, then call",
    columns: &[
        Column::new("trial_id", Text, "", "The trial"),
        Column::new("turn", Int, "turns", "1-based agent turn"),
        Column::new("call", Int, "calls", "1-based call within the trial"),
        Column::new("requested", Int, "plies", "Moves in the command"),
        Column::new(
            "executed",
            Int,
            "plies",
            "Legal plies played on the copy of the board",
        ),
        Column::new(
            "ending",
            Text,
            "",
            "complete, illegal, terminal (a game end before the last requested ply), capped, over_budget or refused",
        ),
        Column::new(
            "adopted",
            Bool,
            "",
            "The call was accepted and the turn's executed move is the line's first ply",
        ),
        Column::optional(
            "assumed_reply",
            Text,
            "ICCS",
            "The line's second ply as written, at most 40 characters",
        ),
        Column::optional(
            "actual_reply",
            Text,
            "ICCS",
            "The defender's real reply to the turn's executed move",
        ),
    ],
};

pub(crate) fn push(batch: &mut Batch, id: &str, replayed: &Replayed) {
    for line in &replayed.lines {
        batch
            .text(id)
            .count(line.turn)
            .count(line.call)
            .count(line.requested)
            .count(line.executed)
            .text(line.ending.name())
            .bool(line.adopted)
            .text(line.assumed_reply.as_deref())
            .text(line.actual_reply.as_deref());
    }
}
