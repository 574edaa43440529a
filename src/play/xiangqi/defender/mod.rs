//! Defenders: who plays against the agent.
//!
//! | module | who |
//! |---|---|
//! | `builtin` | our own search; needs nothing installed |
//! | `rule` | the paper's fallback |
//! | `uci` | an engine |
//! | `spec` | which one, as the command line says it |

pub mod builtin;
pub mod rule;
mod spec;
pub mod uci;

use thiserror::Error;

use crate::rules::xiangqi::{Game, Move};

pub use spec::{DefenderKnobs, DefenderSpec, Made};

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
}
