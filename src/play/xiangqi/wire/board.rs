//! The board as text.

use crate::rules::xiangqi::{Piece, PieceKind, Position, Side, Square};

/// The empty board, rank 9 first; a piece takes the place of the two characters
/// at its point. The wide blanks are part of the wire format.
const LINES: [&str; 22] = [
    "9 ┌───┬───┬───┬───┬───┬───┬───┬───┐ ",
    "  │   │   │   │ ＼│／ │   │   │   │ ",
    "8 ├───┼───┼───┼───┼───┼───┼───┼───┤ ",
    "  │   │　 │   │ ／│＼ │   │   │   │ ",
    "7 ├───┼───┼───┼───┼───┼───┼───┼───┤ ",
    "  │   │　 │　 │　 │   │   │   │   │ ",
    "6 ├───┼───┼───┼───┼───┼───┼───┼───┤ ",
    "  │　 │　 │   │   │   │   │   │   │ ",
    "5 ├───┴───┴───┴───┴───┴───┴───┴───┤ ",
    "  │　                             │ ",
    "4 ├───┬───┬───┬───┬───┬───┬───┬───┤ ",
    "  │　 │　 │   │   │   │　 │　 │　 │ ",
    "3 ├───┼───┼───┼───┼───┼───┼───┼───┤ ",
    "  │   │　 │　 │　 │   │   │   │   │ ",
    "2 ├───┼───┼───┼───┼───┼───┼───┼───┤ ",
    "  │   │   │   │ ＼│／ │　 │　 │　 │ ",
    "1 ├───┼───┼───┼───┼───┼───┼───┼───┤ ",
    "  │   │　 │   │ ／│＼ │　 │   │   │ ",
    "0 └───┴───┴───┴───┴───┴───┴───┴───┘ ",
    "   ",
    "  a   b   c   d   e   f   g   h   i ",
    "  0   1   2   3   4   5   6   7   8 ",
];

/// Ranks drawn.
const RANKS: usize = 10;
/// Characters before file a, and between files.
const LEFT: usize = 2;
const PITCH: usize = 4;

/// The board with its captions, between blank lines.
pub(in crate::play::xiangqi) fn board(position: &Position, in_check: bool) -> String {
    let mut out = String::new();
    for (at, line) in LINES.iter().enumerate() {
        out.push('\n');
        let rank = (at % 2 == 0 && at / 2 < RANKS).then(|| 9 - at / 2);
        match rank.and_then(|rank| u8::try_from(rank).ok()) {
            Some(rank) => draw_rank(position, rank, line, &mut out),
            None => out.push_str(line),
        }
    }
    out.push_str("\n\n当前回合 / Current turn: ");
    out.push_str(match position.side_to_move() {
        Side::Red => "红方 Red (大写字母/Uppercase)",
        Side::Black => "黑方 Black (小写字母/Lowercase)",
    });
    if in_check {
        out.push_str("\n⚠️  将军! / CHECK!");
    }
    out.push_str("\n走法格式 / Move format: 起点终点 (如 h2e2 表示炮从h2走到e2)");
    out
}

fn draw_rank(position: &Position, rank: u8, empty: &str, out: &mut String) {
    let mut skip = false;
    for (at, c) in empty.chars().enumerate() {
        if std::mem::take(&mut skip) {
            continue;
        }
        let file = at
            .checked_sub(LEFT)
            .filter(|offset| offset % PITCH == 0)
            .and_then(|offset| u8::try_from(offset / PITCH).ok());
        let square = file.and_then(|file| Square::new(file, rank));
        match square.and_then(|square| position.piece_at(square)) {
            Some(piece) => {
                out.push(glyph(piece));
                skip = true;
            }
            None => out.push(c),
        }
    }
}

/// The character of a piece on the board.
fn glyph(piece: Piece) -> char {
    match (piece.side, piece.kind) {
        (Side::Red, PieceKind::King) => '帅',
        (Side::Red, PieceKind::Advisor) => '仕',
        (Side::Red, PieceKind::Elephant) => '相',
        (Side::Red, PieceKind::Horse) => '马',
        (Side::Red, PieceKind::Rook) => '车',
        (Side::Red, PieceKind::Cannon) => '炮',
        (Side::Red, PieceKind::Pawn) => '兵',
        (Side::Black, PieceKind::King) => '将',
        (Side::Black, PieceKind::Advisor) => '士',
        (Side::Black, PieceKind::Elephant) => '象',
        (Side::Black, PieceKind::Horse) => '馬',
        (Side::Black, PieceKind::Rook) => '車',
        (Side::Black, PieceKind::Cannon) => '砲',
        (Side::Black, PieceKind::Pawn) => '卒',
    }
}
