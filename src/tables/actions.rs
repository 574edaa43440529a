//! One row an agent call.

use super::batch::Batch;
use super::schema::{Column, Kind, Table};
use crate::replay::Replayed;

use Kind::{Bool, Float, Int, Text};

/// The table.
pub static TABLE: Table = Table {
    name: "actions",
    doc: "One row an agent call: a reply that carries a command, with what the environment made of it.",
    key: &["trial_id", "call"],
    order: "trials, then call",
    columns: &[
        Column::new("trial_id", Text, "", "The trial"),
        Column::new("turn", Int, "turns", "1-based agent turn"),
        Column::new("call", Int, "calls", "1-based call within the trial"),
        Column::new("command", Text, "", "Canonical verb (aliases resolved)"),
        Column::optional(
            "argument",
            Text,
            "",
            "The move of a move command, at most 40 characters",
        ),
        Column::new(
            "category",
            Text,
            "",
            "move, rejected_move, simulate, simulate_over_budget, state_query, think, resign or other_rejected",
        ),
        Column::new(
            "accepted",
            Bool,
            "",
            "Whether the environment did what was asked",
        ),
        Column::new(
            "recovered",
            Bool,
            "",
            "The stored reply lacks the command; it was read out of the answer",
        ),
        Column::new(
            "progress",
            Float,
            "fraction of the trial's calls",
            "(2i + 1) / 2N for call i of N, counted from 0",
        ),
    ],
};

pub(crate) fn push(batch: &mut Batch, id: &str, replayed: &Replayed) {
    for action in &replayed.actions {
        batch
            .text(id)
            .count(action.turn)
            .count(action.call)
            .text(action.command.as_str())
            .text(action.argument.as_deref())
            .text(action.category.name())
            .bool(action.category.accepted())
            .bool(action.recovered)
            .float(action.progress);
    }
}
