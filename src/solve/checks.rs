//! Mates by checks alone: narrow, so deep at little cost. A failure says nothing
//! about quiet moves.

use super::engine::{Engine, Stopped};
use super::last::mate_in_one;
use super::table;
use crate::rules::xiangqi::{Move, Side};

/// Keeps what is known of checks apart from what is known at full width.
const CHECKS: u64 = 0x9E6C_63D0_876A_68DE;

impl Engine {
    /// The distance of a mate by `side`, to move, that gives check with every
    /// move (the last may stalemate instead), of at most `plies`.
    pub(super) fn mate_by_checks(&mut self, side: Side, plies: u8) -> Result<Option<u8>, Stopped> {
        for plies in (1..=plies).step_by(2) {
            if let Some(distance) = self.check(side, plies)? {
                return Ok(Some(distance));
            }
        }
        Ok(None)
    }

    /// The first move of the mate that [`Engine::mate_by_checks`] found here.
    pub(super) fn checking_move(&self, side: Side) -> Option<Move> {
        let key = table::key(&self.position, side) ^ CHECKS;
        self.table.get(key).best
    }

    fn check(&mut self, side: Side, plies: u8) -> Result<Option<u8>, Stopped> {
        self.enter()?;
        if plies == 1 {
            return Ok(mate_in_one(&mut self.position, &mut self.moves).map(|_| 1));
        }
        let key = table::key(&self.position, side) ^ CHECKS;
        let known = self.table.get(key);
        if known.proved.is_some_and(|distance| distance <= plies) {
            return Ok(known.proved);
        }
        if known.refuted.is_some_and(|bound| bound >= plies) {
            return Ok(None);
        }
        let before = self.nodes;
        let start = self.moves.len();
        let found = self.try_checks(side, plies, known.best);
        self.moves.truncate(start);
        let work = self.nodes - before;
        match found? {
            Some((mv, distance)) => {
                self.table.prove(key, distance, Some(mv), work);
                Ok(Some(distance))
            }
            None => {
                self.table.refute(key, plies, None, work);
                Ok(None)
            }
        }
    }

    fn try_checks(
        &mut self,
        side: Side,
        plies: u8,
        best: Option<Move>,
    ) -> Result<Option<(Move, u8)>, Stopped> {
        let start = self.moves.len();
        self.position.append_checks(&mut self.moves);
        let checks = &mut self.moves[start..];
        if let Some(index) = checks.iter().position(|&mv| Some(mv) == best) {
            checks.swap(0, index);
        }
        for index in start..self.moves.len() {
            let mv = self.moves[index];
            if let Some(distance) = self.after(mv, |engine| engine.answer(side, plies - 1))? {
                return Ok(Some((mv, distance + 1)));
            }
        }
        Ok(None)
    }

    /// The distance if every answer to a check loses, captures first.
    fn answer(&mut self, side: Side, plies: u8) -> Result<Option<u8>, Stopped> {
        let start = self.moves.len();
        self.position.append_legal_moves(&mut self.moves);
        let position = &self.position;
        self.moves[start..].sort_by_key(|mv| position.piece_at(mv.to).is_none());
        let mut longest = Ok(Some(0));
        for index in start..self.moves.len() {
            let mv = self.moves[index];
            match self.after(mv, |engine| engine.check(side, plies - 1)) {
                Ok(Some(distance)) => longest = longest.map(|l| l.max(Some(distance + 1))),
                failed => {
                    longest = failed;
                    break;
                }
            }
        }
        self.moves.truncate(start);
        longest
    }
}
