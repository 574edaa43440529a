//! One row a capture.

use super::super::batch::Batch;
use super::super::schema::{Column, Kind, Table};
use super::squares;
use crate::replay::regent::ReplayedGame;
use crate::rules::regent::{Identity, piece_name, side_name, square_name};

use Kind::{Bool, Float, Int, Text};

/// The table.
pub static TABLE: Table = Table {
    name: "captures",
    doc: "One row a capture of either side; for the agent's, with what it had stated about the captured piece.",
    key: &["record_id", "ply"],
    order: "records, then ply",
    columns: &[
        Column::new("record_id", Text, "", "The record"),
        Column::new("ply", Int, "plies", "0-based ply, passes counted"),
        Column::new("side", Text, "", "Side that captures: white or black"),
        Column::new("actor", Text, "", "agent or opponent"),
        Column::new(
            "fallback",
            Bool,
            "",
            "The harness chose the move, as no legal one came",
        ),
        Column::new(
            "square",
            Text,
            "square",
            "Where the captured piece stood; for en passant the pawn's square",
        ),
        Column::new("piece", Text, "", "What it was"),
        Column::optional("identity", Text, "square", "Square it started on"),
        Column::new("is_regent", Bool, "", "Whether it was the Regent"),
        Column::new(
            "enemy_pieces",
            Int,
            "pieces",
            "Living enemy pieces before, the captured one included",
        ),
        Column::new(
            "capturable",
            Text,
            "squares",
            "Enemy pieces that could legally be captured after the ply's Crown Shift, sorted, with spaces between",
        ),
        Column::optional(
            "well_formed",
            Bool,
            "",
            "The ply's reply is well-formed; missing when there was no question",
        ),
        Column::optional(
            "named",
            Int,
            "pieces",
            "Candidates of its belief; missing when there was no question",
        ),
        Column::optional(
            "p",
            Float,
            "probability",
            "Stated for the captured piece; missing when it was not named with a number",
        ),
        Column::optional(
            "residual",
            Float,
            "probability",
            "Stated for all other pieces, if a finite number",
        ),
    ],
};

pub(super) fn push(batch: &mut Batch, id: &str, game: &ReplayedGame) {
    let mut questions = game.elicitations.iter().peekable();
    for capture in &game.captures {
        while questions.next_if(|fact| fact.ply < capture.ply).is_some() {}
        let asked = questions.peek().filter(|fact| fact.ply == capture.ply);
        let captured = capture.captured;
        batch
            .text(id)
            .int(i64::from(capture.ply))
            .text(side_name(capture.side))
            .text(if capture.agent { "agent" } else { "opponent" })
            .bool(capture.fallback)
            .text(square_name(captured.square))
            .text(piece_name(captured.piece))
            .text(captured.identity.map(Identity::name))
            .bool(captured.regent)
            .int(i64::from(capture.enemy_pieces))
            .text(squares(capture.capturable).as_str())
            .bool(asked.map(|fact| fact.well_formed))
            .int(asked.and_then(|fact| i64::try_from(fact.belief.candidates.len()).ok()))
            .float(asked.and_then(|fact| fact.belief.stated(captured.square)))
            .float(asked.and_then(|fact| fact.belief.residual));
    }
}
