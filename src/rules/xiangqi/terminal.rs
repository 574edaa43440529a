//! How a game ends on the board.

use super::side::Side;

/// A game over by the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Terminal {
    /// The side to move is in check and has no legal move.
    Checkmate {
        /// The side to move.
        loser: Side,
    },
    /// The side to move is not in check and has no legal move; it loses.
    Stalemate {
        /// The side to move.
        loser: Side,
    },
    /// The position occurred three times, and over the cycle one side alone gave
    /// check with every move; it loses.
    PerpetualCheck {
        /// The side that gave check.
        loser: Side,
    },
    /// The position occurred three times otherwise: a draw.
    Repetition,
}

impl Terminal {
    /// The winner; none for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Checkmate { loser }
            | Self::Stalemate { loser }
            | Self::PerpetualCheck { loser } => Some(loser.opponent()),
            Self::Repetition => None,
        }
    }

    /// `checkmate`, `stalemate`, `perpetual_check` or `repetition`.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Checkmate { .. } => "checkmate",
            Self::Stalemate { .. } => "stalemate",
            Self::PerpetualCheck { .. } => "perpetual_check",
            Self::Repetition => "repetition",
        }
    }
}
