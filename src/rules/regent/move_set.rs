//! The moves of one position, kept inline.

use std::fmt;

use cozy_chess::{BitBoard, Square};

use super::moves::{Move, PROMOTIONS};

/// Where one piece may go.
#[derive(Clone, Copy)]
struct Origin {
    from: Square,
    to: BitBoard,
    promotes: bool,
}

/// The moves of one side: a set of target squares for each of its pieces, so it
/// holds any number of moves without allocation.
#[derive(Clone)]
pub struct MoveSet {
    len: usize,
    origins: [Origin; Square::NUM],
}

impl MoveSet {
    /// A set without moves.
    pub(super) const fn new() -> Self {
        Self {
            len: 0,
            origins: [Origin {
                from: Square::A1,
                to: BitBoard::EMPTY,
                promotes: false,
            }; Square::NUM],
        }
    }

    /// Adds the moves of a piece; `promotes` says that they promote a pawn.
    #[inline]
    pub(super) fn push(&mut self, from: Square, to: BitBoard, promotes: bool) {
        if to.is_empty() {
            return;
        }
        debug_assert!(self.len < Square::NUM, "a piece was added twice");
        if let Some(slot) = self.origins.get_mut(self.len) {
            *slot = Origin { from, to, promotes };
            self.len += 1;
        }
    }

    fn origins(&self) -> &[Origin] {
        &self.origins[..self.len]
    }

    /// How many moves there are; a promotion counts four times.
    #[must_use]
    pub fn len(&self) -> usize {
        self.origins()
            .iter()
            .map(|origin| origin.to.len() as usize * if origin.promotes { 4 } else { 1 })
            .sum()
    }

    /// Whether there is no move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether a move is among them.
    #[must_use]
    pub fn contains(&self, mv: Move) -> bool {
        self.origins().iter().any(|origin| {
            origin.from == mv.from
                && origin.to.has(mv.to)
                && match mv.promotion {
                    None => !origin.promotes,
                    Some(piece) => origin.promotes && PROMOTIONS.contains(&piece),
                }
        })
    }

    /// Every square that some move leads to.
    #[must_use]
    pub fn targets(&self) -> BitBoard {
        self.origins()
            .iter()
            .fold(BitBoard::EMPTY, |all, origin| all | origin.to)
    }

    /// The moves, in no particular but always the same order.
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.origins().iter().flat_map(|origin| {
            let promotions = if origin.promotes { 4 } else { 1 };
            origin.to.into_iter().flat_map(move |to| {
                (0..promotions).map(move |choice| Move {
                    from: origin.from,
                    to,
                    promotion: origin.promotes.then(|| PROMOTIONS[choice]),
                })
            })
        })
    }

    /// The moves in UCI notation, sorted.
    #[must_use]
    pub fn sorted_uci(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.iter().map(|mv| mv.to_string()).collect();
        texts.sort_unstable();
        texts
    }
}

impl fmt::Debug for MoveSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.sorted_uci()).finish()
    }
}

impl PartialEq for MoveSet {
    fn eq(&self, other: &Self) -> bool {
        self.sorted_uci() == other.sorted_uci()
    }
}

impl Eq for MoveSet {}
