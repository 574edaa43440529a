//! The prover's face.

use super::engine::{Engine, Stopped, Value};
use super::past::Past;
use super::proof::Proof;
use super::proof_number::Efforts;
use super::repeated::Repeated;
use super::verdict::{Bound, Verdict};
use crate::rules::xiangqi::{Game, Position, Side};

/// Of the nodes allowed, one in so many goes to deepening at full width first.
const DEEPENING_SHARE: u64 = 4;
/// One in so many is kept for proof numbers if a fortress is looked for.
const PROOF_NUMBER_SHARE: u64 = 4;
/// Bytes of the table of proof numbers for every byte of the other, inverted.
const EFFORTS_SHARE: usize = 4;

/// Proves mates.
///
/// What a solver learns about positions is kept in a bounded table and serves
/// later questions, best about positions of the same game. Answers do not depend
/// on earlier questions, but the nodes they take do, and with them what a node
/// limit leaves unknown: [`Solver::clear`] makes a solver as good as new.
///
/// ```
/// use recount::rules::xiangqi::{Game, Position, Side};
/// use recount::solve::Solver;
///
/// let position = Position::from_fen("5k3/8R/9/9/9/9/9/9/9/R2K5 w")?;
/// let mut solver = Solver::new(1 << 20);
/// let verdict = solver.solve(&Game::new(position), Side::Red, 21, 100_000);
/// assert_eq!(verdict.shortest(), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    pub(super) engine: Engine,
    pub(super) efforts: Efforts,
}

impl Solver {
    /// The longest mate a solver looks for, in plies; greater bounds mean this.
    pub const LONGEST: u8 = 99;

    /// A solver whose tables take about so many bytes.
    #[must_use]
    pub fn new(table_bytes: usize) -> Self {
        Self {
            engine: Engine::new(table_bytes),
            efforts: Efforts::new(table_bytes / EFFORTS_SHARE),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.engine.clear();
        self.efforts.clear();
    }

    /// Positions looked at so far, over all questions.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.engine.nodes
    }

    /// Whether `attacker` forces mate within `bound` plies from where a game
    /// stands, whoever is to move; `nodes` limits the effort (and once more that of
    /// a second look where a position near has occurred twice).
    ///
    /// The moves played count: a line that comes to a position for the third time
    /// ends as the rules say. A game that is over is proved with distance zero if
    /// the attacker has won, and refuted for good otherwise.
    pub fn solve(&mut self, game: &Game, attacker: Side, bound: u8, nodes: u64) -> Verdict {
        if let Some(terminal) = game.terminal() {
            return if terminal.winner() == Some(attacker) {
                Verdict::Proved {
                    plies: 0,
                    at_least: 0,
                }
            } else {
                Verdict::Refuted { bound: Bound::Ever }
            };
        }
        let verdict = self.solve_position(game.position(), attacker, bound, nodes);
        let past = Past::of(game, attacker);
        if past.is_empty() {
            return verdict;
        }
        let stands = match verdict {
            // A win by the rules of repetition may be shorter.
            Verdict::Proved { .. } if past.may_help() => false,
            Verdict::Proved { plies, .. } => {
                self.engine.allow(nodes);
                self.avoids(&past, game.position(), attacker, plies)
            }
            Verdict::Refuted { .. } => !past.may_help(),
            Verdict::Unknown { .. } => true,
        };
        if stands {
            return verdict;
        }
        self.engine.allow(nodes);
        let repeated = Repeated::new(&mut self.engine, &past, game, attacker);
        repeated.solve(bound.min(Self::LONGEST))
    }

    /// As [`Solver::solve`], from a position without a past.
    pub fn solve_position(
        &mut self,
        position: &Position,
        attacker: Side,
        bound: u8,
        nodes: u64,
    ) -> Verdict {
        self.solve_from(position, attacker, 0, bound, nodes)
    }

    /// As [`Solver::solve_position`], when mates below `from` plies are known not
    /// to exist.
    pub(super) fn solve_from(
        &mut self,
        position: &Position,
        attacker: Side,
        from: u8,
        bound: u8,
        nodes: u64,
    ) -> Verdict {
        let bound = bound.min(Self::LONGEST);
        let before = self.engine.nodes;
        self.engine.set(*position, attacker);
        self.engine.allow(nodes / DEEPENING_SHARE);
        let (deepened, at_least) = self.deepen(from, bound);
        if let Some(verdict) = deepened {
            return verdict;
        }
        self.engine.limit = before.saturating_add(nodes - nodes / PROOF_NUMBER_SHARE);
        if self.engine.holds_out() == Ok(true) {
            return Verdict::Refuted { bound: Bound::Ever };
        }
        self.engine.limit = before.saturating_add(nodes);
        let parity = u8::from(self.engine.attacker_to_move());
        let longest = if bound % 2 == parity {
            bound
        } else {
            bound.saturating_sub(1)
        };
        match self.engine.prove_within(longest, &mut self.efforts) {
            Ok(Value::Win(plies)) => match self.deepen(at_least, plies) {
                // What is left goes to shorter mates.
                (Some(proved @ Verdict::Proved { .. }), _) => proved,
                (_, at_least) => Verdict::Proved {
                    plies,
                    at_least: at_least.min(plies),
                },
            },
            Ok(Value::Never) => Verdict::Refuted { bound: Bound::Ever },
            Ok(Value::Fail) => Verdict::Refuted {
                bound: Bound::Plies(bound),
            },
            Err(Stopped) => Verdict::Unknown {
                refuted: at_least.checked_sub(2),
                nodes: self.engine.nodes - before,
            },
        }
    }

    /// Looks at full width for mates of growing length, from `from` plies on. The
    /// second value is the least length not refuted.
    fn deepen(&mut self, from: u8, bound: u8) -> (Option<Verdict>, u8) {
        let parity = u8::from(self.engine.attacker_to_move());
        let first = if from % 2 == parity { from } else { from + 1 };
        for at_least in (first..=bound).step_by(2) {
            match self.engine.within(at_least) {
                Ok(Value::Win(plies)) => {
                    let verdict = Verdict::Proved { plies, at_least };
                    return (Some(verdict), at_least);
                }
                Ok(Value::Never) => {
                    let bound = Bound::Ever;
                    return (Some(Verdict::Refuted { bound }), at_least);
                }
                Ok(Value::Fail) => {}
                Err(Stopped) => return (None, at_least),
            }
        }
        let bound = Bound::Plies(bound);
        (Some(Verdict::Refuted { bound }), first)
    }

    /// Whether a proof of this length keeps clear of positions that end the game.
    fn avoids(&mut self, past: &Past, position: &Position, attacker: Side, plies: u8) -> bool {
        let mut proof = Proof::new(self, attacker);
        match proof.require_root(position, plies) {
            Ok(()) => !proof.meets(position, past),
            Err(Stopped) => false,
        }
    }
}
