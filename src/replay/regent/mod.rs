//! Regent Chess records and the rules.
//!
//! [`replay`] plays a record's turns through the rules: the true Regents at
//! every ply, which replies were legal and well-formed, what was captured, how
//! the game ended, and where the record contradicts that. A record that cannot
//! be replayed is broken at a ply.
//!
//! [`replay_rules_game`] plays a rules game and states the facts before each of
//! its turns.

mod belief;
mod belief_fault;
mod discrepancy;
mod elicitation;
mod game;
mod ply;
mod record;
mod rules_game;
mod verdict;

pub use belief::{JudgedBelief, JudgedCandidate, judge};
pub use belief_fault::BeliefFault;
pub use discrepancy::{CompareKind, Comparison, Discrepancy, Tally};
pub use elicitation::{AttemptFact, ElicitationFact};
pub use game::ReplayedGame;
pub use ply::{CaptureFact, PlyFact, ShiftFact};
pub use record::{Replayed, ReplayedProbe, replay, replay_document};
pub use rules_game::{RulesReplay, RulesResult, TurnFacts, replay_rules_game};
pub use verdict::{EndReason, Verdict};

/// The version of the rules that records are replayed by.
pub const RULESET: &str = "1.2";
