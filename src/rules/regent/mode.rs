//! Modes, conditions, and the names of the two sides.

use cozy_chess::{Color, Piece, Square};

/// How a player's pieces are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// The Regent is the living Original King: standard chess.
    King,
    /// Some other piece is the Regent: checks do not bind.
    Regent,
}

impl Mode {
    /// `"king"` or `"regent"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::King => "king",
            Self::Regent => "regent",
        }
    }
}

/// The two sets of rules games are played under.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Condition {
    /// Regent Chess, with Crown Shift.
    Regent,
    /// The control: the same rules without Crown Shift.
    NoCrown,
}

impl Condition {
    /// `"regent"` or `"no_crown"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Regent => "regent",
            Self::NoCrown => "no_crown",
        }
    }

    /// The condition of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Self::Regent, Self::NoCrown]
            .into_iter()
            .find(|condition| condition.name() == name)
    }
}

/// `"white"` or `"black"`.
#[must_use]
pub const fn side_name(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The side of a name.
#[must_use]
pub fn side_named(name: &str) -> Option<Color> {
    match name {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}

/// The name of a square, such as `"e4"`.
#[must_use]
pub const fn square_name(square: Square) -> &'static str {
    const ALL: &str = "a1b1c1d1e1f1g1h1a2b2c2d2e2f2g2h2a3b3c3d3e3f3g3h3a4b4c4d4e4f4g4h4\
                       a5b5c5d5e5f5g5h5a6b6c6d6e6f6g6h6a7b7c7d7e7f7g7h7a8b8c8d8e8f8g8h8";
    let (_, rest) = ALL.split_at(square as usize * 2);
    rest.split_at(2).0
}

/// The English name of a piece in lower case, such as `"knight"`.
#[must_use]
pub const fn piece_name(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_their_usual_names() {
        for square in Square::ALL {
            assert_eq!(square_name(square), square.to_string());
        }
    }
}
