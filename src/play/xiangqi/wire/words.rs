//! Pieces and material in words.

use crate::rules::xiangqi::{Piece, PieceKind, Position, Side};

/// Placement and side to move.
pub(in crate::play::xiangqi) fn fen(position: &Position) -> String {
    let full = position.fen();
    full.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// `Horse (马)`.
pub(in crate::play::xiangqi) fn piece_name(piece: Piece) -> &'static str {
    match (piece.kind, piece.side) {
        (PieceKind::King, Side::Red) => "King (帅)",
        (PieceKind::King, Side::Black) => "King (将)",
        (PieceKind::Advisor, Side::Red) => "Advisor (仕)",
        (PieceKind::Advisor, Side::Black) => "Advisor (士)",
        (PieceKind::Elephant, Side::Red) => "Elephant (相)",
        (PieceKind::Elephant, Side::Black) => "Elephant (象)",
        (PieceKind::Horse, _) => "Horse (马)",
        (PieceKind::Rook, _) => "Rook (车)",
        (PieceKind::Cannon, _) => "Cannon (炮)",
        (PieceKind::Pawn, Side::Red) => "Pawn (兵)",
        (PieceKind::Pawn, Side::Black) => "Pawn (卒)",
    }
}

/// Material of both sides and its nominal balance, in half points inside.
pub(in crate::play::xiangqi) fn material(position: &Position) -> String {
    let count = |side, kind| {
        let pieces = position.pieces();
        pieces
            .filter(|(_, piece)| piece.side == side && piece.kind == kind)
            .count()
    };
    let shown = |side| {
        let parts = [
            ('R', PieceKind::Rook),
            ('N', PieceKind::Horse),
            ('B', PieceKind::Elephant),
            ('A', PieceKind::Advisor),
            ('C', PieceKind::Cannon),
            ('P', PieceKind::Pawn),
        ]
        .map(|(letter, kind)| format!("{letter}{}", count(side, kind)));
        parts.join(" ")
    };
    let mut halves = 0_i32;
    for (_, piece) in position.pieces() {
        let value = match piece.kind {
            PieceKind::Rook => 18,
            PieceKind::Cannon => 9,
            PieceKind::Horse => 8,
            PieceKind::Advisor | PieceKind::Elephant => 4,
            PieceKind::Pawn => 2,
            PieceKind::King => 0,
        };
        halves += match piece.side {
            Side::Red => value,
            Side::Black => -value,
        };
    }
    let balance = match halves {
        0 => "even (nominal)".to_owned(),
        n => {
            let side = if n > 0 { "Red" } else { "Black" };
            format!("{side} +{} (nominal)", f64::from(n.abs()) / 2.0)
        }
    };
    format!(
        "Red: {} | Black: {} | Balance: {balance}",
        shown(Side::Red),
        shown(Side::Black)
    )
}

/// Every piece by its coordinates.
pub(in crate::play::xiangqi) fn census(position: &Position) -> String {
    let side = |side: Side| {
        let order = [
            PieceKind::King,
            PieceKind::Advisor,
            PieceKind::Elephant,
            PieceKind::Horse,
            PieceKind::Rook,
            PieceKind::Cannon,
            PieceKind::Pawn,
        ];
        let mut parts = Vec::new();
        for kind in order {
            let mut squares: Vec<String> = position
                .pieces()
                .filter(|(_, piece)| piece.side == side && piece.kind == kind)
                .map(|(square, _)| square.to_string())
                .collect();
            squares.sort();
            if !squares.is_empty() {
                let name = piece_name(Piece { side, kind });
                parts.push(format!("{name} {}", squares.join(",")));
            }
        }
        parts.join(" | ")
    };
    format!(
        "Piece positions (ground truth — trust this over your memory):\n  Red : {}\n  Black: {}",
        side(Side::Red),
        side(Side::Black)
    )
}
