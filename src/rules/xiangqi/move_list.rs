//! Moves of one position, kept inline.

use std::fmt;
use std::ops::Deref;

use super::moves::Move;
use super::square::Square;

/// More than any placement of pieces allows. Per direction, an empty square is
/// entered by at most one rook, cannon or pawn, an enemy by two; a horse has at
/// most eight moves, and needs an empty square beside it for every two. Filling
/// the 90 squares as well as these bounds permit gives fewer than 500 moves.
const CAPACITY: usize = 512;

/// A list of moves without allocation; read it as a slice.
#[derive(Clone)]
pub struct MoveList {
    len: usize,
    moves: [Move; CAPACITY],
}

impl MoveList {
    /// An empty list.
    pub(super) const fn new() -> Self {
        let a0 = Square::at(0);
        Self {
            len: 0,
            moves: [Move { from: a0, to: a0 }; CAPACITY],
        }
    }

    /// Adds a move.
    #[inline]
    pub(super) fn push(&mut self, mv: Move) {
        debug_assert!(self.len < CAPACITY);
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = mv;
            self.len += 1;
        }
    }
}

impl Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl PartialEq for MoveList {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for MoveList {}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
