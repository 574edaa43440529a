//! A move from one square to another.

use std::fmt;
use std::str::FromStr;

use super::square::Square;

/// A move, legal or not, written in ICCS as `h2e2`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not exactly two squares in lower case, such as `h2e2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an ICCS move: expected four characters such as h2e2")]
pub struct ParseMoveError;

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let &[f1, r1, f2, r2] = text.as_bytes() else {
            return Err(ParseMoveError);
        };
        let from = Square::from_ascii(f1, r1).ok_or(ParseMoveError)?;
        let to = Square::from_ascii(f2, r2).ok_or(ParseMoveError)?;
        Ok(Self { from, to })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iccs_is_read_strictly() {
        let mv: Move = "h2e2".parse().unwrap();
        assert_eq!((mv.from.file(), mv.from.rank()), (7, 2));
        assert_eq!(mv.to_string(), "h2e2");
        assert_eq!(size_of::<Move>(), 2);
        for text in [
            "", "h2e", "H2E2", "h2-e2", "h2e2 ", "h2j2", "h:e2", "炮二", "émé",
        ] {
            assert_eq!(text.parse::<Move>(), Err(ParseMoveError), "{text}");
        }
    }
}
