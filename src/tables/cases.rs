//! One row a starting position.

use std::collections::BTreeMap;

use super::batch::Batch;
use super::schema::{Column, Kind, Table};
use crate::records::xiangqi::{Player, Trial};
use crate::rules::xiangqi::{PieceKind, Position, Side};

use Kind::{Bool, Int, Text};

/// The table.
pub static TABLE: Table = Table {
    name: "cases",
    doc: "One row a starting position, as the first record that uses it states it.",
    key: &["case_id"],
    order: "case_id",
    columns: &[
        Column::new("case_id", Text, "", "Case id"),
        Column::optional("collection", Text, "", "Collection the position is from"),
        Column::optional("title", Text, "", "Title in that collection"),
        Column::new(
            "fen",
            Text,
            "FEN",
            "Starting position: placement and side to move",
        ),
        Column::new("challenger", Text, "", "Side the agent plays"),
        Column::optional("category", Text, "", "threatmate_race or forced_mate"),
        Column::optional("mate_distance", Int, "plies", "Stored distance to mate"),
        Column::optional(
            "threat_distance",
            Int,
            "plies",
            "Plies in which the defender would mate if it were to move",
        ),
        Column::optional("reference_move", Text, "ICCS", "Stored first winning move"),
        Column::optional("verified_by", Text, "", "How the position was admitted"),
        Column::new("legal_moves", Int, "moves", "Legal moves in the position"),
        Column::new("pieces", Int, "pieces", "Pieces on the board"),
        Column::new(
            "attackers",
            Text,
            "",
            "Which of rook, cannon, horse and pawn the attacker has, joined by +; none without any",
        ),
        Column::new(
            "conflict",
            Bool,
            "",
            "Records disagree about this case's position or metadata",
        ),
    ],
};

/// What records say of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CaseFacts {
    collection: Option<String>,
    title: Option<String>,
    fen: String,
    challenger: &'static str,
    category: Option<String>,
    mate_distance: Option<i64>,
    threat_distance: Option<i64>,
    reference_move: Option<String>,
    verified_by: Option<String>,
    legal_moves: usize,
    pieces: usize,
    attackers: String,
}

/// The attacking pieces of the side the agent plays.
fn attackers(start: &Position, challenger: Player) -> String {
    use PieceKind::{Cannon, Horse, Pawn, Rook};
    let side = Side::from(challenger);
    let has = |kind| {
        let mut pieces = start.pieces();
        pieces.any(|(_, piece)| piece.side == side && piece.kind == kind)
    };
    let found: Vec<&str> = [Rook, Cannon, Horse, Pawn]
        .into_iter()
        .filter(|kind| has(*kind))
        .map(PieceKind::name)
        .collect();
    if found.is_empty() {
        return "none".to_owned();
    }
    found.join("+")
}

/// The cases seen so far, each with whether records disagree about it.
#[derive(Debug, Clone, Default)]
pub struct Cases(BTreeMap<String, (CaseFacts, bool)>);

impl Cases {
    /// Notes what a trial says of its case.
    pub(crate) fn note(&mut self, trial: &Trial<'_>, start: &Position) {
        let text = |value: &Option<std::borrow::Cow<'_, str>>| value.as_deref().map(str::to_owned);
        let case = &trial.case;
        let facts = CaseFacts {
            collection: text(&case.source),
            title: text(&case.name),
            fen: start.fen(),
            challenger: trial.challenger.name(),
            category: text(&case.category),
            mate_distance: case.win_in_plies,
            threat_distance: case.defender_threat_in_plies,
            reference_move: text(&case.first_winning_move),
            verified_by: text(&case.verified_by),
            legal_moves: start.legal_moves().len(),
            pieces: start.pieces().count(),
            attackers: attackers(start, trial.challenger),
        };
        self.0
            .entry(case.id.clone().into_owned())
            .and_modify(|(first, conflict)| *conflict |= *first != facts)
            .or_insert((facts, false));
    }

    /// Takes in the cases of later records.
    pub(crate) fn merge(&mut self, later: Self) {
        for (id, (facts, conflict)) in later.0 {
            self.0
                .entry(id)
                .and_modify(|(first, known)| *known |= conflict || *first != facts)
                .or_insert((facts, conflict));
        }
    }

    pub(crate) fn fill(&self, batch: &mut Batch) {
        for (id, (case, conflict)) in &self.0 {
            batch
                .text(id.as_str())
                .text(case.collection.as_deref())
                .text(case.title.as_deref())
                .text(case.fen.as_str())
                .text(case.challenger)
                .text(case.category.as_deref())
                .int(case.mate_distance)
                .int(case.threat_distance)
                .text(case.reference_move.as_deref())
                .text(case.verified_by.as_deref())
                .count(case.legal_moves)
                .count(case.pieces)
                .text(case.attackers.as_str())
                .bool(*conflict);
        }
    }
}
