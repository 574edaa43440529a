//! A XiangqiBench trial and the rules.
//!
//! [`replay`] plays the archived moves through the rules engine and says how
//! the trial ended, whether the archived label stands, where the record
//! contradicts the rules, and what each agent call amounted to.

mod actions;
mod compare;
mod discrepancy;
mod game;
mod label;
mod lines;
mod relabel;
mod root;
mod score;
mod side;
mod told;
mod trial;

pub use actions::{ActionFact, Pattern, TurnFact};
pub use discrepancy::{CompareKind, Discrepancy, Tally};
pub use game::{IllegalArchivedMove, PlyFact};
pub use label::{Label, NoLabel, Outcome, Reason};
pub use lines::{LineEnding, LineFact, LineStep};
pub use relabel::Cause;
pub use root::RootMoves;
pub use score::Exclusion;
pub(crate) use score::exclusion;
pub use trial::{Replayed, replay};

/// Name of the repetition rules used: threefold repetition is a draw unless
/// exactly one side gave check on each of its moves since the earliest of the
/// last three occurrences, which then loses.
pub const RULESET: &str = "released";
