//! Proof trees: the attacker's move in every position the defender can bring
//! about.

use std::collections::BTreeMap;

use super::engine::{Stopped, Value};
use super::last::mate_in_one;
use super::past::Past;
use super::solver::Solver;
use super::table;
use crate::rules::xiangqi::{Move, Position, Side};

/// Nodes for finding again at full width what the table has lost, before proof
/// numbers do it.
const RETRY: u64 = 50_000;

/// What to play in a position, and how long the mate takes at most.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) mv: Move,
    pub(super) plies: u8,
}

/// A strategy under construction. Each position has one step, so that lines which
/// meet share what follows; the plies fall from step to step, so no line comes
/// back to a position.
pub(super) struct Proof<'a> {
    solver: &'a mut Solver,
    attacker: Side,
    steps: BTreeMap<u64, Step>,
}

impl<'a> Proof<'a> {
    pub(super) fn new(solver: &'a mut Solver, attacker: Side) -> Self {
        Self {
            solver,
            attacker,
            steps: BTreeMap::new(),
        }
    }

    /// The step of a position that is part of the proof.
    pub(super) fn step(&self, position: &Position) -> Option<Step> {
        self.steps.get(&position.key()).copied()
    }

    /// Makes the strategy mate from a position within `plies`, whoever is to move.
    pub(super) fn require_root(&mut self, position: &Position, plies: u8) -> Result<(), Stopped> {
        if position.side_to_move() == self.attacker {
            self.require(position, plies)
        } else {
            self.require_replies(position, plies)
        }
    }

    /// Makes the strategy answer every reply of the defender, to move, so that the
    /// mate takes at most `plies`.
    pub(super) fn require_replies(&mut self, after: &Position, plies: u8) -> Result<(), Stopped> {
        for &reply in &after.legal_moves() {
            let mut next = *after;
            next.make(reply);
            self.require(&next, plies.checked_sub(1).ok_or(Stopped)?)?;
        }
        Ok(())
    }

    fn require(&mut self, position: &Position, plies: u8) -> Result<(), Stopped> {
        let key = position.key();
        if self.steps.get(&key).is_some_and(|step| step.plies <= plies) {
            return Ok(());
        }
        let step = self.find(position, plies)?;
        self.steps.insert(key, step);
        let mut after = *position;
        after.make(step.mv);
        self.require_replies(&after, step.plies.saturating_sub(1))
    }

    /// A move that mates within `plies`; it is there unless the node limit or a
    /// false match in the table gets in the way.
    fn find(&mut self, position: &Position, plies: u8) -> Result<Step, Stopped> {
        let engine = &mut self.solver.engine;
        engine.set(*position, self.attacker);
        if let Some(mv) = mate_in_one(&mut engine.position, &mut engine.moves) {
            return Ok(Step { mv, plies: 1 });
        }
        let key = table::key(position, self.attacker);
        let from_table = |solver: &Solver| {
            let known = solver.engine.table.get(key);
            let plies = known.proved.filter(|&proved| proved <= plies)?;
            let mv = known.best.filter(|&mv| position.is_legal(mv))?;
            Some(Step { mv, plies })
        };
        if let Some(step) = from_table(self.solver) {
            return Ok(step);
        }
        let limit = self.solver.engine.limit;
        self.solver.engine.allow(RETRY);
        let found = self.solver.engine.attack(plies, 0);
        self.solver.engine.limit = limit;
        if !matches!(found, Ok(Value::Win(_))) {
            let solver = &mut *self.solver;
            solver.engine.prove_within(plies, &mut solver.efforts)?;
        }
        from_table(self.solver).ok_or(Stopped)
    }

    /// Whether a line of the strategy comes to a position where the game ends by
    /// repetition.
    pub(super) fn meets(&self, root: &Position, past: &Past) -> bool {
        let mut seen = BTreeMap::new();
        let mut open = vec![*root];
        while let Some(position) = open.pop() {
            if seen.insert(position.key(), ()).is_some() {
                continue;
            }
            let nexts: Vec<Move> = if position.side_to_move() == self.attacker {
                self.step(&position)
                    .map(|step| step.mv)
                    .into_iter()
                    .collect()
            } else {
                position.legal_moves().to_vec()
            };
            for mv in nexts {
                let mut next = position;
                next.make(mv);
                if past.ends_at(&next) {
                    return true;
                }
                open.push(next);
            }
        }
        false
    }
}
