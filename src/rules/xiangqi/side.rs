//! The two sides.

/// One of the two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The side that starts on ranks 0–4 and, in the usual start, moves first.
    Red,
    /// The side that starts on ranks 5–9.
    Black,
}

impl Side {
    /// Both sides, Red first.
    pub const ALL: [Self; 2] = [Self::Red, Self::Black];

    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }

    /// `"red"` or `"black"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Black => "black",
        }
    }

    /// The side's letter in a FEN: `'w'` or `'b'`.
    #[must_use]
    pub const fn fen_letter(self) -> char {
        match self {
            Self::Red => 'w',
            Self::Black => 'b',
        }
    }

    /// The side of a FEN letter: `w` or `r` is Red, `b` is Black, in either case.
    #[must_use]
    pub const fn from_fen_letter(letter: char) -> Option<Self> {
        match letter {
            'w' | 'W' | 'r' | 'R' => Some(Self::Red),
            'b' | 'B' => Some(Self::Black),
            _ => None,
        }
    }
}
