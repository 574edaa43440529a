//! Result frames of xiangqi: what a finding hands to the report.
//!
//! Plain numbers with the labels they are shown under. Rates are fractions
//! (0..1); the report turns them into percent.

use crate::analysis::{Estimate, Share};

/// Figure 2: cases by stored mate distance and category.
#[derive(Debug, Clone, Default)]
pub struct MateDistances {
    /// One bar segment: (category label, distance in plies, cases).
    pub segments: Vec<(String, i64, u64)>,
    /// All cases.
    pub cases: u64,
}

/// Figures 3 and 9, Tables 3 and 4: one model in one setting.
#[derive(Debug, Clone)]
pub struct PassRow {
    /// Name shown for the model.
    pub model: String,
    /// Setting label (`Sighted`, `Restricted`, `Full`, …).
    pub setting: String,
    /// Cases with at least one scored trial.
    pub cases: u64,
    /// Selected trials.
    pub trials: u64,
    /// pass@1, pass@2, pass@3.
    pub pass_at: [Estimate; 3],
    /// pass^1, pass^2, pass^3.
    pub pass_hat: [Estimate; 3],
}

/// Figure 4a: mean pass@1 over models at one stored mate distance.
#[derive(Debug, Clone)]
pub struct DistanceRow {
    /// Setting label.
    pub setting: String,
    /// Stored mate distance in plies.
    pub distance: i64,
    /// Cases at that distance.
    pub cases: u64,
    /// Mean over models of pass@1.
    pub pass_at_1: Estimate,
}

/// Figure 4b: wins given whether the first move is the reference move.
#[derive(Debug, Clone)]
pub struct FirstMoveRow {
    /// Name shown for the model.
    pub model: String,
    /// Setting label.
    pub setting: String,
    /// Wins over trials that begin with the reference move.
    pub given_match: Share,
    /// Wins over trials that begin with another accepted move.
    pub given_other: Share,
}

/// Figure 8: lengths and ends of one model's trials in one setting.
#[derive(Debug, Clone)]
pub struct LengthRow {
    /// Name shown for the model.
    pub model: String,
    /// Setting label.
    pub setting: String,
    /// Wins out of selected trials.
    pub wins: Share,
    /// plies / stored mate distance of failed trials at the 5th, 25th, 50th,
    /// 75th and 95th percentile; `None` without failures.
    pub failed: Option<[f64; 5]>,
    /// plies / stored mate distance of each win, ascending.
    pub won: Vec<f64>,
    /// How failed trials end: (class label, trials), in a fixed class order
    /// that is the same for every row (`lost on board`, `resignation`,
    /// `action forfeit`, `repetition`, `turn cap`).
    pub ends: Vec<(String, u64)>,
}

/// Figures 11 and 12: what ends or hampers trials below the level of play.
#[derive(Debug, Clone)]
pub struct ActionRow {
    /// Name shown for the model.
    pub model: String,
    /// Setting label.
    pub setting: String,
    /// Wins.
    pub wins: Share,
    /// Ends by the invalid-action limit or no command (Table 5).
    pub invalid: Share,
    /// Ends by any action forfeit.
    pub action_loss: Share,
    /// Trials with a refused move.
    pub any_rejected: Share,
}

/// Figure 10: one metric of one model along nested case subsets.
#[derive(Debug, Clone)]
pub struct NestedRow {
    /// Name shown for the model.
    pub model: String,
    /// Setting label.
    pub setting: String,
    /// Metric label (`pass@1`, `pass@3`, `pass^3`).
    pub metric: String,
    /// (cases in the subset, estimate under the first shared ordering).
    pub points: Vec<(u64, f64)>,
}

/// Figure 7a and 7b: what became of requests for a simulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RequestOutcomes {
    /// Accepted, every requested ply legal.
    pub complete: u64,
    /// Accepted, stopped on an illegal ply.
    pub illegal: u64,
    /// Accepted, ended by a game end before the last requested ply.
    pub terminal: u64,
    /// Accepted, cut at the cap.
    pub capped: u64,
    /// Refused: the turn's budget was used up.
    pub over_budget: u64,
    /// Refused for another reason.
    pub refused: u64,
    /// Accepted requests longer than the cap, whatever their end.
    pub over_cap: u64,
    /// Accepted lines whose first ply was played.
    pub adopted_lines: u64,
    /// Turns with such a line.
    pub adopting_turns: u64,
    /// Adopted, complete lines with an assumed reply where the defender
    /// replied; of these, those with another real reply.
    pub diverged: Share,
}

impl RequestOutcomes {
    /// Accepted calls.
    #[must_use]
    pub fn accepted(&self) -> u64 {
        self.complete + self.illegal + self.terminal + self.capped
    }

    /// All requests.
    #[must_use]
    pub fn requests(&self) -> u64 {
        self.accepted() + self.over_budget + self.refused
    }
}

/// Figure 13: how much one model simulates in the Sighted setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SimulationRow {
    /// Name shown for the model.
    pub model: String,
    /// Trials with a request in the first agent turn.
    pub first_turn: Share,
    /// Agent turns.
    pub turns: u64,
    /// Requests, refused ones included.
    pub requests: u64,
    /// Accepted calls.
    pub accepted: u64,
    /// Complete lines.
    pub complete: u64,
}

/// Figure 7c: one model with and without the query commands.
#[derive(Debug, Clone, PartialEq)]
pub struct AblationRow {
    /// Name shown for the model.
    pub model: String,
    /// Positions that both arms have.
    pub positions: u64,
    /// pass@1 with refreshes and queries.
    pub with: Estimate,
    /// pass@1 with refreshes only.
    pub without: Estimate,
    /// Paired difference of the two.
    pub difference: Estimate,
    /// Exact two-sided sign test over positions.
    pub p: f64,
}

/// Figure 5: one model's calls by command in one setting.
#[derive(Debug, Clone, PartialEq)]
pub struct MixRow {
    /// Name shown for the model.
    pub model: String,
    /// Setting label.
    pub setting: String,
    /// Calls: move, resign, `view_board`, `get_legal_moves`, `get_history`,
    /// simulate, think, rejected.
    pub counts: [u64; 8],
    /// Whether the setting offers the command.
    pub available: [bool; 8],
    /// pass@1.
    pub pass_at_1: Option<f64>,
}

/// Which trials of a group are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcomes {
    /// Every trial.
    All,
    /// Wins.
    Won,
    /// The others.
    Failed,
}

impl Outcomes {
    /// All three, in display order.
    pub const ALL: [Self; 3] = [Self::All, Self::Won, Self::Failed];

    /// Name in keys.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Won => "won",
            Self::Failed => "failed",
        }
    }

    /// Name shown to readers.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::All => "all trials",
            Self::Won => "successful",
            Self::Failed => "failed",
        }
    }

    /// Whether a trial with that success is meant.
    #[must_use]
    pub fn hold(self, success: bool) -> bool {
        match self {
            Self::All => true,
            Self::Won => success,
            Self::Failed => !success,
        }
    }
}

/// Figures 6 and 14 to 17: calls of a group of trials along their progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompositionRow {
    /// Name shown for the model; `None` for all models together.
    pub model: Option<String>,
    /// Setting label.
    pub setting: String,
    /// Which trials.
    pub outcomes: Outcomes,
    /// How many.
    pub trials: u64,
    /// Wins among them.
    pub wins: u64,
    /// Calls by twentieth of progress and category: move, rejected move,
    /// simulate, simulate over budget, state query, think, resign, other
    /// rejected.
    pub bins: [[u64; 8]; 20],
}

impl CompositionRow {
    /// All calls.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.bins.iter().flatten().sum()
    }
}

/// Figure 18: what followed one kind of feedback in one setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedbackRow {
    /// Setting label.
    pub setting: String,
    /// Name of the event in keys.
    pub key: &'static str,
    /// The event, as shown.
    pub event: String,
    /// Next actions: move, rejected move, simulate, think, state query,
    /// resign, other, none.
    pub next: [u64; 8],
}

/// Figure 19: recovery of one model in one setting.
#[derive(Debug, Clone, PartialEq)]
pub struct RecoveryRow {
    /// Name shown for the model.
    pub model: String,
    /// Setting label.
    pub setting: String,
    /// Refused moves.
    pub rejected: u64,
    /// Share recovered within one, two and three calls; `None` without a
    /// refused move.
    pub rates: [Option<Estimate>; 3],
}
