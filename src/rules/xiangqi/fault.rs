//! What can be wrong with a FEN.

use super::side::Side;
use super::square::Square;

/// Why a text is no legal position. Messages quote at most a few characters of
/// the input.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// The text holds nothing but white space.
    #[error("empty FEN")]
    Empty,
    /// The placement does not have ten ranks.
    #[error("expected 10 ranks, found {}", if *.found > 10 { "more".to_owned() } else { .found.to_string() })]
    Ranks {
        /// Ranks found; 11 stands for any number above ten.
        found: usize,
    },
    /// A rank does not have nine files.
    #[error("expected 9 files on rank {rank}, found {}", if *.found > 9 { "more".to_owned() } else { .found.to_string() })]
    Files {
        /// The rank, 0–9.
        rank: u8,
        /// Files found; 10 stands for any number above nine.
        found: usize,
    },
    /// A character that is neither a piece nor a digit from 1 to 9.
    #[error("unknown piece letter {letter:?} on rank {rank}")]
    Letter {
        /// The character.
        letter: char,
        /// The rank it stands on, 0–9.
        rank: u8,
    },
    /// The second field is not a side to move.
    #[error("side to move must be w, r or b, found {found:?}")]
    Side {
        /// The field, shortened.
        found: String,
    },
    /// The placement can be read, but breaks the rules: every fault. The message
    /// spells out the first six.
    #[error("illegal position: {}", join(.0))]
    Illegal(Vec<Fault>),
}

/// One reason why a placement is no legal position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A side has no king.
    #[error("{} has no king", .0.name())]
    NoKing(Side),
    /// A side has more than one king.
    #[error("{} has {count} kings", .side.name())]
    ManyKings {
        /// The side.
        side: Side,
        /// Its kings.
        count: usize,
    },
    /// A king stands outside its own palace.
    #[error("{} king on {square} is outside its palace", .side.name())]
    KingOutsidePalace {
        /// The king's side.
        side: Side,
        /// Where it stands.
        square: Square,
    },
    /// The kings face each other on an open file.
    #[error("the kings face each other")]
    FacingKings,
    /// The side that has just moved is in check.
    #[error("{} is in check though it is not to move", .0.name())]
    OpponentInCheck(Side),
}

/// The first faults as one sentence.
fn join(faults: &[Fault]) -> String {
    const SHOWN: usize = 6;
    let mut texts: Vec<String> = faults.iter().take(SHOWN).map(ToString::to_string).collect();
    if faults.len() > SHOWN {
        texts.push(format!("and {} more", faults.len() - SHOWN));
    }
    texts.join("; ")
}

/// The first few characters of a text, for messages.
pub(super) fn shorten(text: &str) -> String {
    const LONGEST: usize = 20;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl From<Vec<Fault>> for FenError {
    fn from(faults: Vec<Fault>) -> Self {
        Self::Illegal(faults)
    }
}
