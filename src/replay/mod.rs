//! A record and the rules: what really happened, a room for each game.

pub mod regent;
pub mod xiangqi;

pub(crate) use xiangqi::exclusion;
pub use xiangqi::{
    ActionFact, Cause, CompareKind, Discrepancy, Exclusion, IllegalArchivedMove, Label, LineEnding,
    LineFact, LineStep, NoLabel, Outcome, Pattern, PlyFact, RULESET, Reason, Replayed, RootMoves,
    Tally, TurnFact, replay,
};
