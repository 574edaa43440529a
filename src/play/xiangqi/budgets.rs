//! Budgets: when a turn or a trial is over without a move.

/// Limits of a trial (paper appendix; the standard ones are the benchmark's).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budgets {
    /// Plies of both sides.
    pub max_turns: u32,
    /// Commands in one turn.
    pub max_actions_per_turn: u32,
    /// Refused moves and unknown commands in one turn.
    pub max_invalid_actions_per_turn: u32,
    /// Replies without a command in a row.
    pub max_no_command_per_turn: u32,
    /// Simulations in one turn.
    pub max_simulate_per_turn: u32,
    /// Plies of one simulated line.
    pub max_simulate_steps: u32,
    /// Board views in one turn.
    pub max_view_board_per_turn: u32,
}

impl Budgets {
    /// The benchmark's own.
    pub const STANDARD: Self = Self {
        max_turns: 40,
        max_actions_per_turn: 8,
        max_invalid_actions_per_turn: 3,
        max_no_command_per_turn: 5,
        max_simulate_per_turn: 1,
        max_simulate_steps: 8,
        max_view_board_per_turn: 1,
    };

    /// Sets the budget of a record's key; false when there is none of that name.
    pub fn set(&mut self, key: &str, value: u32) -> bool {
        let slot = match key {
            "max_turns" => &mut self.max_turns,
            "max_actions_per_turn" => &mut self.max_actions_per_turn,
            "max_invalid_actions_per_turn" => &mut self.max_invalid_actions_per_turn,
            "max_no_command_per_turn" => &mut self.max_no_command_per_turn,
            "max_simulate_per_turn" => &mut self.max_simulate_per_turn,
            "max_simulate_steps" => &mut self.max_simulate_steps,
            "max_view_board_per_turn" => &mut self.max_view_board_per_turn,
            _ => return false,
        };
        *slot = value;
        true
    }

    /// Replies that one turn can take at most.
    #[must_use]
    pub const fn replies_per_turn(&self) -> u32 {
        self.max_actions_per_turn
            .saturating_add(self.max_no_command_per_turn)
    }

    /// Replies that a trial can take at most: the agent has every other ply.
    #[must_use]
    pub const fn replies_at_most(&self) -> u64 {
        self.max_turns.div_ceil(2) as u64 * self.replies_per_turn() as u64
    }
}
