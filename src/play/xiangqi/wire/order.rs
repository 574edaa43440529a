//! The order in which messages list legal moves.

use crate::rules::xiangqi::{Move, PieceKind, Position};

/// Legal moves by file and rank of the piece; the moves of a rook, cannon or
/// pawn by file and rank of their end, those of the others by a fixed order of
/// their steps.
pub(in crate::play::xiangqi) fn legal_moves(position: &Position) -> Vec<String> {
    let mut moves: Vec<Move> = position.legal_moves().to_vec();
    moves.sort_by_key(|mv| {
        let from = (mv.from.file(), mv.from.rank());
        let kind = position.piece_at(mv.from).map(|piece| piece.kind);
        (from, step_order(kind, *mv), mv.to.file(), mv.to.rank())
    });
    moves.into_iter().map(|mv| mv.to_string()).collect()
}

fn step_order(kind: Option<PieceKind>, mv: Move) -> usize {
    const KING: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    const ADVISOR: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    const ELEPHANT: [(i8, i8); 4] = [(2, 2), (2, -2), (-2, 2), (-2, -2)];
    const HORSE: [(i8, i8); 8] = [
        (1, 2),
        (1, -2),
        (-1, 2),
        (-1, -2),
        (2, 1),
        (2, -1),
        (-2, 1),
        (-2, -1),
    ];
    let steps: &[(i8, i8)] = match kind {
        Some(PieceKind::King) => &KING,
        Some(PieceKind::Advisor) => &ADVISOR,
        Some(PieceKind::Elephant) => &ELEPHANT,
        Some(PieceKind::Horse) => &HORSE,
        _ => return 0,
    };
    let step = (
        mv.to.file() as i8 - mv.from.file() as i8,
        mv.to.rank() as i8 - mv.from.rank() as i8,
    );
    steps.iter().position(|s| *s == step).unwrap_or(steps.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_go_by_file_and_steps_in_their_order() {
        let position = Position::from_fen("4k4/9/9/9/9/9/9/N8/9/3K5 w").unwrap();
        assert_eq!(
            legal_moves(&position),
            ["a2b4", "a2b0", "a2c3", "a2c1", "d0d1"]
        );
    }
}
