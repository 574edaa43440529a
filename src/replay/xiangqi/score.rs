//! Which trials are scored, by the official tool's rules on archived values.

use std::fmt;

use super::label::NoLabel;
use crate::records::xiangqi::Archived;

/// Why a trial is not scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exclusion {
    /// An infrastructure failure, by its marker word.
    Aborted(&'static str),
    /// Archived outcome `unfinished` or `incomplete`.
    Unfinished(&'static str),
    /// No archived winner and no turn cap.
    NoWinner,
    /// The replay gives no label.
    NoLabel(NoLabel),
}

/// Words that mark an infrastructure failure.
const ABORT_MARKERS: [&str; 5] = [
    "api_error",
    "api_skipped",
    "aborted",
    "exception",
    "timeout",
];
/// Words in a reason that make it a loss all the same.
const LOSS_MARKERS: [&str; 4] = [
    "invalid_action_limit",
    "no_command",
    "no_tool_call",
    "action_budget",
];

impl Exclusion {
    /// Every cause by name, in report order.
    pub const NAMES: [&'static str; 11] = [
        "no_winner",
        "unfinished",
        "incomplete",
        "api_error",
        "api_skipped",
        "aborted",
        "exception",
        "timeout",
        "illegal_archived_move",
        "unconfirmed_terminal",
        "no_end",
    ];

    /// The name used in tables and `numbers.json`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Aborted(marker) | Self::Unfinished(marker) => marker,
            Self::NoWinner => "no_winner",
            Self::NoLabel(why) => why.name(),
        }
    }
}

impl fmt::Display for Exclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The official exclusions, from the archived verdict alone: abort markers
/// first, then the turn cap is scored, then unfinished and incomplete, then a
/// missing winner.
pub(crate) fn exclusion(archived: &Archived<'_>) -> Option<Exclusion> {
    let reason = archived
        .reason
        .as_deref()
        .unwrap_or_default()
        .to_lowercase();
    let outcome = archived
        .outcome
        .as_deref()
        .unwrap_or_default()
        .to_lowercase();
    let aborted = ABORT_MARKERS
        .into_iter()
        .find(|marker| reason.contains(marker))
        .or_else(|| {
            ABORT_MARKERS
                .into_iter()
                .find(|marker| outcome.contains(marker))
        });
    if let Some(marker) = aborted
        && !LOSS_MARKERS.iter().any(|marker| reason.contains(marker))
    {
        return Some(Exclusion::Aborted(marker));
    }
    match outcome.as_str() {
        "turn_cap" => None,
        "unfinished" => Some(Exclusion::Unfinished("unfinished")),
        "incomplete" => Some(Exclusion::Unfinished("incomplete")),
        _ if archived.winner.is_none() => Some(Exclusion::NoWinner),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archived(outcome: &str, winner: Option<&str>, reason: Option<&str>) -> Option<&'static str> {
        exclusion(&Archived {
            outcome: Some(outcome.to_owned().into()),
            winner: winner.map(|w| w.to_owned().into()),
            reason: reason.map(|r| r.to_owned().into()),
            ..Archived::default()
        })
        .map(Exclusion::name)
    }

    #[test]
    fn abort_markers_come_first() {
        assert_eq!(archived("turn_cap", None, Some("timeout")), Some("timeout"));
        assert_eq!(
            archived("unfinished", None, Some("api_error: 503")),
            Some("api_error")
        );
        assert_eq!(
            archived("challenger_loss", Some("black"), Some("api_skipped")),
            Some("api_skipped")
        );
        assert_eq!(
            archived("TIMEOUT after 600s", None, Some("Timeout")),
            Some("timeout")
        );
    }

    #[test]
    fn a_loss_marker_outweighs_an_abort_marker() {
        assert_eq!(
            archived(
                "aborted",
                Some("black"),
                Some("forfeit_no_command (api_error)")
            ),
            None
        );
    }

    #[test]
    fn turn_caps_are_scored_and_missing_winners_are_not() {
        assert_eq!(archived("turn_cap", None, None), None);
        assert_eq!(archived("draw", None, None), Some("no_winner"));
        assert_eq!(
            archived("unfinished", Some("black"), None),
            Some("unfinished")
        );
        assert_eq!(archived("draw", Some("draw"), Some("repetition")), None);
    }
}
