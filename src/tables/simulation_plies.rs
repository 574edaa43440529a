//! One row a step of an accepted simulated line.

use super::batch::Batch;
use super::schema::{Column, Kind, Table};
use crate::replay::Replayed;

use Kind::{Bool, Int, Text};

/// The table.
pub static TABLE: Table = Table {
    name: "simulation_plies",
    doc: "One row a step of an accepted simulated line; an illegal step is the last of its line.",
    key: &["trial_id", "call", "step"],
    order: "trials, then call, then step",
    columns: &[
        Column::new("trial_id", Text, "", "The trial"),
        Column::new("call", Int, "calls", "1-based call within the trial"),
        Column::new("step", Int, "plies", "1-based step of the line"),
        Column::new(
            "move",
            Text,
            "ICCS",
            "The move as written, at most 40 characters",
        ),
        Column::new("valid", Bool, "", "Whether it is legal there"),
        Column::optional(
            "gives_check",
            Bool,
            "",
            "Whether it gives check; missing when illegal",
        ),
        Column::optional(
            "fen_after",
            Text,
            "FEN",
            "Position after it; missing when illegal",
        ),
    ],
};

pub(crate) fn push(batch: &mut Batch, id: &str, replayed: &Replayed) {
    for line in &replayed.lines {
        for (index, step) in line.steps.iter().enumerate() {
            let cut = step
                .mv
                .char_indices()
                .nth(40)
                .map_or(step.mv.len(), |(at, _)| at);
            batch
                .text(id)
                .count(line.call)
                .count(index + 1)
                .text(&step.mv[..cut])
                .bool(step.valid)
                .bool(step.valid.then_some(step.gives_check))
                .text(step.fen_after.as_deref());
        }
    }
}
