//! All first moves of a position: which win, which do not, which nobody knows.

use super::solver::Solver;
use super::verdict::{Bound, Verdict};
use crate::rules::xiangqi::{Move, Position};

/// How far to look and how much to spend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Longest mate looked for, in plies.
    pub bound: u8,
    /// Nodes for the shortest mate.
    pub nodes: u64,
    /// Nodes for each first move; with none, first moves are looked at for the
    /// shortest mate only.
    pub nodes_a_move: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bound: 21,
            nodes: 20_000_000,
            nodes_a_move: 300_000,
        }
    }
}

/// What is proved about a position, the side to move attacking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Survey {
    /// About the position.
    pub verdict: Verdict,
    /// About each legal move, in alphabetical order. Plies count from the
    /// position, the move included.
    pub moves: Vec<(Move, Verdict)>,
    /// Nodes spent.
    pub nodes: u64,
}

impl Survey {
    /// First moves that mate as fast as any, when that is settled.
    #[must_use]
    pub fn shortest_moves(&self) -> Vec<Move> {
        let shortest = self.verdict.shortest();
        self.filter(|verdict| shortest.is_some() && verdict.plies() == shortest)
    }

    /// Whether every other first move is proved to mate later or not at all.
    #[must_use]
    pub fn shortest_moves_complete(&self) -> bool {
        let Some(shortest) = self.verdict.shortest() else {
            return false;
        };
        self.moves.iter().all(|(_, verdict)| match *verdict {
            Verdict::Proved { plies, at_least } => plies == shortest || at_least > shortest,
            Verdict::Refuted { bound } => bound >= Bound::Plies(shortest),
            Verdict::Unknown { refuted, .. } => refuted >= Some(shortest),
        })
    }

    /// First moves that mate within the bound.
    #[must_use]
    pub fn winning_moves(&self) -> Vec<Move> {
        self.filter(|verdict| verdict.plies().is_some())
    }

    /// First moves with no proof either way.
    #[must_use]
    pub fn unknown_moves(&self) -> Vec<Move> {
        self.filter(|verdict| matches!(verdict, Verdict::Unknown { .. }))
    }

    /// First moves that effort was spent on without a proof either way.
    #[must_use]
    pub fn undecided_moves(&self) -> Vec<Move> {
        self.filter(|verdict| matches!(verdict, Verdict::Unknown { nodes: 1.., .. }))
    }

    fn filter(&self, keep: impl Fn(Verdict) -> bool) -> Vec<Move> {
        let kept = self.moves.iter().filter(|(_, verdict)| keep(*verdict));
        kept.map(|&(mv, _)| mv).collect()
    }
}

impl Solver {
    /// Surveys a position without a past. The side to move attacks.
    ///
    /// Whether a move mates as fast as any is searched at full width and settled
    /// for all of them or the shortest distance is not called so.
    pub fn survey(&mut self, position: &Position, limits: Limits) -> Survey {
        let before = self.nodes();
        let attacker = position.side_to_move();
        let mut verdict = self.solve_position(position, attacker, limits.bound, limits.nodes);
        let mut moves = position.legal_moves().to_vec();
        moves.sort_unstable();
        let mut moves = moves
            .into_iter()
            .map(|mv| (mv, self.survey_move(position, mv, verdict, limits)))
            .collect::<Vec<_>>();
        moves.sort_by_cached_key(|(mv, _)| mv.to_string());
        // A move may settle what the search from the position left open.
        let shortest = moves
            .iter()
            .filter_map(|(_, of_move)| of_move.plies())
            .min();
        verdict = match (verdict, shortest) {
            (Verdict::Proved { plies, at_least }, Some(shortest)) => Verdict::Proved {
                plies: plies.min(shortest),
                at_least,
            },
            (Verdict::Unknown { refuted, .. }, Some(plies)) => Verdict::Proved {
                plies,
                at_least: refuted.map_or(1, |refuted| refuted + 2),
            },
            (Verdict::Unknown { .. }, None) => of_refuted_moves(&moves).unwrap_or(verdict),
            (verdict, _) => verdict,
        };
        Survey {
            verdict,
            moves,
            nodes: self.nodes() - before,
        }
    }

    fn survey_move(
        &mut self,
        position: &Position,
        mv: Move,
        root: Verdict,
        limits: Limits,
    ) -> Verdict {
        let attacker = position.side_to_move();
        let mut after = *position;
        after.make(mv);
        let mut at_least = match root {
            Verdict::Refuted { .. } => return root,
            Verdict::Proved { at_least, .. } => at_least - 1,
            Verdict::Unknown { refuted, .. } => refuted.map_or(0, |refuted| refuted + 1),
        };
        if let Some(shortest) = root.shortest() {
            let bound = shortest - 1;
            let fastest = self.solve_from(&after, attacker, bound, bound, limits.nodes);
            match fastest {
                Verdict::Refuted {
                    bound: Bound::Plies(_),
                } => at_least = bound + 2,
                Verdict::Unknown { .. } => {}
                settled => return from_the_root(settled),
            }
        }
        let bound = limits.bound.saturating_sub(1);
        let nodes = limits.nodes_a_move;
        if nodes == 0 {
            return from_the_root(Verdict::Unknown {
                refuted: at_least.checked_sub(2),
                nodes,
            });
        }
        from_the_root(self.solve_from(&after, attacker, at_least, bound, nodes))
    }
}

/// Counts a first move in.
fn from_the_root(after: Verdict) -> Verdict {
    match after {
        Verdict::Proved { plies, at_least } => Verdict::Proved {
            plies: plies + 1,
            at_least: at_least + 1,
        },
        Verdict::Refuted {
            bound: Bound::Plies(plies),
        } => Verdict::Refuted {
            bound: Bound::Plies(plies + 1),
        },
        Verdict::Unknown { refuted, nodes } => Verdict::Unknown {
            refuted: refuted.map(|refuted| refuted + 1),
            nodes,
        },
        ever => ever,
    }
}

/// The position is refuted as far as all of its moves are.
fn of_refuted_moves(moves: &[(Move, Verdict)]) -> Option<Verdict> {
    let mut least = Bound::Ever;
    for (_, verdict) in moves {
        match *verdict {
            Verdict::Refuted { bound } => least = least.min(bound),
            _ => return None,
        }
    }
    Some(Verdict::Refuted { bound: least })
}
