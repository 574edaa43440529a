//! The defender's nodes of the full-width search: every reply must lose.

use super::engine::{Engine, Stopped, Value};
use super::full::settled;
use super::table::{self, NEVER};
use crate::rules::xiangqi::Move;

/// Below this the table costs more than it saves.
const TABLE_FROM: u8 = 4;
/// How far to look for the defender's own mate by checks.
const COUNTER: u8 = 7;

/// A reply that saves the defender, and whether by mating itself.
struct Rescue {
    reply: Move,
    value: Value,
}

impl Engine {
    /// Whether the defender, to move, is mated within `plies` (even) whatever it
    /// plays, `ply` plies from the root.
    pub(super) fn defend(&mut self, plies: u8, ply: usize) -> Result<Value, Stopped> {
        self.enter()?;
        if plies == 0 {
            let escapes = self.position.has_legal_move();
            return Ok(if escapes { Value::Fail } else { Value::Win(0) });
        }
        if plies < TABLE_FROM {
            return match self.try_replies(plies, ply, None)? {
                Ok(distance) => Ok(Value::Win(distance)),
                Err(rescue) => Ok(rescue.value),
            };
        }
        let key = table::key(&self.position, self.attacker);
        let known = self.table.get(key);
        if let Some(value) = settled(known, plies) {
            return Ok(value);
        }
        let before = self.nodes;
        if self.defender_mates_by_checks()? {
            self.table.refute(key, NEVER, None, self.nodes - before);
            return Ok(Value::Never);
        }
        let tried = self.try_replies(plies, ply, known.best)?;
        let work = self.nodes - before;
        match tried {
            Ok(distance) => {
                self.table.prove(key, distance, None, work);
                Ok(Value::Win(distance))
            }
            Err(Rescue { reply, value }) => {
                let bound = if value == Value::Never { NEVER } else { plies };
                self.table.refute(key, bound, Some(reply), work);
                Ok(value)
            }
        }
    }

    /// Whether the defender has a mate by checks alone. It then holds against
    /// every bound: a mated attacker mates nobody.
    fn defender_mates_by_checks(&mut self) -> Result<bool, Stopped> {
        if self.position.in_check() {
            return Ok(false);
        }
        let defender = self.attacker.opponent();
        Ok(self.mate_by_checks(defender, COUNTER)?.is_some())
    }

    /// The distance if all replies lose, else the reply that does not.
    fn try_replies(
        &mut self,
        plies: u8,
        ply: usize,
        best: Option<Move>,
    ) -> Result<Result<u8, Rescue>, Stopped> {
        let start = self.moves.len();
        let result = self.try_staged(plies, ply, best);
        self.moves.truncate(start);
        let result = result?;
        if let Err(rescue) = &result {
            let position = &self.position;
            self.order.credit(position, rescue.reply, ply, plies);
        }
        Ok(result)
    }

    /// Tries what saved the defender before, then checks, then all other moves.
    /// Leaves its moves on the stack.
    fn try_staged(
        &mut self,
        plies: u8,
        ply: usize,
        best: Option<Move>,
    ) -> Result<Result<u8, Rescue>, Stopped> {
        let start = self.moves.len();
        let mut longest = 0;
        let [first, second] = self.order.killers(ply);
        for stage in [Stage::Known, Stage::Checks, Stage::Others] {
            let from = self.moves.len();
            match stage {
                Stage::Known => {
                    for mv in [best, first, second].into_iter().flatten() {
                        if !self.moves[from..].contains(&mv) && self.position.is_legal(mv) {
                            self.moves.push(mv);
                        }
                    }
                }
                Stage::Checks if self.position.in_check() => {}
                Stage::Checks => self.position.append_checks(&mut self.moves),
                Stage::Others => self.position.append_legal_moves(&mut self.moves),
            }
            if stage != Stage::Known {
                self.order
                    .sort(&self.position, &mut self.moves[from..], None, ply);
            }
            for index in from..self.moves.len() {
                let reply = self.moves[index];
                if self.moves[start..from].contains(&reply) {
                    continue;
                }
                match self.after(reply, |engine| engine.attack(plies - 1, ply + 1))? {
                    Value::Win(distance) => longest = longest.max(distance + 1),
                    value => return Ok(Err(Rescue { reply, value })),
                }
            }
        }
        Ok(Ok(longest))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Known,
    Checks,
    Others,
}
