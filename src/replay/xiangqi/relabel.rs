//! Why a replayed label differs from the archived one.

use super::label::{Label, Reason};
use crate::records::xiangqi::Trial;

/// A named cause of a relabelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// The collection's check flag was never set: a checkmate was filed as a
    /// stalemate (paper A.5).
    CheckFlag,
    /// With no check flag, a perpetual check was filed as a draw.
    PerpetualCheck,
    /// A forfeit repeated the previous move as one more ply.
    SyntheticMove,
    /// Not explained; needs a look.
    Other,
}

impl Cause {
    /// Every cause, in report order.
    pub const ALL: [Self; 4] = [
        Self::CheckFlag,
        Self::PerpetualCheck,
        Self::SyntheticMove,
        Self::Other,
    ];

    /// The name used in tables and `numbers.json`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::CheckFlag => "check_flag",
            Self::PerpetualCheck => "perpetual_check",
            Self::SyntheticMove => "synthetic_move",
            Self::Other => "other",
        }
    }
}

/// The causes that turn the archived label into the replayed one; empty when
/// the archived label stands.
pub(crate) fn causes(
    trial: &Trial<'_>,
    label: &Label,
    plies: usize,
    synthetic: bool,
) -> Vec<Cause> {
    let archived = Reason::archived(&trial.archived);
    let mut causes = Vec::new();
    match (archived, label.reason) {
        (Some(Reason::Stalemate), Reason::Checkmate) => causes.push(Cause::CheckFlag),
        (Some(Reason::Repetition), Reason::PerpetualCheck) => causes.push(Cause::PerpetualCheck),
        (Some(archived), replayed) if archived == replayed => {}
        _ => causes.push(Cause::Other),
    }
    let stored_winner = trial.archived.winner.as_deref().map(str::to_lowercase);
    if stored_winner.as_deref() != label.winner_name() && causes != [Cause::PerpetualCheck] {
        causes.push(Cause::Other);
    }
    let stored_plies = trial
        .archived
        .plies
        .and_then(|plies| usize::try_from(plies).ok())
        .unwrap_or(trial.moves.len());
    if stored_plies != plies {
        causes.push(if synthetic && stored_plies == plies + 1 {
            Cause::SyntheticMove
        } else {
            Cause::Other
        });
    }
    causes.sort_unstable();
    causes.dedup();
    causes
}
