//! One row a replayed ply, with the hidden truth.

use super::super::batch::Batch;
use super::super::schema::{Column, Kind, Table};
use super::squares;
use crate::replay::regent::ReplayedGame;
use crate::rules::regent::{Color, Identity, piece_name, side_name, square_name};

use Kind::{Bool, Int, Text};

/// The table.
pub static TABLE: Table = Table {
    name: "regent_plies",
    doc: "One row a replayed ply of either side, passes included, with the state before it; a forfeit's closing entry has none.",
    key: &["record_id", "ply"],
    order: "records, then ply",
    columns: &[
        Column::new("record_id", Text, "", "The record"),
        Column::new("ply", Int, "plies", "0-based ply, passes counted"),
        Column::new("side", Text, "", "Side whose ply it is: white or black"),
        Column::new("actor", Text, "", "agent or opponent"),
        Column::new(
            "fallback",
            Bool,
            "",
            "The harness chose the move, as no legal one came",
        ),
        Column::optional(
            "move",
            Text,
            "UCI",
            "The move; missing for a pass and for a checkmate let stand",
        ),
        Column::new("pass", Bool, "", "The turn passed by itself"),
        Column::optional(
            "crown_shift",
            Text,
            "square",
            "New Regent, as it stood before the move",
        ),
        Column::optional("piece", Text, "", "Piece that moved, before a promotion"),
        Column::optional("identity", Text, "square", "Square that piece started on"),
        Column::optional("captured", Text, "", "Piece captured"),
        Column::optional("captured_square", Text, "square", "Where it stood"),
        Column::optional("captured_regent", Bool, "", "Whether it was the Regent"),
        Column::new(
            "fen",
            Text,
            "FEN",
            "Before: placement, side to move, castling rights, and the en passant square if a pawn stands ready",
        ),
        Column::new("regent_white", Text, "square", "White's true Regent before"),
        Column::new("regent_black", Text, "square", "Black's true Regent before"),
        Column::optional(
            "regent_white_identity",
            Text,
            "square",
            "Square that White's Regent started on",
        ),
        Column::optional(
            "regent_black_identity",
            Text,
            "square",
            "Square that Black's Regent started on",
        ),
        Column::new(
            "mode_white",
            Text,
            "",
            "White's mode before: king or regent",
        ),
        Column::new(
            "mode_black",
            Text,
            "",
            "Black's mode before: king or regent",
        ),
        Column::new(
            "in_check_white",
            Bool,
            "",
            "White's Original King is attacked: the public announcement",
        ),
        Column::new(
            "in_check_black",
            Bool,
            "",
            "Black's Original King is attacked: the public announcement",
        ),
        Column::new(
            "pieces_white",
            Int,
            "pieces",
            "White's living pieces before",
        ),
        Column::new(
            "pieces_black",
            Int,
            "pieces",
            "Black's living pieces before",
        ),
        Column::new(
            "completed_white",
            Int,
            "moves",
            "Moves White completed before",
        ),
        Column::new(
            "completed_black",
            Int,
            "moves",
            "Moves Black completed before",
        ),
        Column::new(
            "shift_available",
            Bool,
            "",
            "The mover's counters allow a Crown Shift",
        ),
        Column::new(
            "shift_targets",
            Text,
            "squares",
            "Own pieces the crown may go to with a legal move after it, sorted, with spaces between",
        ),
        Column::new(
            "legal_moves",
            Int,
            "moves",
            "Legal moves without a shift, promotions counted four times",
        ),
        Column::new(
            "legal_turns",
            Int,
            "turns",
            "Legal pairs of shift-or-none and move",
        ),
        Column::new(
            "checkmate_pending",
            Bool,
            "",
            "Only a Crown Shift averts a checkmate",
        ),
        Column::new(
            "fifty",
            Int,
            "half-moves",
            "Moves since the last capture or Crown Shift, before",
        ),
        Column::new(
            "backstop",
            Int,
            "plies",
            "Plies since the last capture or pawn move, before",
        ),
        Column::new(
            "repetition",
            Int,
            "",
            "Times the visible state before has occurred, this time included",
        ),
    ],
};

pub(super) fn push(batch: &mut Batch, id: &str, game: &ReplayedGame) {
    for ply in &game.plies {
        let captured = ply.played.captured;
        batch
            .text(id)
            .int(i64::from(ply.ply))
            .text(side_name(ply.side))
            .text(if ply.agent { "agent" } else { "opponent" })
            .bool(ply.fallback)
            .text(ply.mv.map(|mv| mv.to_string()).as_deref())
            .bool(ply.pass)
            .text(ply.shift.map(square_name))
            .text(ply.played.piece.map(piece_name))
            .text(ply.played.identity.map(Identity::name))
            .text(captured.map(|captured| piece_name(captured.piece)))
            .text(captured.map(|captured| square_name(captured.square)))
            .bool(captured.map(|captured| captured.regent))
            .text(ply.fen.as_str());
        let sides = [Color::White as usize, Color::Black as usize];
        for side in sides {
            batch.text(square_name(ply.regents[side]));
        }
        for side in sides {
            batch.text(ply.regent_identities[side].map(Identity::name));
        }
        for side in sides {
            batch.text(ply.modes[side].name());
        }
        for side in sides {
            batch.bool(ply.in_check[side]);
        }
        for side in sides {
            batch.int(i64::from(ply.living[side]));
        }
        for side in sides {
            batch.int(i64::from(ply.completed[side]));
        }
        batch
            .bool(ply.shift_available)
            .text(squares(ply.shift_targets).as_str())
            .count(ply.legal_moves)
            .count(ply.legal_turns)
            .bool(ply.checkmate_pending)
            .int(i64::from(ply.fifty))
            .int(i64::from(ply.backstop))
            .int(i64::from(ply.occurrences));
    }
}
