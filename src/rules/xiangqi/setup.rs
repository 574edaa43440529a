//! A placement and a side to move, whether legal or not.

use std::fmt;

use super::bits::bit;
use super::fault::Fault;
use super::fen;
use super::piece::{Piece, PieceKind};
use super::position::Position;
use super::side::Side;
use super::square::{SQUARES, Square};
use super::tables::PALACE;

/// Pieces on a board and whose turn it is: what a FEN says before anyone asks
/// whether the rules allow it. `Position::try_from` does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup {
    pub(super) board: [Option<Piece>; SQUARES],
    pub(super) side_to_move: Side,
}

impl Setup {
    /// An empty board.
    #[must_use]
    pub const fn new(side_to_move: Side) -> Self {
        Self {
            board: [None; SQUARES],
            side_to_move,
        }
    }

    /// Puts a piece on a square, or clears it.
    pub const fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.board[square.index()] = piece;
    }

    /// The piece on a square.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// The side to move.
    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    /// Everything that makes this no legal position; empty if it is one. Kings
    /// are looked at first: whether they are attacked is asked only once each
    /// side has a single king in its palace.
    #[must_use]
    pub fn faults(&self) -> Vec<Fault> {
        Position::try_from(*self).err().unwrap_or_default()
    }

    /// The squares of both kings, Red's first.
    ///
    /// # Errors
    ///
    /// Kings that are missing, too many or outside their palace.
    pub(super) fn kings(&self) -> Result<[Square; 2], Vec<Fault>> {
        let mut faults = Vec::new();
        let [red, black] = Side::ALL.map(|side| {
            let king = Piece {
                side,
                kind: PieceKind::King,
            };
            let mut found = Square::all().filter(|&square| self.piece_at(square) == Some(king));
            let first = found.next();
            let more = found.clone().count();
            if more > 0 {
                let count = more + 1;
                faults.push(Fault::ManyKings { side, count });
            }
            for square in first.into_iter().chain(found) {
                if PALACE[side as usize] & bit(square) == 0 {
                    faults.push(Fault::KingOutsidePalace { side, square });
                }
            }
            if first.is_none() {
                faults.push(Fault::NoKing(side));
            }
            first
        });
        match (red, black) {
            (Some(red), Some(black)) if faults.is_empty() => Ok([red, black]),
            _ => Err(faults),
        }
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Self {
        Self {
            board: position.board,
            side_to_move: position.side,
        }
    }
}

impl fmt::Display for Setup {
    /// Writes a FEN: placement and side to move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(96);
        fen::write(&self.board, self.side_to_move, &mut text);
        f.write_str(&text)
    }
}
