//! How engines write squares.

use crate::rules::xiangqi::{Move, Square};

/// Where an engine starts to count ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ranks {
    /// 0–9, as ICCS and Pikafish do.
    FromZero,
    /// 1–10, as Fairy-Stockfish does for boards of ten ranks.
    FromOne,
}

impl Ranks {
    /// Reads a move, legal or not; none if the text is not exactly one.
    pub(super) fn read(self, text: &str) -> Option<Move> {
        match self {
            Self::FromZero => text.parse().ok(),
            Self::FromOne => {
                let second = text
                    .bytes()
                    .skip(1)
                    .position(|byte| !byte.is_ascii_digit())?
                    + 1;
                let (from, to) = text.split_at_checked(second)?;
                Some(Move {
                    from: square_from_one(from)?,
                    to: square_from_one(to)?,
                })
            }
        }
    }
}

fn square_from_one(text: &str) -> Option<Square> {
    let file = text.bytes().next()?.checked_sub(b'a')?;
    let digits = text.get(1..)?;
    // Neither a sign nor a leading zero.
    if !digits.starts_with(|first: char| matches!(first, '1'..='9')) {
        return None;
    }
    let rank: u8 = digits.parse().ok()?;
    Square::new(file, rank.checked_sub(1)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_counting_are_read() {
        let mv = |ranks: Ranks, text: &str| ranks.read(text).map(|mv| mv.to_string());
        assert_eq!(mv(Ranks::FromZero, "h2e2").as_deref(), Some("h2e2"));
        assert_eq!(mv(Ranks::FromOne, "h3e3").as_deref(), Some("h2e2"));
        assert_eq!(mv(Ranks::FromOne, "d10d9").as_deref(), Some("d9d8"));
        assert_eq!(mv(Ranks::FromOne, "d9d10").as_deref(), Some("d8d9"));
        assert_eq!(mv(Ranks::FromOne, "a10i10").as_deref(), Some("a9i9"));
    }

    #[test]
    fn anything_else_is_no_move() {
        for text in [
            "",
            "d",
            "d1",
            "d10",
            "d0d1",
            "d11d1",
            "d1d0",
            "j1a1",
            "d01d1",
            "d+1d1",
            "d1d1q",
            "(none)",
            "0000",
            "将帅",
            "d1é",
            "é1d1",
            "1010",
            "d1 d2",
            "d99999999999d1",
        ] {
            assert_eq!(Ranks::FromOne.read(text), None, "{text}");
        }
        for text in ["d10d9", "(none)", "0000", "h2e2q"] {
            assert_eq!(Ranks::FromZero.read(text), None, "{text}");
        }
    }
}
