//! Castling rights.

use cozy_chess::{Color, Square};

/// A wing to castle on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wing {
    King,
    Queen,
}

impl Wing {
    pub(super) const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// Where king and rook come from and go, for White.
    const fn white(self) -> [Square; 4] {
        match self {
            Self::King => [Square::E1, Square::H1, Square::G1, Square::F1],
            Self::Queen => [Square::E1, Square::A1, Square::C1, Square::D1],
        }
    }

    /// Where king and rook come from, then where they go.
    pub(super) fn squares(self, side: Color) -> [Square; 4] {
        self.white().map(|square| square.relative_to(side))
    }
}

/// Who may still castle where, as far as king and rook have not moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rights(u8);

impl Rights {
    pub(super) const fn none() -> Self {
        Self(0)
    }

    const fn bit(side: Color, wing: Wing) -> u8 {
        1 << (side as u8 * 2 + wing as u8)
    }

    pub(super) const fn has(self, side: Color, wing: Wing) -> bool {
        self.0 & Self::bit(side, wing) != 0
    }

    pub(super) const fn grant(&mut self, side: Color, wing: Wing) {
        self.0 |= Self::bit(side, wing);
    }

    /// A piece left or was captured on a square: whatever right hangs on it is
    /// gone for good.
    pub(super) fn touch(&mut self, square: Square) {
        for side in [Color::White, Color::Black] {
            for wing in Wing::ALL {
                let [king, rook, ..] = wing.squares(side);
                if square == king || square == rook {
                    self.0 &= !Self::bit(side, wing);
                }
            }
        }
    }

    /// The field of a FEN.
    pub(super) fn fen(self) -> String {
        let letters = [
            ('K', Color::White, Wing::King),
            ('Q', Color::White, Wing::Queen),
            ('k', Color::Black, Wing::King),
            ('q', Color::Black, Wing::Queen),
        ];
        let text: String = letters
            .into_iter()
            .filter(|(_, side, wing)| self.has(*side, *wing))
            .map(|(letter, ..)| letter)
            .collect();
        if text.is_empty() {
            "-".to_owned()
        } else {
            text
        }
    }
}
