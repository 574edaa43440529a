//! WXF and Chinese notation, for display.
//!
//! Both name a piece by its file, counted from the mover's right; the direction;
//! and the file it goes to, or by how many ranks. Rooks, cannons, horses and
//! pawns that share a file are told apart by their order, the foremost first.

use super::moves::Move;
use super::piece::{Piece, PieceKind};
use super::position::Position;
use super::side::Side;
use super::square::{FILES, Square};

/// Which Chinese characters to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    /// As in mainland China: 马, 车, 后.
    Simplified,
    /// As in Taiwan and Hong Kong: 馬, 車, 後.
    Traditional,
}

/// How a move tells its piece apart from others.
enum Origin {
    /// By its file.
    File(u8),
    /// By its order among the pieces of a kind on one file.
    Order {
        /// Its place, 0 for the foremost.
        place: usize,
        /// How many share the file.
        count: usize,
        /// The file.
        file: u8,
        /// Whether pawns also share another file.
        crowded: bool,
    },
}

#[derive(Clone, Copy)]
enum Direction {
    Forward,
    Sideways,
    Back,
}

struct Parts {
    piece: Piece,
    origin: Origin,
    direction: Direction,
    /// The file reached, or the ranks gone.
    value: u8,
}

/// A legal move in WXF notation, such as `C2.5` or `H8+7`. Of two pieces on a
/// file the front one is `C+.4`, the rear one `C-.4`; of three and more, or when
/// pawns share several files, place and file replace the letter, as in `15+1`.
/// None if the starting square is empty.
#[must_use]
pub fn wxf(position: &Position, mv: Move) -> Option<String> {
    let parts = Parts::of(position, mv)?;
    let letter = match parts.piece.kind {
        PieceKind::Elephant => 'E',
        PieceKind::Horse => 'H',
        kind => kind.letter(),
    };
    let origin = match parts.origin {
        Origin::File(file) => format!("{letter}{file}"),
        Origin::Order {
            place,
            count: 2,
            crowded: false,
            ..
        } => format!("{letter}{}", if place == 0 { '+' } else { '-' }),
        Origin::Order { place, file, .. } => format!("{}{file}", place + 1),
    };
    let direction = match parts.direction {
        Direction::Forward => '+',
        Direction::Sideways => '.',
        Direction::Back => '-',
    };
    Some(format!("{origin}{direction}{}", parts.value))
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

impl Parts {
    fn of(position: &Position, mv: Move) -> Option<Self> {
        let piece = position.piece_at(mv.from)?;
        let (from, to) = (mv.from.rank(), mv.to.rank());
        let direction = match (from == to, (to > from) == (piece.side == Side::Red)) {
            (true, _) => Direction::Sideways,
            (false, true) => Direction::Forward,
            (false, false) => Direction::Back,
        };
        let value = if mv.from.file() == mv.to.file() {
            from.abs_diff(to)
        } else {
            file_number(piece.side, mv.to)
        };
        Some(Self {
            piece,
            origin: origin(position, mv.from, piece),
            direction,
            value,
        })
    }
}

/// Advisors and elephants always go by their file: of two on one file, only one
/// can advance and only the other retreat.
fn origin(position: &Position, from: Square, piece: Piece) -> Origin {
    let file = file_number(piece.side, from);
    let on_file = |file: u8| {
        position
            .pieces()
            .filter(move |&(square, other)| other == piece && square.file() == file)
            .map(|(square, _)| square)
    };
    let count = on_file(from.file()).count();
    if count < 2 || matches!(piece.kind, PieceKind::Advisor | PieceKind::Elephant) {
        return Origin::File(file);
    }
    let ahead = |square: &Square| match piece.side {
        Side::Red => square.rank() > from.rank(),
        Side::Black => square.rank() < from.rank(),
    };
    let elsewhere = (0..FILES).filter(|&file| file != from.file());
    Origin::Order {
        place: on_file(from.file()).filter(ahead).count(),
        count,
        file,
        crowded: piece.kind == PieceKind::Pawn
            && elsewhere.map(|file| on_file(file).count()).any(|n| n > 1),
    }
}

/// The file as the side counts it: 1–9 from its right.
fn file_number(side: Side, square: Square) -> u8 {
    match side {
        Side::Red => FILES - square.file(),
        Side::Black => square.file() + 1,
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

    /// Each line: move, WXF, Chinese.
    fn compare(fen: &str, expected: &[(&str, &str, &str)]) {
        let position = Position::from_fen(fen).unwrap();
        for &(mv, western, characters) in expected {
            let mv: Move = mv.parse().unwrap();
            assert!(position.is_legal(mv), "{mv}");
            assert_eq!(wxf(&position, mv).unwrap(), western, "{mv}");
            let text = chinese(&position, mv, Script::Simplified).unwrap();
            assert_eq!(text, characters, "{mv}");
        }
    }

    #[test]
    fn openings_of_both_sides() {
        let red = [
            ("h2e2", "C2.5", "炮二平五"),
            ("h0g2", "H2+3", "马二进三"),
            ("b2b6", "C8+4", "炮八进四"),
            ("a0a1", "R9+1", "车九进一"),
            ("c3c4", "P7+1", "兵七进一"),
            ("g0e2", "E3+5", "相三进五"),
            ("d0e1", "A6+5", "仕六进五"),
            ("e0e1", "K5+1", "帅五进一"),
        ];
        compare(&format!("{START} w"), &red);
        let black = [
            ("h7e7", "C8.5", "炮8平5"),
            ("h9g7", "H8+7", "马8进7"),
            ("b7b3", "C2+4", "炮2进4"),
            ("g9e7", "E7+5", "象7进5"),
            ("d9e8", "A4+5", "士4进5"),
        ];
        compare(&format!("{START} b"), &black);
    }

    #[test]
    fn two_on_a_file_are_front_and_rear() {
        let red = [
            ("e4a4", "C+.9", "前炮平九"),
            ("e3a3", "C-.9", "后炮平九"),
            ("e4e5", "C++1", "前炮进一"),
            ("e3e1", "C--2", "后炮退二"),
            ("e8d8", "P+.6", "前兵平六"),
            ("e7f7", "P-.4", "后兵平四"),
        ];
        compare("3k5/4P4/4P4/9/9/4C4/4C4/9/9/5K3 w", &red);
        let black = [
            ("c2e1", "H++5", "前马进5"),
            ("c2a3", "H+-1", "前马退1"),
            ("c6e5", "H-+5", "后马进5"),
        ];
        compare("3k5/9/9/2n6/9/9/9/2n6/9/5K3 b", &black);
    }

    #[test]
    fn three_pawns_on_a_file_have_a_middle_and_more_are_numbered() {
        let three = [
            ("e8f8", "15.4", "前兵平四"),
            ("e7f7", "25.4", "中兵平四"),
            ("e6d6", "35.6", "后兵平六"),
        ];
        compare("3k5/4P4/4P4/4P4/9/9/9/9/9/5K3 w", &three);
        let black = [
            ("e4d4", "35.4", "后卒平4"),
            ("e3d3", "25.4", "中卒平4"),
            ("e2d2", "15.4", "前卒平4"),
        ];
        compare("3k5/9/9/9/9/4p4/4p4/4p4/9/5K3 b", &black);
        let four = [
            ("e8f8", "15.4", "一兵平四"),
            ("e6d6", "35.6", "三兵平六"),
            ("e5d5", "45.6", "四兵平六"),
        ];
        compare("3k5/4P4/4P4/4P4/4P4/9/9/9/9/5K3 w", &four);
    }

    #[test]
    fn pawns_that_share_two_files_name_the_file() {
        let red = [
            ("e8f8", "15.4", "前五平四"),
            ("e7f7", "25.4", "后五平四"),
            ("g7h7", "23.2", "后三平二"),
            ("g8g9", "13+1", "前三进一"),
        ];
        compare("3k5/4P1P2/4P1P2/9/9/9/9/9/9/5K3 w", &red);
    }

    #[test]
    fn advisors_on_one_file_go_by_the_file() {
        let red = [("d2e1", "A6-5", "仕六退五"), ("d0e1", "A6+5", "仕六进五")];
        compare("4k4/9/9/9/9/4P4/9/3A5/9/3AK4 w", &red);
    }

    #[test]
    fn traditional_characters_differ_where_they_should() {
        let text = |fen: &str, mv: &str| {
            let position = Position::from_fen(fen).unwrap();
            chinese(&position, mv.parse().unwrap(), Script::Traditional).unwrap()
        };
        assert_eq!(text(&format!("{START} w"), "h0g2"), "馬二進三");
        assert_eq!(text(&format!("{START} b"), "h7e7"), "砲8平5");
        let fen = "3k5/9/9/2n6/9/9/9/2n6/9/5K3 b";
        assert_eq!(text(fen, "c6e5"), "後馬進5");
        let empty = "e5e6".parse().unwrap();
        assert_eq!(wxf(&Position::startpos(), empty), None);
    }
}
