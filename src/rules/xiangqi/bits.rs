//! Sets of squares as the low 90 bits of a `u128`.

use super::square::Square;

/// A set of squares; bit `i` is the square of index `i`.
pub(super) type Bits = u128;

/// The set of one square.
#[inline]
pub(super) const fn bit(square: Square) -> Bits {
    1 << square.index()
}

/// Iterates over the squares of a set, lowest index first.
pub(super) struct Squares(pub(super) Bits);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(Square::at(index))
    }
}
