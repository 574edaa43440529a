//! Long mates in which every move of the attacker gives check.
//!
//! Races are decided by such lines, which are far longer than what a search of
//! all moves reaches.

use super::line::Line;
use crate::rules::xiangqi::{Move, Position};

/// Entries of the memory; a power of two. Together they take 256 KiB.
const ENTRIES: usize = 1 << 14;

/// The search and its memory.
#[derive(Debug)]
pub(super) struct CheckSearch {
    /// By position: its key, and plies within which there is no mate.
    refuted: Vec<(u64, u8)>,
    /// Checks to try, of all positions of the line.
    checks: Vec<(usize, Move)>,
    nodes: u64,
    limit: u64,
    /// Whether some line ended for want of depth.
    cut: bool,
}

impl CheckSearch {
    pub(super) fn new() -> Self {
        Self {
            refuted: vec![(0, 0); ENTRIES],
            checks: Vec::with_capacity(4096),
            nodes: 0,
            limit: 0,
            cut: false,
        }
    }

    #[cfg(test)]
    pub(super) const fn capacity(&self) -> usize {
        self.checks.capacity()
    }

    /// The first move of a mate within `plies` plies, found among at most `nodes`
    /// positions. The line ends with this position.
    pub(super) fn mate(
        &mut self,
        position: &mut Position,
        line: &mut Line,
        plies: u8,
        nodes: u64,
    ) -> Option<Move> {
        self.refuted.fill((0, 0));
        self.nodes = 0;
        self.limit = nodes;
        for plies in (1..=plies).step_by(2) {
            self.cut = false;
            let found = self.attack(position, line, plies);
            if found.is_some() || !self.cut || self.nodes >= nodes {
                return found;
            }
        }
        None
    }

    /// A check that leads to mate within an odd number of plies.
    fn attack(&mut self, position: &mut Position, line: &mut Line, plies: u8) -> Option<Move> {
        let key = position.key();
        let slot = key as usize & (ENTRIES - 1);
        if matches!(self.refuted.get(slot), Some(&(known, within)) if known == key && within >= plies)
        {
            return None;
        }
        let start = self.checks.len();
        self.list_checks(position);
        let mut found = None;
        for at in start..self.checks.len() {
            let Some(&(_, mv)) = self.checks.get(at) else {
                break;
            };
            let undo = position.make(mv);
            line.push(position, undo.captured.is_some());
            // A check that repeats a position is on its way to a loss.
            let mates = !line.recurs() && self.no_escape(position, line, plies - 1);
            line.pop();
            position.unmake(mv, undo);
            if mates {
                found = Some(mv);
                break;
            }
        }
        self.checks.truncate(start);
        if found.is_none()
            && self.nodes < self.limit
            && let Some(place) = self.refuted.get_mut(slot)
        {
            *place = (key, plies);
        }
        found
    }

    /// Whether every reply to a check is answered by mate.
    fn no_escape(&mut self, position: &mut Position, line: &mut Line, plies: u8) -> bool {
        self.nodes += 1;
        if self.nodes >= self.limit {
            return false;
        }
        if plies < 2 {
            let escapes = position.has_legal_move();
            self.cut |= escapes;
            return !escapes;
        }
        position.legal_moves().iter().all(|&mv| {
            let undo = position.make(mv);
            line.push(position, undo.captured.is_some());
            let mated = !line.recurs() && self.attack(position, line, plies - 1).is_some();
            line.pop();
            position.unmake(mv, undo);
            mated
        })
    }

    /// Appends the checks, those with the fewest replies first.
    fn list_checks(&mut self, position: &mut Position) {
        let start = self.checks.len();
        for &mv in &position.legal_moves() {
            let undo = position.make(mv);
            if position.in_check() {
                self.checks.push((position.count_legal_moves(), mv));
            }
            position.unmake(mv, undo);
        }
        if let Some(new) = self.checks.get_mut(start..) {
            // The order of equals is that of the legal moves: nothing is
            // allocated by an unstable sort, and the pairs differ.
            new.sort_unstable();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::xiangqi::Game;

    fn mate(fen: &str, plies: u8, nodes: u64) -> Option<String> {
        let game = Game::new(Position::from_fen(fen).unwrap());
        let mut line = Line::default();
        line.start(&game);
        let mut position = *game.position();
        let found = CheckSearch::new().mate(&mut position, &mut line, plies, nodes);
        assert_eq!(position, *game.position());
        found.map(|mv| mv.to_string())
    }

    #[test]
    fn mates_by_checks_are_found_within_the_limits() {
        let one = "4k4/R8/9/9/9/9/9/9/7R1/3K5 w";
        assert_eq!(mate(one, 1, 100).as_deref(), Some("h1h9"));
        assert_eq!(mate(one, 1, 0), None);
        // The rooks take turns, rank by rank.
        let three = "4k4/9/9/9/R8/7R1/9/9/9/3K5 w";
        assert_eq!(mate(three, 1, 1000), None);
        assert!(mate("9/4k4/9/7R1/R8/9/9/9/9/3K5 w", 7, 10_000).is_some());
    }

    #[test]
    fn checks_to_and_fro_are_no_mate() {
        assert_eq!(mate("3k5/9/9/9/9/4R4/9/9/9/5K3 w", 25, 50_000), None);
    }
}
