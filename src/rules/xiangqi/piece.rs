//! Pieces and their letters.

use super::side::Side;

/// What a piece is, whoever owns it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PieceKind {
    /// King, or general: one step along a line, inside the palace.
    King,
    /// Advisor: one step along a diagonal, inside the palace.
    Advisor,
    /// Elephant: two steps along a diagonal, never across the river.
    Elephant,
    /// Horse: one step along a line, then one along a diagonal.
    Horse,
    /// Rook, or chariot: any distance along a line.
    Rook,
    /// Cannon: moves as a rook, captures over exactly one piece.
    Cannon,
    /// Pawn, or soldier: one step forward; beyond the river also sideways.
    Pawn,
}

impl PieceKind {
    /// All kinds, in the order of the enum.
    pub const ALL: [Self; 7] = [
        Self::King,
        Self::Advisor,
        Self::Elephant,
        Self::Horse,
        Self::Rook,
        Self::Cannon,
        Self::Pawn,
    ];

    /// The English name in lower case, such as `"cannon"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::King => "king",
            Self::Advisor => "advisor",
            Self::Elephant => "elephant",
            Self::Horse => "horse",
            Self::Rook => "rook",
            Self::Cannon => "cannon",
            Self::Pawn => "pawn",
        }
    }

    /// The upper-case FEN letter: one of `KABNRCP`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::King => 'K',
            Self::Advisor => 'A',
            Self::Elephant => 'B',
            Self::Horse => 'N',
            Self::Rook => 'R',
            Self::Cannon => 'C',
            Self::Pawn => 'P',
        }
    }

    /// The kind of a letter in either case; `E` and `H` stand for `B` and `N`.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_uppercase() {
            'K' => Some(Self::King),
            'A' => Some(Self::Advisor),
            'B' | 'E' => Some(Self::Elephant),
            'N' | 'H' => Some(Self::Horse),
            'R' => Some(Self::Rook),
            'C' => Some(Self::Cannon),
            'P' => Some(Self::Pawn),
            _ => None,
        }
    }
}

/// A piece of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Its owner.
    pub side: Side,
    /// What it is.
    pub kind: PieceKind,
}

impl Piece {
    /// The FEN letter: upper case for Red, lower case for Black.
    #[must_use]
    pub const fn fen_letter(self) -> char {
        match self.side {
            Side::Red => self.kind.letter(),
            Side::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The piece of a FEN letter; `E`/`H` are read as `B`/`N`.
    #[must_use]
    pub const fn from_fen_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() {
            Side::Red
        } else {
            Side::Black
        };
        match PieceKind::from_letter(letter) {
            Some(kind) => Some(Self { side, kind }),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_round_trip_and_read_the_western_dialect() {
        for side in Side::ALL {
            for kind in PieceKind::ALL {
                let piece = Piece { side, kind };
                assert_eq!(Piece::from_fen_letter(piece.fen_letter()), Some(piece));
            }
        }
        assert_eq!(
            Piece::from_fen_letter('H').map(Piece::fen_letter),
            Some('N')
        );
        assert_eq!(
            Piece::from_fen_letter('e').map(Piece::fen_letter),
            Some('b')
        );
        assert_eq!(Piece::from_fen_letter('x'), None);
        assert_eq!(Piece::from_fen_letter('帥'), None);
    }
}
