//! Everything that is derived from a state before a turn.

use cozy_chess::{Color, Square};

use super::game::Game;
use super::mode::Mode;
use super::options::{Demand, Options};

/// The state before a turn and what the player to move may do. Pairs are
/// White's value, then Black's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// 0-based ply.
    pub ply: u32,
    /// The side to move.
    pub side: Color,
    /// Where the Regents stand.
    pub regents: [Square; 2],
    /// The modes.
    pub modes: [Mode; 2],
    /// The check announcements.
    pub in_check: [bool; 2],
    /// Half-moves since the last capture or Crown Shift.
    pub fifty: u32,
    /// Plies since the last capture or pawn move.
    pub backstop: u32,
    /// Occurrences of the visible state, this one included.
    pub occurrences: u32,
    /// Moves completed.
    pub completed: [u32; 2],
    /// The legal turns.
    pub options: Options,
}

impl Facts {
    /// The facts of a game's present state.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let sides = [Color::White, Color::Black];
        Self {
            ply: game.ply(),
            side: game.side_to_move(),
            regents: sides.map(|side| game.regent(side)),
            modes: sides.map(|side| game.mode(side)),
            in_check: sides.map(|side| game.board().in_check(side)),
            fifty: game.fifty(),
            backstop: game.backstop(),
            occurrences: game.occurrences(),
            completed: sides.map(|side| game.crown(side).completed()),
            options: game.options(),
        }
    }

    /// Whether the turn passes by itself.
    #[must_use]
    pub fn pass_due(&self) -> bool {
        self.options.demand == Demand::Pass
    }

    /// Whether only a Crown Shift averts a checkmate.
    #[must_use]
    pub fn checkmate_pending(&self) -> bool {
        self.options.demand == Demand::Escape
    }
}
