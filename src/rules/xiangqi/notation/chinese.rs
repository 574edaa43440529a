//! Chinese notation.

use super::super::moves::Move;
use super::super::piece::{Piece, PieceKind};
use super::super::position::Position;
use super::super::side::Side;
use super::parts::{Direction, Origin, Parts};

/// Which Chinese characters to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    /// As in mainland China: 马, 车, 后.
    Simplified,
    /// As in Taiwan and Hong Kong: 馬, 車, 後.
    Traditional,
}

/// A legal move in Chinese notation, such as 炮二平五 or, for Black, 马8进7. Of two
/// pieces on a file one is 前 and one is 后; of three, 前, 中 and 后; of more, they
/// are numbered from the front. When pawns share several files, the file replaces
/// the piece, as in 前五平四. None if the starting square is empty.
#[must_use]
pub fn chinese(position: &Position, mv: Move, script: Script) -> Option<String> {
    let parts = Parts::of(position, mv)?;
    let name = name(parts.piece, script);
    let number = |value| numeral(parts.piece.side, value);
    let origin = match parts.origin {
        Origin::File(file) => format!("{name}{}", number(file)),
        Origin::Order {
            place,
            count,
            file,
            crowded,
        } => {
            let order = match (place, count) {
                (0, 2 | 3) => '前',
                (1, 3) => '中',
                (_, 2 | 3) if script == Script::Simplified => '后',
                (_, 2 | 3) => '後',
                _ => numeral(Side::Red, u8::try_from(place + 1).unwrap_or(0)),
            };
            format!("{order}{}", if crowded { number(file) } else { name })
        }
    };
    let direction = match (parts.direction, script) {
        (Direction::Forward, Script::Simplified) => '进',
        (Direction::Forward, Script::Traditional) => '進',
        (Direction::Sideways, _) => '平',
        (Direction::Back, _) => '退',
    };
    Some(format!("{origin}{direction}{}", number(parts.value)))
}

/// A number from 1 to 9 as the side writes it.
fn numeral(side: Side, value: u8) -> char {
    match side {
        Side::Red => ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九']
            .get(usize::from(value))
            .copied()
            .unwrap_or('十'),
        Side::Black => char::from_digit(u32::from(value), 10).unwrap_or('?'),
    }
}

const fn name(piece: Piece, script: Script) -> char {
    let (simplified, traditional) = match (piece.kind, piece.side) {
        (PieceKind::King, Side::Red) => ('帅', '帥'),
        (PieceKind::King, Side::Black) => ('将', '將'),
        (PieceKind::Advisor, Side::Red) => ('仕', '仕'),
        (PieceKind::Advisor, Side::Black) => ('士', '士'),
        (PieceKind::Elephant, Side::Red) => ('相', '相'),
        (PieceKind::Elephant, Side::Black) => ('象', '象'),
        (PieceKind::Horse, _) => ('马', '馬'),
        (PieceKind::Rook, _) => ('车', '車'),
        (PieceKind::Cannon, Side::Red) => ('炮', '炮'),
        (PieceKind::Cannon, Side::Black) => ('炮', '砲'),
        (PieceKind::Pawn, Side::Red) => ('兵', '兵'),
        (PieceKind::Pawn, Side::Black) => ('卒', '卒'),
    };
    match script {
        Script::Simplified => simplified,
        Script::Traditional => traditional,
    }
}
