//! What is said about a solved position, for people and for programs.

use serde_json::{Map, Value, json};

use super::problem::Problem;
use super::survey::Survey;
use super::verdict::{Bound, Verdict};
use crate::rules::xiangqi::Move;

/// A position and what was proved about it.
#[derive(Debug, Clone)]
pub struct Solved {
    /// The position and what its input says.
    pub problem: Problem,
    /// What was proved.
    pub survey: Survey,
}

impl Solved {
    /// Whether the claims of the input hold: `None` if there are none, or if they
    /// could not be settled.
    #[must_use]
    pub fn agrees(&self) -> Option<bool> {
        let stored = &self.problem.stored;
        let verdict = self.survey.verdict;
        let exact = stored.mate_in_plies;
        let exact = exact.map(|claim| verdict.confirms_shortest(claim));
        let within = stored.mate_within_plies;
        let within = within.map(|claim| verdict.confirms_within(claim));
        match (exact, within) {
            (Some(Some(false)), _) | (_, Some(Some(false))) => Some(false),
            (Some(None), _) | (_, Some(None)) | (None, None) => None,
            _ => Some(true),
        }
    }

    /// One JSON object; `seconds` are left out where output is to be the same
    /// every time.
    ///
    /// Keys: `id`, `fen`, `status` (`proved`, `refuted` within the bound or for
    /// good, `unknown`), `mate_in_plies` (null unless proved), `at_least` (shorter
    /// mates are refuted), `shortest_moves`, `shortest_moves_complete`,
    /// `winning_moves`, `winning_plies` (for each of them, plies within which it
    /// is proved to mate), `unknown_moves` (with no proof either way),
    /// `unknown_refuted` (plies within which each is refuted all the same),
    /// `nodes`, `claimed` and `agrees` if the input makes a claim, `seconds`.
    #[must_use]
    pub fn json(&self, seconds: Option<f64>) -> Value {
        let Self { problem, survey } = self;
        let (status, at_least) = match survey.verdict {
            Verdict::Proved { at_least, .. } => ("proved", Some(at_least)),
            Verdict::Refuted { .. } => ("refuted", None),
            Verdict::Unknown { refuted, .. } => ("unknown", refuted.map(|refuted| refuted + 2)),
        };
        let of_moves = |value: fn(Verdict) -> Option<Value>| -> Map<String, Value> {
            let moves = survey.moves.iter();
            moves
                .filter_map(|&(mv, verdict)| Some((mv.to_string(), value(verdict)?)))
                .collect()
        };
        let mut object = json!({
            "id": problem.id,
            "fen": problem.position.fen(),
            "status": status,
            "mate_in_plies": survey.verdict.plies(),
            "at_least": at_least,
            "shortest_moves": names(&survey.shortest_moves()),
            "shortest_moves_complete": survey.shortest_moves_complete(),
            "winning_moves": names(&survey.winning_moves()),
            "winning_plies": of_moves(|verdict| Some(json!(verdict.plies()?))),
            "unknown_moves": names(&survey.unknown_moves()),
            "unknown_refuted": of_moves(|verdict| match verdict {
                Verdict::Unknown { refuted, .. } => Some(json!(refuted.unwrap_or(0))),
                _ => None,
            }),
            "nodes": survey.nodes,
        });
        let stored = &problem.stored;
        if let Some(claim) = stored.mate_in_plies.or(stored.mate_within_plies) {
            object["claimed"] = json!(claim);
            object["agrees"] = json!(self.agrees());
        }
        if let Some(seconds) = seconds {
            object["seconds"] = json!((seconds * 1000.0).round() / 1000.0);
        }
        object
    }

    /// One line for people.
    #[must_use]
    pub fn line(&self) -> String {
        let survey = &self.survey;
        let verdict = match survey.verdict {
            Verdict::Proved { plies, at_least } if plies == at_least => {
                format!("mate in {plies} plies")
            }
            Verdict::Proved { plies, at_least } => format!("mate in {at_least} to {plies} plies"),
            Verdict::Refuted { bound: Bound::Ever } => "no mate of any length".to_owned(),
            Verdict::Refuted {
                bound: Bound::Plies(plies),
            } => format!("no mate within {plies} plies"),
            Verdict::Unknown {
                refuted: Some(plies),
                ..
            } => format!("unknown (no mate within {plies} plies)"),
            Verdict::Unknown { refuted: None, .. } => "unknown".to_owned(),
        };
        let mut line = format!("{}: {verdict}", self.problem.id);
        let shortest = survey.shortest_moves();
        let mut winning = survey.winning_moves();
        winning.retain(|mv| !shortest.contains(mv));
        for (title, moves) in [
            ("by", shortest),
            ("also winning", winning),
            ("unknown", survey.undecided_moves()),
        ] {
            if !moves.is_empty() {
                line += &format!("; {title} {}", names(&moves).join(" "));
            }
        }
        if self.agrees() == Some(false) {
            line += "; the input claims otherwise";
        }
        line
    }
}

fn names(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}
