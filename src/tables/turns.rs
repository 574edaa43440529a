//! One row an agent turn.

use super::batch::Batch;
use super::schema::{Column, Kind, Table};
use crate::replay::Replayed;

use Kind::{Int, Text};

/// The table.
pub static TABLE: Table = Table {
    name: "turns",
    doc: "One row an agent turn: all the agent's replies between two opponent moves. A last turn that nothing closed has none.",
    key: &["trial_id", "turn"],
    order: "trials, then turn",
    columns: &[
        Column::new("trial_id", Text, "", "The trial"),
        Column::new("turn", Int, "turns", "1-based agent turn"),
        Column::new("calls", Int, "calls", "Agent calls in the turn"),
        Column::new(
            "no_command_replies",
            Int,
            "replies",
            "Replies without a command",
        ),
        Column::new(
            "pattern",
            Int,
            "",
            "First that applies: 1 no executed move, 2 a simulation rejected or stopped on an illegal ply then a move, \
             3 a simulated line's first ply played, 4 accepted simulation then another move, 5 state query then a move, \
             6 moves only, 7 other command then a move (paper Table 10)",
        ),
        Column::optional("move", Text, "ICCS", "The executed move"),
    ],
};

pub(crate) fn push(batch: &mut Batch, id: &str, replayed: &Replayed) {
    for turn in &replayed.turns {
        batch
            .text(id)
            .count(turn.turn)
            .count(turn.calls)
            .int(i64::from(turn.no_command_replies))
            .int(turn.pattern as i64)
            .text(turn.mv.as_deref());
    }
}
