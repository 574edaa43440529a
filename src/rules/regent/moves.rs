//! Moves in UCI notation, and turns.

use std::fmt::{self, Write};
use std::str::FromStr;

use cozy_chess::{Piece, Square};

use super::mode::square_name;

/// The pieces a pawn may become, in the order moves are listed.
pub(super) const PROMOTIONS: [Piece; 4] = [Piece::Bishop, Piece::Knight, Piece::Queen, Piece::Rook];

/// A regular move, written as in UCI: `e2e4`, `e7e8q`, castling `e1g1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the piece comes from.
    pub from: Square,
    /// Where it goes; for castling, where the king goes.
    pub to: Square,
    /// What a pawn becomes on the last rank.
    pub promotion: Option<Piece>,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(square_name(self.from))?;
        f.write_str(square_name(self.to))?;
        match self.promotion {
            Some(piece) => f.write_char(char::from(piece)),
            None => Ok(()),
        }
    }
}

/// The text is no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a move in UCI notation such as e2e4 or e7e8q")]
pub struct ParseMoveError;

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads two squares in lower case and, for a promotion, one of `qrbn`.
    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        if !text.is_ascii() || !(4..=5).contains(&text.len()) {
            return Err(ParseMoveError);
        }
        let square = |part: &str| part.parse().map_err(|_| ParseMoveError);
        let promotion = match &text[4..] {
            "" => None,
            letter => Some(
                PROMOTIONS
                    .into_iter()
                    .find(|piece| piece.to_string() == letter)
                    .ok_or(ParseMoveError)?,
            ),
        };
        Ok(Self {
            from: square(&text[..2])?,
            to: square(&text[2..4])?,
            promotion,
        })
    }
}

/// What a player does with a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Turn {
    /// Where the crown goes first: the square of the new Regent as it stands
    /// when the turn begins.
    pub shift: Option<Square>,
    /// The regular move. None is a pass, or the turn of a player who lets a
    /// checkmate stand.
    pub mv: Option<Move>,
}

impl Turn {
    /// A pass, or no answer to a checkmate.
    pub const NONE: Self = Self {
        shift: None,
        mv: None,
    };

    /// A move without a Crown Shift.
    #[must_use]
    pub const fn of(mv: Move) -> Self {
        Self {
            shift: None,
            mv: Some(mv),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uci_round_trips_and_refuses_anything_else() {
        for text in ["e2e4", "e7e8q", "a2a1n", "e1g1"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        for text in [
            "", "e2", "e2e", "E2E4", "e7e8Q", "e7e8k", "e7e8p", "i1a1", "a0a1", "e2-e4", "e2e4 ",
            "0000", "e2é4", "éé", "e7e8qq",
        ] {
            assert_eq!(text.parse::<Move>(), Err(ParseMoveError), "{text:?}");
        }
    }
}
