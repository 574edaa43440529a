//! Labels: who won, why, and what that is for the agent.

use crate::records::xiangqi::{Archived, Player, Trial};
use crate::rules::xiangqi::{Side, Terminal};

/// Why a trial ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move; it loses.
    Stalemate,
    /// One side checked on each move of a threefold repetition; it loses.
    PerpetualCheck,
    /// Any other threefold repetition.
    Repetition,
    /// The agent gave up.
    Resignation,
    /// Too many refused actions in one turn.
    ForfeitInvalidActionLimit,
    /// Too many replies without a command.
    ForfeitNoCommand,
    /// Too many actions in one turn.
    ForfeitActionLimit,
    /// The ply budget ran out.
    TurnCap,
}

impl Reason {
    /// The name used in tables and records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::PerpetualCheck => "perpetual_check",
            Self::Repetition => "repetition",
            Self::Resignation => "resignation",
            Self::ForfeitInvalidActionLimit => "forfeit_invalid_action_limit",
            Self::ForfeitNoCommand => "forfeit_no_command",
            Self::ForfeitActionLimit => "forfeit_action_limit",
            Self::TurnCap => "turn_cap",
        }
    }

    /// Whether the board alone decides this end.
    #[must_use]
    pub fn on_board(self) -> bool {
        matches!(
            self,
            Self::Checkmate | Self::Stalemate | Self::PerpetualCheck | Self::Repetition
        )
    }

    fn of(terminal: Terminal) -> Self {
        match terminal {
            Terminal::Checkmate { .. } => Self::Checkmate,
            Terminal::Stalemate { .. } => Self::Stalemate,
            Terminal::PerpetualCheck { .. } => Self::PerpetualCheck,
            Terminal::Repetition => Self::Repetition,
        }
    }

    /// The archived reason under the common names (spec §2.4); `None` when the
    /// archive names no end that is known.
    #[must_use]
    pub fn archived(archived: &Archived<'_>) -> Option<Self> {
        let text = archived
            .reason
            .as_deref()
            .unwrap_or_default()
            .to_lowercase();
        let has = |marker: &str| text.contains(marker);
        if has("invalid_action_limit") {
            return Some(Self::ForfeitInvalidActionLimit);
        }
        if has("no_command") || has("no_tool_call") {
            return Some(Self::ForfeitNoCommand);
        }
        if has("action_limit") || has("action_budget") {
            return Some(Self::ForfeitActionLimit);
        }
        match text.trim() {
            "checkmate" => Some(Self::Checkmate),
            "stalemate" => Some(Self::Stalemate),
            "perpetual_check" => Some(Self::PerpetualCheck),
            "repetition" => Some(Self::Repetition),
            "resignation" => Some(Self::Resignation),
            _ if is_turn_cap(archived) => Some(Self::TurnCap),
            _ => None,
        }
    }
}

fn is_turn_cap(archived: &Archived<'_>) -> bool {
    archived
        .outcome
        .as_deref()
        .is_some_and(|outcome| outcome.eq_ignore_ascii_case("turn_cap"))
}

/// What an end means for the agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The attacker won.
    Win,
    /// The attacker lost.
    Loss,
    /// A repetition draw.
    Draw,
    /// No winner within the ply budget.
    TurnCap,
}

impl Outcome {
    /// The name used in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::TurnCap => "turn_cap",
        }
    }
}

/// A replayed label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Label {
    /// What it is for the agent.
    pub outcome: Outcome,
    /// Why the trial ended.
    pub reason: Reason,
    /// The winning side, where one won.
    pub winner: Option<Player>,
}

impl Label {
    /// `red`, `black`, `draw`, or `None` at the turn cap.
    #[must_use]
    pub fn winner_name(&self) -> Option<&'static str> {
        match (self.winner, self.outcome) {
            (Some(player), _) => Some(player.name()),
            (None, Outcome::Draw) => Some("draw"),
            (None, _) => None,
        }
    }
}

/// Why a trial has no label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoLabel {
    /// An archived move is not legal where it was played.
    IllegalArchivedMove,
    /// The archive claims a board end that the replay does not reach.
    UnconfirmedTerminal,
    /// Neither the board nor the archive says how the trial ended.
    NoEnd,
}

impl NoLabel {
    /// The name used in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::IllegalArchivedMove => "illegal_archived_move",
            Self::UnconfirmedTerminal => "unconfirmed_terminal",
            Self::NoEnd => "no_end",
        }
    }
}

/// The record's word for a side of the board.
pub(crate) fn player(side: Side) -> Player {
    match side {
        Side::Red => Player::Red,
        Side::Black => Player::Black,
    }
}

/// The label of a trial whose clean moves all replayed.
pub(crate) fn label(
    trial: &Trial<'_>,
    plies: usize,
    terminal: Option<Terminal>,
) -> Result<Label, NoLabel> {
    if let Some(terminal) = terminal {
        let winner = terminal.winner().map(player);
        return Ok(Label {
            outcome: match winner {
                None => Outcome::Draw,
                Some(winner) if winner == trial.challenger => Outcome::Win,
                Some(_) => Outcome::Loss,
            },
            reason: Reason::of(terminal),
            winner,
        });
    }
    match Reason::archived(&trial.archived) {
        Some(reason) if reason.on_board() => Err(NoLabel::UnconfirmedTerminal),
        Some(reason) if reason != Reason::TurnCap => Ok(off_board(trial, reason)),
        archived => {
            let max_turns = trial.budgets.get("max_turns", 40);
            let full = i64::try_from(plies).is_ok_and(|plies| plies >= max_turns);
            if archived.is_some() || full {
                Ok(Label {
                    outcome: Outcome::TurnCap,
                    reason: Reason::TurnCap,
                    winner: None,
                })
            } else {
                Err(NoLabel::NoEnd)
            }
        }
    }
}

/// A resignation or forfeit: the archived winner stands, and only the agent
/// can lose this way when none is archived.
fn off_board(trial: &Trial<'_>, reason: Reason) -> Label {
    let archived = trial.archived.winner.as_deref().unwrap_or_default();
    let winner =
        Player::named(&archived.to_lowercase()).unwrap_or_else(|| trial.challenger.opponent());
    Label {
        outcome: if winner == trial.challenger {
            Outcome::Win
        } else {
            Outcome::Loss
        },
        reason,
        winner: Some(winner),
    }
}
