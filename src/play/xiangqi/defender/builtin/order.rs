//! Which move to search first.

use super::line::LONGEST;
use super::values::rank_of;
use crate::rules::xiangqi::{Move, Position};

const BEST_KNOWN: i32 = 2_000_000;
const CAPTURE: i32 = 1_000_000;
const KILLER: i32 = 900_000;

/// Moves with their promise, and what has refuted other moves so far.
#[derive(Debug)]
pub(super) struct Order {
    /// The moves of all positions of the line.
    moves: Vec<(i32, Move)>,
    /// Per ply, the last two quiet moves that refuted something.
    killers: Vec<[Option<Move>; 2]>,
    /// Per pair of squares, how much a quiet move has refuted.
    history: Vec<i32>,
}

impl Order {
    pub(super) fn new() -> Self {
        Self {
            moves: Vec::with_capacity(LONGEST * 64),
            killers: vec![[None; 2]; LONGEST + 1],
            history: vec![0; 90 * 90],
        }
    }

    #[cfg(test)]
    pub(super) const fn capacity(&self) -> usize {
        self.moves.capacity()
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.killers.fill([None; 2]);
        self.history.fill(0);
    }

    /// Opens the list of a position: where it starts.
    pub(super) const fn open(&self) -> usize {
        self.moves.len()
    }

    /// Closes the list that was opened last.
    pub(super) fn close(&mut self, start: usize) {
        self.moves.truncate(start);
    }

    /// Adds all moves; returns their number.
    pub(super) fn add_all(
        &mut self,
        position: &Position,
        moves: &[Move],
        best_known: Option<Move>,
        ply: i32,
    ) -> usize {
        let killers = usize::try_from(ply)
            .ok()
            .and_then(|ply| self.killers.get(ply));
        let killers = killers.copied().unwrap_or_default();
        for &mv in moves {
            let promise = if Some(mv) == best_known {
                BEST_KNOWN
            } else if let Some(gain) = gain(position, mv) {
                CAPTURE + gain
            } else if killers.contains(&Some(mv)) {
                KILLER
            } else {
                self.history.get(pair(mv)).copied().unwrap_or(0)
            };
            self.moves.push((promise, mv));
        }
        moves.len()
    }

    /// Adds the captures; returns their number.
    pub(super) fn add_captures(&mut self, position: &Position, moves: &[Move]) -> usize {
        let start = self.moves.len();
        for &mv in moves {
            if let Some(gain) = gain(position, mv) {
                self.moves.push((gain, mv));
            }
        }
        self.moves.len() - start
    }

    /// Brings the most promising move of those from `at` on to `at`; of equals,
    /// the first.
    pub(super) fn next(&mut self, at: usize) -> Option<Move> {
        let rest = self.moves.get_mut(at..)?;
        let mut best = 0;
        let mut promise = rest.first()?.0;
        for (index, &(other, _)) in rest.iter().enumerate() {
            if other > promise {
                (best, promise) = (index, other);
            }
        }
        rest.swap(0, best);
        Some(rest.first()?.1)
    }

    /// Notes that a quiet move refuted the one before it.
    pub(super) fn refuted_by(&mut self, mv: Move, ply: i32, depth: i32) {
        let killers = usize::try_from(ply)
            .ok()
            .and_then(|ply| self.killers.get_mut(ply));
        if let Some(killers) = killers
            && killers[0] != Some(mv)
        {
            killers.swap(0, 1);
            killers[0] = Some(mv);
        }
        if let Some(history) = self.history.get_mut(pair(mv)) {
            *history = (*history + depth * depth).min(KILLER - 1);
        }
    }
}

/// What a capture promises: the most for the least; none for a quiet move.
fn gain(position: &Position, mv: Move) -> Option<i32> {
    let captured = position.piece_at(mv.to)?;
    let by = position.piece_at(mv.from)?;
    Some(16 * rank_of(captured.kind) - rank_of(by.kind))
}

const fn pair(mv: Move) -> usize {
    mv.from.index() * 90 + mv.to.index()
}
