//! What a player may do with a turn.

use cozy_chess::{BitBoard, Square};

use super::mode::Mode;
use super::move_set::MoveSet;
use super::moves::{Move, Turn};

/// What the state asks of the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Demand {
    /// A regular move, after a Crown Shift if one is wanted and possible.
    Move,
    /// Nothing: no legal regular move in the present mode, the turn passes.
    Pass,
    /// A Crown Shift to another piece and a move: the king is checkmated.
    Escape,
}

/// Every legal turn of the player to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// What is asked.
    pub demand: Demand,
    /// Whether the player's counters allow a Crown Shift, whatever its targets.
    pub shift_available: bool,
    /// Own pieces the crown may go to with a legal move after it.
    pub shift_targets: BitBoard,
    pub(super) mode: Mode,
    pub(super) king: Option<Square>,
    pub(super) king_mode: MoveSet,
    pub(super) regent_mode: MoveSet,
}

impl Options {
    /// The regular moves in the mode after a shift to a square, or without one:
    /// none where a checkmate stands. Whether the shift itself is legal is told
    /// by [`Options::shift_targets`].
    #[must_use]
    pub fn moves_after(&self, shift: Option<Square>) -> &MoveSet {
        let mode = match shift {
            None => self.mode,
            Some(_) if shift == self.king => Mode::King,
            Some(_) => Mode::Regent,
        };
        match mode {
            Mode::King => &self.king_mode,
            Mode::Regent => &self.regent_mode,
        }
    }

    /// The legal regular moves without a shift.
    #[must_use]
    pub fn moves(&self) -> &MoveSet {
        self.moves_after(None)
    }

    /// How many pairs of shift-or-none and move are legal.
    #[must_use]
    pub fn turn_count(&self) -> usize {
        let shifted = self.shift_targets.into_iter();
        let shifted: usize = shifted.map(|to| self.moves_after(Some(to)).len()).sum();
        self.moves().len() + shifted
    }

    /// Whether a turn with a move is legal.
    #[must_use]
    pub fn allows(&self, shift: Option<Square>, mv: Move) -> bool {
        shift.is_none_or(|to| self.shift_targets.has(to)) && self.moves_after(shift).contains(mv)
    }

    /// Every legal turn with a move, those without a shift first.
    pub fn turns(&self) -> impl Iterator<Item = Turn> + '_ {
        let shifts = self.shift_targets.into_iter().map(Some);
        std::iter::once(None).chain(shifts).flat_map(|shift| {
            self.moves_after(shift).iter().map(move |mv| Turn {
                shift,
                mv: Some(mv),
            })
        })
    }
}
