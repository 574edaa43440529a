//! Rules games: one JSON object a line, a game as a list of turns.

use serde::Deserialize;
use thiserror::Error;

/// A game to be played through the rules.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct RulesGame {
    /// Its name.
    pub id: String,
    /// `regent` or `no_crown`.
    pub condition: String,
    /// Where it starts; the usual start when absent or null.
    #[serde(default)]
    pub start_fen: Option<String>,
    /// The Regents' squares at the start; the kings' when absent or null.
    #[serde(default)]
    pub regents: Option<RulesRegents>,
    /// The turns, passes included.
    pub turns: Vec<RulesTurn>,
}

/// The Regents' squares at the start.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct RulesRegents {
    /// White's.
    pub white: String,
    /// Black's.
    pub black: String,
}

/// One turn as stored.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct RulesTurn {
    /// 0-based ply.
    pub ply: u32,
    /// `white` or `black`.
    pub color: String,
    /// The square of the new Regent.
    #[serde(default)]
    pub crown_shift: Option<String>,
    /// The move in UCI notation; null for a pass and for a player who does not
    /// answer a checkmate.
    #[serde(rename = "move")]
    pub mv: Option<String>,
}

/// A line that holds no rules game.
#[derive(Debug, Error)]
#[error("not a rules game: {0}")]
pub struct BadLine(#[from] serde_json::Error);

impl RulesGame {
    /// Reads one line. Further keys are ignored.
    ///
    /// # Errors
    ///
    /// When the line is no JSON object, or a field is missing or of another type.
    pub fn parse(line: &str) -> Result<Self, BadLine> {
        Ok(serde_json::from_str(line)?)
    }
}
