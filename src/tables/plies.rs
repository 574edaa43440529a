//! One row a replayed ply.

use super::batch::Batch;
use super::schema::{Column, Kind, Table};
use crate::replay::Replayed;

use Kind::{Bool, Int, Text};

/// The table.
pub static TABLE: Table = Table {
    name: "plies",
    doc: "One row a replayed ply of either side; the synthetic forfeit entry and illegal archived moves have none.",
    key: &["trial_id", "ply"],
    order: "trials, then ply",
    columns: &[
        Column::new("trial_id", Text, "", "The trial"),
        Column::new("ply", Int, "plies", "1-based ply"),
        Column::new("side", Text, "", "Side that moved: red or black"),
        Column::new("move", Text, "ICCS", "The move"),
        Column::new("piece", Text, "", "Piece that moved"),
        Column::optional("captured", Text, "", "Piece captured"),
        Column::new("gives_check", Bool, "", "Whether the move gives check"),
        Column::new(
            "fen_before",
            Text,
            "FEN",
            "Position before: placement and side to move",
        ),
        Column::new("fen_after", Text, "FEN", "Position after"),
        Column::new(
            "legal_moves",
            Int,
            "moves",
            "Legal moves the mover had in fen_before",
        ),
        Column::new(
            "repetition",
            Int,
            "",
            "Times the position after has occurred in the game, this time included",
        ),
    ],
};

pub(crate) fn push(batch: &mut Batch, id: &str, replayed: &Replayed) {
    let mut before = String::new();
    let mut after = String::new();
    if let Some(start) = replayed.positions.first() {
        start.write_fen(&mut after);
    }
    for ((index, ply), position) in replayed
        .plies
        .iter()
        .enumerate()
        .zip(&replayed.positions[1..])
    {
        std::mem::swap(&mut before, &mut after);
        after.clear();
        position.write_fen(&mut after);
        batch
            .text(id)
            .count(index + 1)
            .text(ply.side.name())
            .text(ply.mv.to_string().as_str())
            .text(ply.piece.name())
            .text(ply.captured.map(crate::rules::xiangqi::PieceKind::name))
            .bool(ply.gives_check)
            .text(before.as_str())
            .text(after.as_str())
            .count(ply.legal_moves)
            .int(i64::from(ply.occurrences));
    }
}
