//! What both notations say of a move.

use super::super::moves::Move;
use super::super::piece::{Piece, PieceKind};
use super::super::position::Position;
use super::super::side::Side;
use super::super::square::{FILES, Square};

/// How a move tells its piece apart from others.
pub(super) enum Origin {
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
pub(super) enum Direction {
    Forward,
    Sideways,
    Back,
}

pub(super) struct Parts {
    pub(super) piece: Piece,
    pub(super) origin: Origin,
    pub(super) direction: Direction,
    /// The file reached, or the ranks gone.
    pub(super) value: u8,
}

impl Parts {
    pub(super) fn of(position: &Position, mv: Move) -> Option<Self> {
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
