//! One row a Crown Shift.

use super::super::batch::Batch;
use super::super::schema::{Column, Kind, Table};
use crate::replay::regent::ReplayedGame;
use crate::rules::regent::{Identity, piece_name, side_name, square_name};

use Kind::{Bool, Int, Text};

/// The table.
pub static TABLE: Table = Table {
    name: "crown_shifts",
    doc: "One row a Crown Shift of either side.",
    key: &["record_id", "ply"],
    order: "records, then ply",
    columns: &[
        Column::new("record_id", Text, "", "The record"),
        Column::new("ply", Int, "plies", "0-based ply, passes counted"),
        Column::new("side", Text, "", "Side that shifts: white or black"),
        Column::new("actor", Text, "", "agent or opponent"),
        Column::new(
            "own_move",
            Int,
            "moves",
            "Number of the player's own move, from 1",
        ),
        Column::new("from", Text, "square", "Where the Regent before stands"),
        Column::optional("from_identity", Text, "square", "Square it started on"),
        Column::new(
            "to",
            Text,
            "square",
            "Where the new Regent stands, before the move",
        ),
        Column::optional("to_identity", Text, "square", "Square it started on"),
        Column::optional("to_piece", Text, "", "What the new Regent is"),
        Column::new(
            "to_attacked",
            Bool,
            "",
            "The enemy attacks the new Regent's square before the move",
        ),
        Column::new("mode_before", Text, "", "Mode before: king or regent"),
        Column::new("mode_after", Text, "", "Mode after: king or regent"),
        Column::new(
            "in_check",
            Bool,
            "",
            "The player's Original King is attacked",
        ),
        Column::new(
            "checkmate_pending",
            Bool,
            "",
            "The shift answers a checkmate",
        ),
        Column::new("targets", Int, "pieces", "Targets that were legal"),
    ],
};

pub(super) fn push(batch: &mut Batch, id: &str, game: &ReplayedGame) {
    for shift in &game.shifts {
        batch
            .text(id)
            .int(i64::from(shift.ply))
            .text(side_name(shift.side))
            .text(if shift.agent { "agent" } else { "opponent" })
            .int(i64::from(shift.own_move))
            .text(square_name(shift.from))
            .text(shift.from_identity.map(Identity::name))
            .text(square_name(shift.to))
            .text(shift.to_identity.map(Identity::name))
            .text(shift.to_piece.map(piece_name))
            .bool(shift.to_attacked)
            .text(shift.mode_before.name())
            .text(shift.mode_after.name())
            .bool(shift.in_check)
            .bool(shift.checkmate_pending)
            .int(i64::from(shift.targets));
    }
}
