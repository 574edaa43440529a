//! Squares of the board.

use std::fmt;
use std::str::FromStr;

/// Files of the board.
pub(super) const FILES: u8 = 9;
/// Ranks of the board.
pub(super) const RANKS: u8 = 10;
/// Squares of the board.
pub(super) const SQUARES: usize = 90;

/// One of the 90 points of the board, written like `e0`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square on a file (0–8, from `a`) and a rank (0–9, from Red's back
    /// rank); none outside the board.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < FILES && rank < RANKS {
            Some(Self(rank * FILES + file))
        } else {
            None
        }
    }

    /// The square of an index below 90; see [`Square::index`].
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < FILES * RANKS {
            Some(Self(index))
        } else {
            None
        }
    }

    /// As [`Square::from_index`], for an index known to be below 90.
    pub(super) const fn at(index: u8) -> Self {
        debug_assert!(index < FILES * RANKS);
        Self(index)
    }

    /// All squares in the order of their index.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..FILES * RANKS).map(Self)
    }

    /// The file, 0–8 for `a`–`i`.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % FILES
    }

    /// The rank, 0–9; Red's back rank is 0.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / FILES
    }

    /// Rank by rank from `a0`: `9 * rank + file`, 0–89.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Reads a lower-case file and a digit.
    pub(super) const fn from_ascii(file: u8, rank: u8) -> Option<Self> {
        Self::new(file.wrapping_sub(b'a'), rank.wrapping_sub(b'0'))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square such as `e0`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a square: expected a file a-i and a rank 0-9")]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        match *text.as_bytes() {
            [file, rank] => Self::from_ascii(file, rank).ok_or(ParseSquareError),
            _ => Err(ParseSquareError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_round_trip() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
        }
        assert_eq!(Square::all().len(), 90);
        assert_eq!("e0".parse::<Square>().map(Square::index), Ok(4));
        for text in ["", "e", "j0", "E0", "e10", "é"] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text}");
        }
    }
}
