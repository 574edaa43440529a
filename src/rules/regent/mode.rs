//! Modes, conditions, and the names of the two sides.

use cozy_chess::{Color, Piece};

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
