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
