//! The hidden state: who is Regent, and when the crown may move again.

use cozy_chess::Square;

/// Moves a player completes before the crown may first shift.
const FIRST: u32 = 3;
/// Moves between the start of a turn with a shift and the start of the next
/// that may have one.
const COOLDOWN: u32 = 15;

/// One player's crown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crown {
    pub(super) regent: Square,
    pub(super) completed: u32,
    pub(super) last_shift: Option<u32>,
}

impl Crown {
    pub(super) const fn on(regent: Square) -> Self {
        Self {
            regent,
            completed: 0,
            last_shift: None,
        }
    }

    /// Where the Regent stands, or last stood if it was captured.
    #[must_use]
    pub const fn regent(&self) -> Square {
        self.regent
    }

    /// Moves the player has completed; passes complete none.
    #[must_use]
    pub const fn completed(&self) -> u32 {
        self.completed
    }

    /// Whether the player's counters allow a Crown Shift.
    #[must_use]
    pub const fn may_shift(&self) -> bool {
        self.completed >= FIRST
            && match self.last_shift {
                None => true,
                Some(begun_with) => self.completed >= begun_with + COOLDOWN,
            }
    }

    /// The crown goes to another piece.
    pub(super) const fn shift(&mut self, regent: Square) {
        self.regent = regent;
        self.last_shift = Some(self.completed);
    }
}
