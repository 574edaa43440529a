//! One row a candidate of a stated belief.

use super::super::batch::Batch;
use super::super::schema::{Column, Kind, Table};
use crate::replay::regent::Replayed;
use crate::rules::regent::{piece_name, square_name};

use Kind::{Bool, Float, Int, Text};

/// The table.
pub static TABLE: Table = Table {
    name: "beliefs",
    doc: "One row a candidate: a piece that the first reply to a question names, with its stated probability and the truth before the move.",
    key: &["record_id", "ply", "candidate"],
    order: "records, then ply, then candidate",
    columns: &[
        Column::new("record_id", Text, "", "The record"),
        Column::new(
            "ply",
            Int,
            "plies",
            "0-based ply; 0 for a free-control question",
        ),
        Column::new("candidate", Int, "", "0-based place in the order named"),
        Column::optional(
            "square_text",
            Text,
            "",
            "The square as written, at most 40 characters",
        ),
        Column::optional(
            "square",
            Text,
            "square",
            "The square, if it is one of the board's",
        ),
        Column::optional(
            "p",
            Float,
            "probability",
            "Stated probability, if a finite number",
        ),
        Column::optional("piece", Text, "", "Living enemy piece there"),
        Column::new(
            "is_regent",
            Bool,
            "",
            "Whether it is the enemy's true Regent",
        ),
        Column::new("enemy_pieces", Int, "pieces", "Living enemy pieces"),
        Column::new(
            "faults",
            Text,
            "",
            "What is wrong with this candidate, with spaces between (see elicitations)",
        ),
        Column::new("well_formed", Bool, "", "The whole reply is well-formed"),
    ],
};

pub(super) fn push(batch: &mut Batch, id: &str, replayed: &Replayed) {
    for fact in replayed.elicitations() {
        for (index, candidate) in fact.belief.candidates.iter().enumerate() {
            let faults: Vec<&str> = candidate.faults.iter().map(|fault| fault.name()).collect();
            batch
                .text(id)
                .int(i64::from(fact.ply))
                .count(index)
                .text(candidate.text.as_deref())
                .text(candidate.square.map(square_name))
                .float(candidate.p)
                .text(candidate.piece.map(piece_name))
                .bool(candidate.regent)
                .int(i64::from(fact.enemy_pieces))
                .text(faults.join(" ").as_str())
                .bool(fact.well_formed);
        }
    }
}
