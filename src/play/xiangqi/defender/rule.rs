//! The paper's fallback defender: avoids the attacker's forced mates.
//!
//! Every legal reply is tried with a search for a forced mate of the attacker
//! within a few plies, which ignores repetition. In order of preference it
//! plays: a reply after which there is none; the reply with the longest mate;
//! a reply that gives check; the reply that comes first as text.

use std::collections::BTreeMap;

use super::{Choice, Defender, DefenderError};
use crate::rules::xiangqi::{Game, Move, Position, Side};

/// The defender; it looks at the position only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Plies of the mate search; the benchmark's is 5.
    pub depth: u8,
}

impl Rule {
    /// The benchmark's own.
    pub const STANDARD: Self = Self { depth: 5 };

    /// The move, or none when there is no legal one.
    #[must_use]
    pub fn pick(self, position: &Position) -> Option<Move> {
        let attacker = position.side_to_move().opponent();
        let rated = |mv: Move| {
            let mut after = *position;
            after.make(mv);
            let mate = shortest_mate(&after, attacker, self.depth);
            let distance = mate.unwrap_or(u8::MAX);
            let quiet = !after.in_check();
            (std::cmp::Reverse(distance), quiet, mv.to_string())
        };
        let moves = position.legal_moves();
        moves.iter().copied().min_by_key(|mv| rated(*mv))
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

/// Plies within which `attacker` forces mate or stalemate, up to `depth`.
fn shortest_mate(position: &Position, attacker: Side, depth: u8) -> Option<u8> {
    let mut search = Search {
        attacker,
        known: BTreeMap::new(),
    };
    (1..=depth).find_map(|depth| search.mate(position, depth))
}

struct Search {
    attacker: Side,
    /// By position: a proved distance, or a depth without one.
    known: BTreeMap<u64, Known>,
}

#[derive(Clone, Copy)]
enum Known {
    MateIn(u8),
    NoneWithin(u8),
}

impl Search {
    fn mate(&mut self, position: &Position, depth: u8) -> Option<u8> {
        match self.known.get(&position.key()) {
            Some(Known::MateIn(plies)) => return Some(*plies).filter(|plies| *plies <= depth),
            Some(Known::NoneWithin(plies)) if *plies >= depth => return None,
            _ => {}
        }
        let found = self.search(position, depth);
        let known = match found {
            Some(plies) => Known::MateIn(plies),
            None => Known::NoneWithin(depth),
        };
        self.known.insert(position.key(), known);
        found
    }

    fn search(&mut self, position: &Position, depth: u8) -> Option<u8> {
        let attacks = position.side_to_move() == self.attacker;
        if !position.has_legal_move() {
            return (!attacks).then_some(0);
        }
        let below = depth.checked_sub(1)?;
        let moves = position.legal_moves();
        let after = |mv: Move| {
            let mut after = *position;
            after.make(mv);
            after
        };
        if attacks {
            // At one ply only a check or a stalemate can do it; the general case
            // needs every move.
            let mut best: Option<u8> = None;
            for mv in moves.iter().copied() {
                let limit = best.map_or(below, |best| best.saturating_sub(2));
                if let Some(plies) = self.mate(&after(mv), limit.min(below)) {
                    best = Some(best.map_or(plies + 1, |best| best.min(plies + 1)));
                }
            }
            return best;
        }
        let mut longest = 0;
        for mv in moves.iter().copied() {
            longest = longest.max(self.mate(&after(mv), below)? + 1);
        }
        Some(longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_runs_from_mate_in_one() {
        // Black to move: only d9e9 steps out of the rooks' net for a while.
        let position = Position::from_fen("3k5/R8/9/9/9/9/9/9/1R7/3K5 b").unwrap();
        let mv = Rule::STANDARD.pick(&position);
        assert!(mv.is_some_and(|mv| position.is_legal(mv)));
    }

    #[test]
    fn without_a_mate_a_check_is_preferred_then_the_first_in_text() {
        let position = Position::from_fen("3k5/9/9/9/9/9/9/9/r8/4K4 b").unwrap();
        // The rook can check on a0; no other reply matters.
        let mv = Rule::STANDARD.pick(&position).map(|mv| mv.to_string());
        assert_eq!(mv.as_deref(), Some("a1a0"));
    }
}
