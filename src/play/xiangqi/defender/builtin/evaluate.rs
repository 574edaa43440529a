//! How good a position looks.

use crate::rules::xiangqi::{Piece, PieceKind, Position, Side, Square};

/// Centipawns for the side to move: material with a little placement.
pub(super) fn evaluate(position: &Position) -> i32 {
    let mut score = 0;
    for (square, piece) in position.pieces() {
        let value = value(piece.kind) + placement(piece, square);
        score += match piece.side {
            Side::Red => value,
            Side::Black => -value,
        };
    }
    match position.side_to_move() {
        Side::Red => score,
        Side::Black => -score,
    }
}

/// Nominal value of a piece.
pub(super) fn value(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::King => 0,
        PieceKind::Rook => 950,
        PieceKind::Cannon => 470,
        PieceKind::Horse => 430,
        PieceKind::Advisor | PieceKind::Elephant => 210,
        PieceKind::Pawn => 100,
    }
}

fn placement(piece: Piece, square: Square) -> i32 {
    let file = i32::from(square.file());
    // Ranks from the piece's own back rank.
    let rank = match piece.side {
        Side::Red => i32::from(square.rank()),
        Side::Black => 9 - i32::from(square.rank()),
    };
    let centre = 4 - (file - 4).abs();
    match piece.kind {
        // A pawn is worth most beside the palace and little on the last rank.
        PieceKind::Pawn if rank >= 5 => 60 + 12 * centre - if rank == 9 { 70 } else { 0 },
        PieceKind::Horse => 6 * centre + 4 * rank.min(7),
        PieceKind::Rook | PieceKind::Cannon => 3 * centre + 2 * rank.min(7),
        PieceKind::King => -8 * rank,
        _ => 0,
    }
}
