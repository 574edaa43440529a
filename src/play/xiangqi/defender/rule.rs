//! The paper's fallback defender: avoids the attacker's forced mates.
//!
//! Every legal reply is tried with a search for a forced mate of the attacker
//! within a few plies, which ignores repetition. In order of preference it
//! plays: a reply after which there is none; the reply with the longest mate;
//! a reply that gives check; the reply that comes first as text.

use std::cmp::Reverse;

use super::{Choice, Defender, DefenderError};
use crate::rules::xiangqi::{Game, Move, Position};
use crate::solve::Solver;

/// Memory for what the search knows of positions.
const TABLE_BYTES: usize = 8 << 20;

/// The defender; it looks at the position only.
pub struct Rule {
    depth: u8,
    solver: Solver,
}

impl Rule {
    /// Plies of the benchmark's mate search.
    pub const STANDARD_DEPTH: u8 = 5;

    /// A defender that sees mates within so many plies.
    #[must_use]
    pub fn new(depth: u8) -> Self {
        Self {
            depth,
            solver: Solver::new(TABLE_BYTES),
        }
    }

    /// The move, or none when there is no legal one.
    #[must_use]
    pub fn pick(&mut self, position: &Position) -> Option<Move> {
        let attacker = position.side_to_move().opponent();
        let moves = position.legal_moves();
        let mut rate = |mv: Move| {
            let mut after = *position;
            after.make(mv);
            let verdict = self
                .solver
                .solve_position(&after, attacker, self.depth, u64::MAX);
            let distance = verdict.plies().unwrap_or(u8::MAX);
            (Reverse(distance), !after.in_check(), mv.to_string())
        };
        moves.iter().copied().min_by_key(|mv| rate(*mv))
    }
}

impl Defender for Rule {
    fn choose(&mut self, game: &Game) -> Result<Choice, DefenderError> {
        let mv = self.pick(game.position()).ok_or(DefenderError::GameOver)?;
        Ok(Choice {
            mv,
            backend: "rule".to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pick(fen: &str) -> Option<String> {
        let position = Position::from_fen(fen).ok()?;
        Rule::new(Rule::STANDARD_DEPTH)
            .pick(&position)
            .map(|mv| mv.to_string())
    }

    #[test]
    fn a_check_is_preferred_to_what_comes_first() {
        // Of the moves that lose nothing, a1a0 checks.
        let mv = pick("3k5/9/9/9/9/9/9/9/r8/4K4 b");
        assert_eq!(mv.as_deref(), Some("a1a0"));
    }

    #[test]
    fn the_longest_way_to_mate_is_taken() {
        // Red mates at once on d8 unless the rook stands in between.
        let mv = pick("3k5/R8/1R7/9/9/9/9/9/3r5/4K4 b");
        assert!(mv.is_some());
    }

    #[test]
    fn without_a_move_there_is_none() {
        assert_eq!(pick("3k5/3P5/3K5/9/9/9/9/9/9/9 b"), None);
    }
}
