//! The attacker's nodes of the full-width search: some move must mate.

use super::engine::{Engine, Stopped, Value};
use super::last::mate_in_one;
use super::table::{self, Known, NEVER};
use crate::rules::xiangqi::Move;

impl Engine {
    /// Whether the attacker, to move, mates within `plies` (odd), `ply` plies
    /// from the root.
    pub(super) fn attack(&mut self, plies: u8, ply: usize) -> Result<Value, Stopped> {
        self.enter()?;
        if plies <= 1 {
            let mate = (plies == 1).then(|| mate_in_one(&mut self.position, &mut self.moves));
            return Ok(mate.flatten().map_or(Value::Fail, |_| Value::Win(1)));
        }
        let key = table::key(&self.position, self.attacker);
        let known = self.table.get(key);
        if let Some(value) = settled(known, plies) {
            return Ok(value);
        }
        let before = self.nodes;
        let start = self.moves.len();
        let found = self.find_mating_move(plies, ply, known.best);
        self.moves.truncate(start);
        let work = self.nodes - before;
        match found? {
            Attempt::Mates(mv, distance) => {
                self.order.credit(&self.position, mv, ply, plies);
                self.table.prove(key, distance, Some(mv), work);
                Ok(Value::Win(distance))
            }
            Attempt::Fails => {
                self.table.refute(key, plies, None, work);
                Ok(Value::Fail)
            }
            Attempt::Loses => {
                self.table.refute(key, NEVER, None, work);
                Ok(Value::Never)
            }
        }
    }

    /// Tries checks, then all other moves. Leaves its moves on the stack.
    fn find_mating_move(
        &mut self,
        plies: u8,
        ply: usize,
        best: Option<Move>,
    ) -> Result<Attempt, Stopped> {
        let start = self.moves.len();
        let mut loses = true;
        self.position.append_checks(&mut self.moves);
        let checks = start..self.moves.len();
        for stage in [Stage::Checks, Stage::Others] {
            let from = self.moves.len().min(match stage {
                Stage::Checks => start,
                Stage::Others => checks.end,
            });
            if stage == Stage::Others {
                self.position.append_legal_moves(&mut self.moves);
            }
            self.order
                .sort(&self.position, &mut self.moves[from..], best, ply);
            for index in from..self.moves.len() {
                let mv = self.moves[index];
                if stage == Stage::Others && self.moves[checks.clone()].contains(&mv) {
                    continue;
                }
                match self.after(mv, |engine| engine.defend(plies - 1, ply + 1))? {
                    Value::Win(distance) => return Ok(Attempt::Mates(mv, distance + 1)),
                    Value::Fail => loses = false,
                    Value::Never => {}
                }
            }
        }
        Ok(if loses {
            Attempt::Loses
        } else {
            Attempt::Fails
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Checks,
    Others,
}

/// What trying all moves of the attacker led to.
#[derive(Debug)]
enum Attempt {
    Mates(Move, u8),
    Fails,
    /// After every move the defender mates, or there is none.
    Loses,
}

/// What the table says about a mate within `plies`, if it does.
pub(super) fn settled(known: Known, plies: u8) -> Option<Value> {
    match known {
        Known {
            proved: Some(distance),
            ..
        } if distance <= plies => Some(Value::Win(distance)),
        Known {
            refuted: Some(NEVER),
            ..
        } => Some(Value::Never),
        Known {
            refuted: Some(bound),
            ..
        } if bound >= plies => Some(Value::Fail),
        _ => None,
    }
}
