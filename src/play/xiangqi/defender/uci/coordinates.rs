//! How engines write squares.

use crate::rules::xiangqi::{Move, Square};

/// The way ranks are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Coordinates {
    /// From 0, as in ICCS and in Pikafish: `h2e2`.
    Iccs,
    /// From 1 to 10, as engines for many variants do: `h3e3`, `a10a9`.
    RanksFromOne,
}

impl Coordinates {
    /// A move as an engine writes it.
    pub(super) fn read(self, text: &str) -> Option<Move> {
        match self {
            Self::Iccs => text.parse().ok(),
            Self::RanksFromOne => {
                let split = text
                    .char_indices()
                    .skip(1)
                    .find(|(_, c)| c.is_ascii_lowercase())?
                    .0;
                let (from, to) = text.split_at_checked(split)?;
                Some(Move {
                    from: square(from)?,
                    to: square(to)?,
                })
            }
        }
    }
}

fn square(text: &str) -> Option<Square> {
    let mut chars = text.chars();
    let file = u8::try_from(u32::from(chars.next()?).checked_sub(u32::from('a'))?).ok()?;
    let rank: u8 = chars.as_str().parse().ok()?;
    Square::new(file, rank.checked_sub(1)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_from_one_are_brought_down() {
        let read = |text| {
            Coordinates::RanksFromOne
                .read(text)
                .map(|mv| mv.to_string())
        };
        assert_eq!(read("h3e3").as_deref(), Some("h2e2"));
        assert_eq!(read("a10a9").as_deref(), Some("a9a8"));
        assert_eq!(read("a9a10").as_deref(), Some("a8a9"));
        for bad in ["", "(none)", "0000", "a0a1", "a11a1", "j1a1", "a1", "漢1a1"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
