//! A legal position and how moves change it.

use super::bits::{Bits, bit};
use super::fault::{Fault, FenError};
use super::fen;
use super::moves::Move;
use super::piece::{Piece, PieceKind};
use super::setup::Setup;
use super::side::Side;
use super::square::{SQUARES, Square};
use super::zobrist;

const BACK_RANK: [PieceKind; 9] = [
    PieceKind::Rook,
    PieceKind::Horse,
    PieceKind::Elephant,
    PieceKind::Advisor,
    PieceKind::King,
    PieceKind::Advisor,
    PieceKind::Elephant,
    PieceKind::Horse,
    PieceKind::Rook,
];

/// A legal position: one king of each side in its palace, and the side that is
/// not to move not in check. Two positions are equal if placement and side to
/// move are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(super) key: u64,
    pub(super) side: Side,
    pub(super) kings: [Square; 2],
    pub(super) sides: [Bits; 2],
    pub(super) kinds: [Bits; 7],
    pub(super) board: [Option<Piece>; SQUARES],
}

/// What [`Position::unmake`] needs to take a move back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undo {
    /// The piece the move captured.
    pub captured: Option<Piece>,
    key: u64,
}

impl Position {
    /// The usual start, Red to move.
    #[must_use]
    pub fn startpos() -> Self {
        let e0 = Square::at(4);
        let e9 = Square::at(85);
        let mut position = Self::empty(Side::Red, [e0, e9]);
        let mut pair = |file: u8, rank: u8, kind| {
            let mirrored = (9 - rank) * 9 + file;
            position.add(
                Square::at(rank * 9 + file),
                Piece {
                    side: Side::Red,
                    kind,
                },
            );
            position.add(
                Square::at(mirrored),
                Piece {
                    side: Side::Black,
                    kind,
                },
            );
        };
        for (file, kind) in (0..).zip(BACK_RANK) {
            pair(file, 0, kind);
        }
        for file in [1, 7] {
            pair(file, 2, PieceKind::Cannon);
        }
        for file in [0, 2, 4, 6, 8] {
            pair(file, 3, PieceKind::Pawn);
        }
        position
    }

    /// Reads a FEN; see [`Setup`] for the dialects understood.
    ///
    /// # Errors
    ///
    /// What makes the text unreadable, or every rule the position breaks.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let setup: Setup = fen.parse()?;
        Ok(Self::try_from(setup)?)
    }

    /// Placement and side to move, `"… w"` or `"… b"`.
    #[must_use]
    pub fn fen(&self) -> String {
        let mut text = String::with_capacity(96);
        self.write_fen(&mut text);
        text
    }

    /// Appends [`Position::fen`] without a string of its own.
    pub fn write_fen(&self, out: &mut String) {
        fen::write(&self.board, self.side, out);
    }

    /// The side to move.
    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        self.side
    }

    /// The piece on a square.
    #[must_use]
    pub const fn piece_at(&self, sq: Square) -> Option<Piece> {
        self.board[sq.index()]
    }

    /// All pieces in the order of their squares' index.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Where a side's king stands.
    #[must_use]
    pub const fn king_square(&self, side: Side) -> Square {
        self.kings[side as usize]
    }

    /// A hash of placement and side to move, the same on every machine. Equal
    /// positions have equal keys; different ones nearly always differ.
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Plays a legal move and returns what takes it back. A move from an empty
    /// square only passes the turn; any other illegal move leads to a position
    /// whose answers mean nothing.
    pub fn make(&mut self, mv: Move) -> Undo {
        let undo = Undo {
            captured: self.piece_at(mv.to),
            key: self.key,
        };
        if let Some(piece) = self.piece_at(mv.from) {
            if let Some(captured) = undo.captured {
                self.remove(mv.to, captured);
            }
            self.remove(mv.from, piece);
            self.add(mv.to, piece);
            if piece.kind == PieceKind::King {
                self.kings[piece.side as usize] = mv.to;
            }
        }
        self.pass();
        undo
    }

    /// Takes back the last move made.
    pub fn unmake(&mut self, mv: Move, undo: Undo) {
        self.pass();
        if let Some(piece) = self.piece_at(mv.to) {
            self.remove(mv.to, piece);
            self.add(mv.from, piece);
            if let Some(captured) = undo.captured {
                self.add(mv.to, captured);
            }
            if piece.kind == PieceKind::King {
                self.kings[piece.side as usize] = mv.from;
            }
        }
        self.key = undo.key;
    }

    const fn empty(side: Side, kings: [Square; 2]) -> Self {
        Self {
            key: match side {
                Side::Red => 0,
                Side::Black => zobrist::BLACK_TO_MOVE,
            },
            side,
            kings,
            sides: [0; 2],
            kinds: [0; 7],
            board: [None; SQUARES],
        }
    }

    const fn pass(&mut self) {
        self.side = self.side.opponent();
        self.key ^= zobrist::BLACK_TO_MOVE;
    }

    #[inline]
    fn add(&mut self, square: Square, piece: Piece) {
        self.board[square.index()] = Some(piece);
        self.toggle(square, piece);
    }

    #[inline]
    fn remove(&mut self, square: Square, piece: Piece) {
        self.board[square.index()] = None;
        self.toggle(square, piece);
    }

    #[inline]
    fn toggle(&mut self, square: Square, piece: Piece) {
        self.sides[piece.side as usize] ^= bit(square);
        self.kinds[piece.kind as usize] ^= bit(square);
        self.key ^= zobrist::key(piece, square);
    }
}

impl TryFrom<Setup> for Position {
    type Error = Vec<Fault>;

    /// Accepts a setup that breaks no rule.
    ///
    /// # Errors
    ///
    /// All of [`Setup::faults`].
    fn try_from(setup: Setup) -> Result<Self, Vec<Fault>> {
        let mut position = Self::empty(setup.side_to_move(), setup.kings()?);
        for square in Square::all() {
            if let Some(piece) = setup.piece_at(square) {
                position.add(square, piece);
            }
        }
        match position.attack_faults() {
            faults if faults.is_empty() => Ok(position),
            faults => Err(faults),
        }
    }
}
