//! Screening positions as the benchmark did, with proofs for bounded searches.

use serde_json::{Value, json};

use super::problem::Problem;
use super::solver::Solver;
use super::survey::{Limits, Survey};
use super::verdict::{Bound, Verdict};
use crate::rules::xiangqi::{Move, Position, Setup, Side, Square};

/// Whether the defender would mate if it were to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Category {
    /// It would.
    ThreatmateRace,
    /// It would not, within the bound.
    ForcedMate,
    /// Nobody knows within the node limit.
    Unknown,
}

impl Category {
    /// The name in the benchmark's files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ThreatmateRace => "threatmate_race",
            Self::ForcedMate => "forced_mate",
            Self::Unknown => "unknown",
        }
    }
}

/// What screening a position found.
#[derive(Debug, Clone)]
pub struct Admission {
    /// The position and what its input says.
    pub problem: Problem,
    /// The attacker's mates; first moves are looked at for the shortest only.
    pub survey: Survey,
    /// The defender's mate if it were to move; none if the attacker is in check,
    /// so that the defender cannot be to move.
    pub threat: Option<Verdict>,
    /// Legal moves of the attacker.
    pub legal_moves: usize,
}

/// How far to look for a mate by the defender, in plies.
pub const THREAT_BOUND: u8 = 23;

impl Solver {
    /// Screens a position: the attacker's shortest mates, and the defender's if
    /// it were to move.
    pub fn screen(&mut self, problem: &Problem, limits: Limits) -> Admission {
        let position = &problem.position;
        let survey = self.survey(
            position,
            Limits {
                nodes_a_move: 0,
                ..limits
            },
        );
        let threat = with_defender_to_move(position).map(|passed| {
            let defender = passed.side_to_move();
            self.solve_position(&passed, defender, THREAT_BOUND, limits.nodes)
        });
        Admission {
            problem: problem.clone(),
            survey,
            threat,
            legal_moves: position.count_legal_moves(),
        }
    }
}

/// The same placement with the other side to move, if that is legal.
fn with_defender_to_move(position: &Position) -> Option<Position> {
    let mut setup = Setup::new(match position.side_to_move() {
        Side::Red => Side::Black,
        Side::Black => Side::Red,
    });
    for square in Square::all() {
        setup.put(square, position.piece_at(square));
    }
    Position::try_from(setup).ok()
}

/// Whether a claimed shortest distance is proved wrong.
fn denies(verdict: Verdict, claim: u8) -> bool {
    verdict.confirms_shortest(claim) == Some(false)
}

/// The distance, or what it lies between.
fn span(verdict: Verdict) -> Option<String> {
    match verdict {
        Verdict::Proved { plies, at_least } if plies == at_least => Some(plies.to_string()),
        Verdict::Proved { plies, at_least } => Some(format!("{at_least} to {plies}")),
        _ => None,
    }
}

impl Admission {
    /// Whether a mate is proved.
    #[must_use]
    pub fn is_admitted(&self) -> bool {
        self.survey.verdict.plies().is_some()
    }

    /// Whether the defender would mate if it were to move.
    #[must_use]
    pub fn category(&self) -> Category {
        match self.threat {
            Some(Verdict::Proved { .. }) => Category::ThreatmateRace,
            Some(Verdict::Unknown { .. }) => Category::Unknown,
            Some(Verdict::Refuted { .. }) | None => Category::ForcedMate,
        }
    }

    /// The stored first move if it mates as fast as any, else the first in order
    /// that does.
    #[must_use]
    pub fn reference_move(&self) -> Option<Move> {
        let shortest = self.survey.shortest_moves();
        let stored = self.problem.stored.first_winning_move;
        let stored = stored.filter(|mv| shortest.contains(mv));
        stored.or_else(|| shortest.first().copied())
    }

    /// What the input says and the proof does not bear out, in words.
    #[must_use]
    pub fn disagreements(&self) -> Vec<String> {
        let stored = &self.problem.stored;
        let mut found = Vec::new();
        let mut differ = |name: &str, stored: String, proved: Option<String>| {
            let proved = proved.unwrap_or_else(|| "none".to_owned());
            found.push(format!("{name}: stored {stored}, proved {proved}"));
        };
        let mate = stored.mate_in_plies;
        if let Some(claim) = mate.filter(|&claim| denies(self.survey.verdict, claim)) {
            differ("win_in_plies", claim.to_string(), span(self.survey.verdict));
        }
        let category = self.category().name();
        if let Some(claim) = &stored.category
            && self.category() != Category::Unknown
            && claim != category
        {
            differ("category", claim.clone(), Some(category.to_owned()));
        }
        if let Some(threat) = self.threat
            && let Some(claim) = stored.defender_threat_in_plies
            && denies(threat, claim)
        {
            differ("defender_threat_in_plies", claim.to_string(), span(threat));
        }
        if let Some(claim) = stored.first_winning_move
            && self.survey.shortest_moves_complete()
            && self.reference_move() != Some(claim)
        {
            let proved = self.reference_move().map(|mv| mv.to_string());
            differ("first_winning_move", claim.to_string(), proved);
        }
        found
    }

    /// One JSON object with the names of the benchmark's files, `status`
    /// (`admitted`, `rejected`, `unknown`) and `disagreements`.
    #[must_use]
    pub fn json(&self) -> Value {
        let status = match self.survey.verdict {
            Verdict::Proved { .. } => "admitted",
            Verdict::Refuted { .. } => "rejected",
            Verdict::Unknown { .. } => "unknown",
        };
        let shortest: Vec<String> = self
            .survey
            .shortest_moves()
            .iter()
            .map(ToString::to_string)
            .collect();
        json!({
            "id": self.problem.id,
            "fen": self.problem.position.fen(),
            "status": status,
            "challenger": self.problem.position.side_to_move().name(),
            "category": self.category().name(),
            "win_in_plies": self.survey.verdict.plies(),
            "defender_threat_in_plies": self.threat.and_then(Verdict::plies),
            "defender_threat_at_least": match self.threat {
                Some(Verdict::Proved { at_least, .. }) => Some(at_least),
                _ => None,
            },
            "first_winning_move": self.reference_move().map(|mv| mv.to_string()),
            "shortest_moves": shortest,
            "legal_move_count": self.legal_moves,
            "disagreements": self.disagreements(),
        })
    }

    /// One line for people.
    #[must_use]
    pub fn line(&self) -> String {
        let mut line = format!("{}: ", self.problem.id);
        match (self.survey.verdict, self.reference_move()) {
            (Verdict::Proved { plies, .. }, Some(mv)) => {
                line += &format!("admitted, mate in {plies} plies by {mv}");
            }
            (Verdict::Proved { plies, .. }, None) => {
                line += &format!("admitted, mate within {plies} plies");
            }
            (Verdict::Refuted { bound: Bound::Ever }, _) => {
                line += "rejected, no mate of any length"
            }
            (Verdict::Refuted { .. }, _) => line += "rejected, no mate within the bound",
            (Verdict::Unknown { .. }, _) => line += "unknown within the node limit",
        }
        line += &format!(", {}", self.category().name());
        if let Some(plies) = self.threat.and_then(Verdict::plies) {
            line += &format!(" (the defender would mate in {plies})");
        }
        line += &format!(", {} legal moves", self.legal_moves);
        for disagreement in self.disagreements() {
            line += &format!("; {disagreement}");
        }
        line
    }
}
