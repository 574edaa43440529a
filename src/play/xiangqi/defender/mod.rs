//! Defenders: who plays against the agent.
//!
//! | module | idea |
//! |---|---|
//! | `rule`, `mate` | the paper's fallback, which only avoids forced mates |
//! | `uci` | an external engine |
//! | `builtin` | an engine of our own |
//! | `spec` | which of them is wanted |

pub mod builtin;
mod mate;
pub mod rule;
mod spec;
pub mod uci;

use serde_json::Value;
use thiserror::Error;

use crate::rules::xiangqi::{Game, Move};

pub use spec::{DefenderOptions, DefenderSpec, SpecError};

/// A defender's move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Which backend chose it, as records name it.
    pub backend: String,
}

/// Why a defender gave no move.
#[derive(Debug, Error)]
pub enum DefenderError {
    /// The engine is gone, silent, or cannot be used.
    #[error("{0}")]
    Engine(String),
    /// The game is over; there is nothing to choose from.
    #[error("the game is over, there is no move to choose")]
    GameOver,
}

/// Chooses the moves of the side that defends. One value serves one worker and
/// plays its trials one after the other.
pub trait Defender: Send {
    /// A move for the side to move. The history matters: repetitions count.
    ///
    /// # Errors
    ///
    /// When the engine fails or the game is over.
    fn choose(&mut self, game: &Game) -> Result<Choice, DefenderError>;

    /// The record's `defender_kind`: `engine` or `rule`.
    fn kind(&self) -> &'static str;

    /// The record's `defender`: the backend and every setting that shapes its
    /// choices.
    fn describe(&self) -> Value;

    /// Whether it is the benchmark's own defender with its own settings.
    fn is_standard(&self) -> bool {
        false
    }
}
