//! The prover's face.

use super::engine::{Engine, Stopped, Value};
use super::proof_number::Efforts;
use super::verdict::{Bound, Verdict};
use crate::rules::xiangqi::{Position, Side};

/// Proves mates. What it learns about positions is kept in a bounded table and
/// serves later questions, best about positions of the same game.
#[derive(Debug)]
pub struct Solver {
    pub(super) engine: Engine,
    efforts: Efforts,
}

impl Solver {
    /// The longest mate a solver looks for, in plies.
    pub const LONGEST: u8 = 99;

    /// A solver whose table takes about so many bytes.
    #[must_use]
    pub fn new(table_bytes: usize) -> Self {
        Self {
            engine: Engine::new(table_bytes),
            efforts: Efforts::new(table_bytes),
        }
    }

    /// Forgets everything. Verdicts never depend on what was asked before, but
    /// the nodes they take do, and with them what a node limit leaves unknown.
    pub fn clear(&mut self) {
        self.engine.clear();
    }

    /// Positions looked at so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.engine.nodes
    }

    /// The shortest mate within `bound` plies, from a position without a past.
    pub fn solve_position(
        &mut self,
        position: &Position,
        attacker: Side,
        bound: u8,
        nodes: u64,
    ) -> Verdict {
        let before = self.engine.nodes;
        self.engine.set(*position, attacker);
        self.engine.allow(nodes);
        let verdict = self.deepen(0, bound);
        match verdict {
            Verdict::Unknown { refuted, .. } => Verdict::Unknown {
                refuted,
                nodes: self.engine.nodes - before,
            },
            verdict => verdict,
        }
    }

    pub fn lab_pn(&mut self, position: &Position, attacker: Side, plies: u8, nodes: u64) -> Verdict {
        self.engine.set(*position, attacker);
        self.engine.allow(nodes);
        self.efforts.clear();
        match self.engine.prove_within(plies, &mut self.efforts) {
                Ok(Value::Win(plies)) =>  Verdict::Proved { plies, at_least: 0 },
                Ok(Value::Never) =>  Verdict::Refuted { bound: Bound::Ever },
                Ok(Value::Fail) => Verdict::Refuted { bound: Bound::Plies(plies) },
                Err(Stopped) =>  Verdict::Unknown { refuted: None, nodes: 0 },
        }
    }

    /// Looks for mates of growing length from `from` plies on.
    pub(super) fn deepen(&mut self, from: u8, bound: u8) -> Verdict {
        let bound = bound.min(Self::LONGEST);
        let odd = u8::from(self.engine.attacker_to_move());
        let mut refuted = None;
        let first = if from % 2 == odd { from } else { from + 1 };
        for plies in (first..=bound).step_by(2) {
            match self.engine.within(plies) {
                Ok(Value::Win(plies)) => return Verdict::Proved { plies, at_least: plies },
                Ok(Value::Never) => return Verdict::Refuted { bound: Bound::Ever },
                Ok(Value::Fail) => refuted = Some(plies),
                Err(Stopped) => return Verdict::Unknown { refuted, nodes: 0 },
            }
        }
        Verdict::Refuted { bound: Bound::Plies(bound) }
    }
}
