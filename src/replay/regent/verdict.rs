//! How a record's game ended.

use super::discrepancy::{CompareKind, Comparison};
use crate::records::regent::StoredResult;
use crate::rules::regent::{Color, Ending, Reason, side_name, side_named};

/// Why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EndReason {
    /// By the rules.
    Board(Reason),
    /// A player gave up.
    Resignation,
    /// The agent gave no legal move.
    Forfeit,
    /// The harness stopped it.
    Aborted,
}

impl EndReason {
    /// The name used in records and tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Board(reason) => reason.name(),
            Self::Resignation => "resignation",
            Self::Forfeit => "forfeit",
            Self::Aborted => "aborted",
        }
    }

    /// An end that the board does not show.
    fn off_board(name: &str) -> Option<Self> {
        [Self::Resignation, Self::Forfeit, Self::Aborted]
            .into_iter()
            .find(|reason| reason.name() == name)
    }
}

/// The true result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// The winner; none for a draw and for an aborted game.
    pub winner: Option<Color>,
    /// Why it ended.
    pub reason: EndReason,
}

/// Whether the stored reason is an end that the board does not show.
pub(super) fn ends_off_board(stored: &StoredResult) -> bool {
    stored
        .reason
        .as_deref()
        .and_then(EndReason::off_board)
        .is_some()
}

/// The result: the board's where it decides, else a stored end that the board
/// does not show, else none. A forfeit is the agent's; a resignation is the
/// stored loser's, or the agent's if no winner is stored.
pub(super) fn verdict(
    stored: &StoredResult,
    ending: Option<Ending>,
    agent: Color,
) -> Option<Verdict> {
    if let Some(ending) = ending {
        return Some(Verdict {
            winner: ending.winner,
            reason: EndReason::Board(ending.reason),
        });
    }
    let reason = EndReason::off_board(stored.reason.as_deref()?)?;
    let winner = match reason {
        EndReason::Resignation => {
            let stored = stored.winner.as_deref().and_then(side_named);
            Some(stored.unwrap_or(!agent))
        }
        EndReason::Forfeit => Some(!agent),
        EndReason::Aborted | EndReason::Board(_) => None,
    };
    Some(Verdict { winner, reason })
}

/// Compares the stored result with the true one.
pub(super) fn compare(
    stored: &StoredResult,
    verdict: Option<Verdict>,
    comparison: &mut Comparison,
) {
    let none = || "none".to_owned();
    let winner = verdict.and_then(|verdict| verdict.winner).map(side_name);
    let same = stored.winner.as_deref() == winner;
    comparison.check(CompareKind::ResultWinner, (None, None), same, || {
        let replayed = winner.map_or_else(none, ToOwned::to_owned);
        (stored.winner.clone().unwrap_or_else(none), replayed)
    });
    let reason = verdict.map(|verdict| verdict.reason.name());
    let same = stored.reason.as_deref() == reason;
    comparison.check(CompareKind::ResultReason, (None, None), same, || {
        let replayed = reason.map_or_else(none, ToOwned::to_owned);
        (stored.reason.clone().unwrap_or_else(none), replayed)
    });
}
