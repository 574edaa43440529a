//! What can be wrong with a position to start from.

use cozy_chess::{Color, Square};

use super::mode::side_name;

/// Why a text is no position to play from. Messages quote at most a few
/// characters of the input.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// The text holds nothing but white space.
    #[error("empty FEN")]
    Empty,
    /// The placement does not have eight ranks.
    #[error("expected 8 ranks, found {}", if *.found > 8 { "more".to_owned() } else { .found.to_string() })]
    Ranks {
        /// Ranks found; 9 stands for any number above eight.
        found: usize,
    },
    /// A rank does not have eight files.
    #[error("expected 8 files on rank {rank}, found {}", if *.found > 8 { "more".to_owned() } else { .found.to_string() })]
    Files {
        /// The rank, 1–8.
        rank: usize,
        /// Files found; 9 stands for any number above eight.
        found: usize,
    },
    /// A character that is neither a piece nor a digit from 1 to 8.
    #[error("unknown piece letter {letter:?} on rank {rank}")]
    Letter {
        /// The character.
        letter: char,
        /// The rank it stands on, 1–8.
        rank: usize,
    },
    /// A field after the placement cannot be read.
    #[error("cannot read the {field} {found:?}")]
    Field {
        /// Which field.
        field: &'static str,
        /// What it holds, shortened.
        found: String,
    },
    /// The placement can be read, but cannot occur: every fault.
    #[error("impossible position: {}", join(.0))]
    Impossible(Vec<Fault>),
}

/// One reason why a position cannot occur.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A side has more than one king.
    #[error("{} has {count} kings", side_name(*.side))]
    ManyKings {
        /// The side.
        side: Color,
        /// Its kings.
        count: u32,
    },
    /// A pawn stands on the first or the last rank.
    #[error("a pawn on {0}")]
    PawnOnEdge(Square),
    /// A side's Regent is on no square that holds a piece of its own.
    #[error("{} has no piece on {square} to be its Regent", side_name(*.side))]
    NoRegent {
        /// The side.
        side: Color,
        /// The square named.
        square: Square,
    },
    /// A side has no king, and no other Regent was named.
    #[error("{} has no king and no other Regent", side_name(*.0))]
    NoKing(Color),
    /// The side that has just moved is in King Mode and in check.
    #[error("{} is in King Mode and in check though it is not to move", side_name(*.0))]
    WaitingInCheck(Color),
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

/// The first characters of a text.
pub(super) fn shorten(text: &str) -> String {
    text.chars().take(12).collect()
}
