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

    /// The positions of the benchmark.
    fn positions() -> Vec<Position> {
        let csv = include_str!("../../../../data/positions/xiangqi.csv");
        csv.lines()
            .skip(1)
            .map(|line| Position::from_fen(line.split(',').nth(4).unwrap()).unwrap())
            .collect()
    }

    /// Whether checks alone mate within so many plies, by trying everything.
    fn mates(position: &Position, plies: u32) -> bool {
        position.legal_moves().iter().any(|&mv| {
            let mut after = *position;
            after.make(mv);
            let escapes = |&reply: &Move| {
                let mut next = after;
                next.make(reply);
                plies < 3 || !mates(&next, plies - 2)
            };
            after.in_check() && !after.legal_moves().iter().any(escapes)
        })
    }

    #[test]
    fn mates_are_found_just_where_they_are() {
        let mut found = 0;
        for position in positions() {
            let line = MateSearch::new(100_000).shortest(&position, 3);
            assert_eq!(line.is_some(), mates(&position, 3), "{}", position.fen());
            found += usize::from(line.is_some());
        }
        assert!(found > 0);
    }

    #[test]
    fn a_line_is_legal_all_checks_and_ends_in_mate() {
        let mut longest = 0;
        for mut position in positions() {
            let Some(line) = MateSearch::new(20_000).shortest(&position, 11) else {
                continue;
            };
            longest = longest.max(line.len());
            for (ply, &mv) in line.iter().enumerate() {
                assert!(position.is_legal(mv));
                assert!(ply % 2 == 1 || position.gives_check(mv));
                position.make(mv);
            }
            assert!(line.len() % 2 == 1 && !position.has_legal_move());
        }
        assert!(longest >= 9, "{longest}");
    }

    #[test]
    fn two_rooks_mate_in_one() {
        let position = Position::from_fen("4k4/R8/9/9/9/9/9/9/7R1/3K5 w").unwrap();
        let line = MateSearch::new(100).shortest(&position, 1).unwrap();
        assert_eq!(line, ["h1h9".parse().unwrap()]);
    }

    #[test]
    fn the_budget_ends_the_search() {
        let position = Position::from_fen("4k4/R8/9/9/9/9/9/9/7R1/3K5 w").unwrap();
        assert_eq!(MateSearch::new(0).shortest(&position, 9), None);
    }
}
