//! Which piece is which, whatever square it stands on.

use std::fmt;

use cozy_chess::Square;

use super::board::Board;
use super::mode::square_name;
use super::moves::Move;

/// A piece, known by the square it started on; a promoted pawn keeps its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity(pub Square);

impl Identity {
    /// The name of the starting square.
    #[must_use]
    pub const fn name(self) -> &'static str {
        square_name(self.0)
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The identity of the piece on every square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Identities([Option<Identity>; Square::NUM]);

impl Identities {
    /// Every piece on its starting square.
    pub(super) fn at_start(board: &Board) -> Self {
        let mut born = [None; Square::NUM];
        for square in board.occupied() {
            born[square as usize] = Some(Identity(square));
        }
        Self(born)
    }

    pub(super) const fn at(&self, square: Square) -> Option<Identity> {
        self.0[square as usize]
    }

    pub(super) fn remove(&mut self, square: Square) {
        self.0[square as usize] = None;
    }

    pub(super) fn relocate(&mut self, from: Square, to: Square) {
        self.0[to as usize] = self.0[from as usize].take();
    }

    /// Follows a move: what it captured, then the piece, then a castling rook.
    pub(super) fn follow(
        &mut self,
        mv: Move,
        captured: Option<Square>,
        rook: Option<(Square, Square)>,
    ) {
        if let Some(square) = captured {
            self.remove(square);
        }
        self.relocate(mv.from, mv.to);
        if let Some((from, to)) = rook {
            self.relocate(from, to);
        }
    }
}
