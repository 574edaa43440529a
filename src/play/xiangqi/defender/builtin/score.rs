//! Scores, for the side to move: hundredths of a pawn beyond the river, and mates.

use crate::rules::xiangqi::{Position, Side};

/// The score of a mate on the board; a mate in `n` plies is worth `n` less.
pub(super) const MATE: i32 = 30_000;
/// Scores beyond this are mates.
pub(super) const MATES: i32 = MATE - 1000;
/// The score of a win by the rule against perpetual check: below all mates, since
/// the other side may still turn away.
pub(super) const BY_RULE: i32 = 20_000;
/// More than any score.
pub(super) const INFINITE: i32 = 31_000;

/// Scores of interest: more than `alpha`, less than `beta`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    /// As the other side sees it.
    pub(super) const fn flipped(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

/// Red's advantage as the side to move sees it.
pub(super) fn relative(position: &Position, balance: i32) -> i32 {
    match position.side_to_move() {
        Side::Red => balance,
        Side::Black => -balance,
    }
}

/// Mates are remembered by their distance from the position.
pub(super) const fn to_table(score: i32, ply: i32) -> i32 {
    if score >= MATES {
        score + ply
    } else if score <= -MATES {
        score - ply
    } else {
        score
    }
}

pub(super) const fn from_table(score: i16, ply: i32) -> i32 {
    let score = score as i32;
    if score >= MATES {
        score - ply
    } else if score <= -MATES {
        score + ply
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_remembered_by_their_distance() {
        // Mate in 3 from here, found 4 plies down the line.
        let score = MATE - 7;
        assert_eq!(to_table(score, 4), MATE - 3);
        for score in [score, -score, 0, 250, BY_RULE, -BY_RULE] {
            let stored = i16::try_from(to_table(score, 4)).unwrap();
            assert_eq!(from_table(stored, 4), score);
        }
    }
}
