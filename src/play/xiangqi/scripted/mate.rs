//! Forced mates in which every move of the attacker is a check.

use std::collections::BTreeMap;

use crate::rules::xiangqi::{Move, Position};

/// Looks for mates up to a number of plies and a number of positions.
pub(super) struct MateSearch {
    left: u32,
    /// Plies within which there is no mate from a position with the attacker to
    /// move.
    refuted: BTreeMap<u64, u32>,
}

impl MateSearch {
    pub(super) fn new(positions: u32) -> Self {
        Self {
            left: positions,
            refuted: BTreeMap::new(),
        }
    }

    /// The shortest forced mate of at most `plies` plies: the line against the
    /// longest defence.
    pub(super) fn shortest(&mut self, position: &Position, plies: u32) -> Option<Vec<Move>> {
        let mut position = *position;
        for depth in (1..=plies).step_by(2) {
            if let Some(mut line) = self.attack(&mut position, depth) {
                line.reverse();
                return Some(line);
            }
        }
        None
    }

    /// A mate from here, last move first.
    fn attack(&mut self, position: &mut Position, plies: u32) -> Option<Vec<Move>> {
        let key = position.key();
        if self.refuted.get(&key).is_some_and(|&known| known >= plies) {
            return None;
        }
        for &mv in &position.legal_moves() {
            if !position.gives_check(mv) {
                continue;
            }
            self.left = self.left.checked_sub(1)?;
            let undo = position.make(mv);
            let line = self.defend(position, plies - 1);
            position.unmake(mv, undo);
            if let Some(mut line) = line {
                line.push(mv);
                return Some(line);
            }
        }
        if self.left > 0 {
            self.refuted.insert(key, plies);
        }
        None
    }

    /// The longest mate against every reply, last move first; none if a reply
    /// escapes.
    fn defend(&mut self, position: &mut Position, plies: u32) -> Option<Vec<Move>> {
        let replies = position.legal_moves();
        if replies.is_empty() {
            return Some(Vec::new());
        }
        // The last ply is the attacker's; two more are needed for a reply and
        // an answer.
        if plies < 2 {
            return None;
        }
        let mut longest: Option<Vec<Move>> = None;
        for &mv in &replies {
            let undo = position.make(mv);
            let line = self.attack(position, plies - 1);
            position.unmake(mv, undo);
            let mut line = line?;
            if longest
                .as_ref()
                .is_none_or(|known| line.len() >= known.len())
            {
                line.push(mv);
                longest = Some(line);
            }
        }
        longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shortest(fen: &str, plies: u32) -> Option<Vec<String>> {
        let position = Position::from_fen(fen).unwrap();
        let line = MateSearch::new(100_000).shortest(&position, plies)?;
        Some(line.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn two_rooks_mate_in_one_and_in_two() {
        let one = "4k4/R8/9/9/9/9/9/9/7R1/3K5 w";
        assert_eq!(shortest(one, 1).unwrap(), ["h1h9"]);
        // No mate is seen within too few plies.
        let two = "4k4/9/9/9/R8/7R1/9/9/9/3K5 w";
        assert_eq!(shortest(two, 1), None);
        let line = shortest(two, 5);
        assert!(line.is_none() || line.unwrap().len() % 2 == 1);
    }

    #[test]
    fn the_budget_ends_the_search() {
        let position = Position::from_fen("4k4/R8/9/9/9/9/9/9/7R1/3K5 w").unwrap();
        assert_eq!(MateSearch::new(0).shortest(&position, 9), None);
    }
}
