//! Positions to solve, from the texts they come in.

use crate::rules::xiangqi::{FenError, Move, Position};

/// The positions of the benchmark.
const BENCHMARK: &str = include_str!("../../data/positions/xiangqi.csv");

/// A position to solve. The side to move attacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Its name: the `id` of the input, or `line-N`.
    pub id: String,
    /// The position.
    pub position: Position,
    /// What the input says about it.
    pub stored: Stored,
}

/// What an input claims about a position; nothing is taken for true.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stored {
    /// Plies of the shortest mate.
    pub mate_in_plies: Option<u8>,
    /// There is a mate within so many plies.
    pub mate_within_plies: Option<u8>,
    /// `threatmate_race` or `forced_mate`.
    pub category: Option<String>,
    /// Plies in which the defender would mate if it were to move.
    pub defender_threat_in_plies: Option<u8>,
    /// A first move of a mate.
    pub first_winning_move: Option<Move>,
}

/// An entry that is no position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct BadProblem {
    /// 1-based line of the text.
    pub line: u64,
    /// What is wrong with it.
    pub why: String,
}

/// The positions of a text, in its order: CSV with a `fen` column, a JSON object
/// a line with a `fen` key, or a FEN a line (as such or in a PGN `[FEN "…"]` tag;
/// blank lines and what begins with `#` are left out).
///
/// Columns and keys read beside `fen`: `id`, `win_in_plies`,
/// `claimed_mate_within_plies`, `category`, `defender_threat_in_plies`,
/// `first_winning_move`. Values that do not read are left out.
pub fn read_problems(text: &str) -> Vec<Result<Problem, BadProblem>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let first = text.lines().find(|line| !line.trim().is_empty());
    let first = first.unwrap_or_default().trim_start();
    if first.starts_with('{') {
        super::input::json(text)
    } else if first.split(',').any(|field| field.trim() == "fen") {
        super::input::csv(text)
    } else {
        super::input::fens(text)
    }
}

/// The 119 positions of the benchmark.
pub fn benchmark() -> Vec<Result<Problem, BadProblem>> {
    read_problems(BENCHMARK)
}

impl Problem {
    /// Reads the FEN of an entry.
    pub(super) fn new(
        line: u64,
        id: Option<String>,
        fen: &str,
        stored: Stored,
    ) -> Result<Self, BadProblem> {
        let why = |error: FenError| BadProblem {
            line,
            why: error.to_string(),
        };
        Ok(Self {
            id: id
                .filter(|id| !id.is_empty())
                .unwrap_or_else(|| format!("line-{line}")),
            position: Position::from_fen(fen).map_err(why)?,
            stored,
        })
    }
}
