//! How a game ends by the rules.

use cozy_chess::Color;

/// Why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// A Regent was captured; its side loses.
    RegentCaptured,
    /// A King-Mode king in check without a legal move, and no Crown Shift that
    /// could help or none made.
    Checkmate,
    /// Only the two Original Kings stand on the board.
    BareKings,
    /// The visible state occurred three times.
    ThreefoldRepetition,
    /// Fifty half-moves without capture and Crown Shift.
    FiftyMoves,
    /// 150 plies without capture and pawn move.
    SeventyFiveMoves,
    /// Both players passed in a row.
    ConsecutivePasses,
}

impl Reason {
    /// Every reason, in the order in which they are looked for after a ply.
    pub const ALL: [Self; 7] = [
        Self::RegentCaptured,
        Self::Checkmate,
        Self::BareKings,
        Self::ThreefoldRepetition,
        Self::FiftyMoves,
        Self::SeventyFiveMoves,
        Self::ConsecutivePasses,
    ];

    /// The name used in records and tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RegentCaptured => "regent_captured",
            Self::Checkmate => "checkmate",
            Self::BareKings => "bare_kings",
            Self::ThreefoldRepetition => "threefold_repetition",
            Self::FiftyMoves => "fifty_moves",
            Self::SeventyFiveMoves => "seventy_five_moves",
            Self::ConsecutivePasses => "consecutive_passes",
        }
    }

    /// The reason of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }
}

/// A game over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// The winner; none for a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: Reason,
}

impl Ending {
    pub(super) const fn draw(reason: Reason) -> Self {
        Self {
            winner: None,
            reason,
        }
    }

    pub(super) const fn won(winner: Color, reason: Reason) -> Self {
        Self {
            winner: Some(winner),
            reason,
        }
    }
}
