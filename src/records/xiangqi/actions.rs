//! What the agent did, turn by turn, from whichever part of the record says it.

use std::borrow::Cow;

use super::answer::Answer;
use super::command::Command;
use super::raw::{RawMessage, RawPly};
use super::{conversation, trajectory};

/// One agent call: a reply that carries a command, with the answer to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call<'a> {
    /// What was commanded.
    pub command: Command<'a>,
    /// How the environment answered.
    pub answer: Answer,
    /// The environment's words.
    pub answer_text: Cow<'a, str>,
    /// The stored reply lacks the command; it was read out of the answer.
    pub recovered: bool,
}

/// The category of a call (paper Figure 6); every call has exactly one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// An accepted `move`.
    Move,
    /// Any refused `move`, a bad format included.
    RejectedMove,
    /// An accepted `simulate`.
    Simulate,
    /// A `simulate` beyond the turn's budget.
    SimulateOverBudget,
    /// An accepted `view_board`, `legal_moves` or `history`.
    StateQuery,
    /// An accepted `think`.
    Think,
    /// `resign`.
    Resign,
    /// Everything else that was refused.
    OtherRejected,
}

impl Category {
    /// Every category, in display order.
    pub const ALL: [Self; 8] = [
        Self::Move,
        Self::RejectedMove,
        Self::Simulate,
        Self::SimulateOverBudget,
        Self::StateQuery,
        Self::Think,
        Self::Resign,
        Self::OtherRejected,
    ];

    /// The name used in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::RejectedMove => "rejected_move",
            Self::Simulate => "simulate",
            Self::SimulateOverBudget => "simulate_over_budget",
            Self::StateQuery => "state_query",
            Self::Think => "think",
            Self::Resign => "resign",
            Self::OtherRejected => "other_rejected",
        }
    }

    /// Whether the environment did what was asked.
    #[must_use]
    pub fn accepted(self) -> bool {
        !matches!(
            self,
            Self::RejectedMove | Self::SimulateOverBudget | Self::OtherRejected
        )
    }
}

impl Call<'_> {
    /// The call's category.
    #[must_use]
    pub fn category(&self) -> Category {
        match (&self.command, self.answer) {
            (Command::Move(_), Answer::MoveExecuted) => Category::Move,
            (Command::Move(_), _) => Category::RejectedMove,
            (Command::Simulate(_), Answer::Simulation) => Category::Simulate,
            (Command::Simulate(_), Answer::SimulateOverBudget) => Category::SimulateOverBudget,
            (Command::ViewBoard, Answer::Board)
            | (Command::LegalMoves, Answer::LegalMoves)
            | (Command::History, Answer::History) => Category::StateQuery,
            (Command::Think, Answer::ReasoningRecorded) => Category::Think,
            (Command::Resign, Answer::Resigned) => Category::Resign,
            _ => Category::OtherRejected,
        }
    }
}

/// How an agent turn ended.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum TurnEnd {
    /// An accepted move.
    Moved,
    /// A resignation.
    Resigned,
    /// The environment forfeited the turn, for this reason.
    Forfeited(String),
    /// The record stops inside the turn.
    #[default]
    Open,
}

/// All the agent's replies between two opponent moves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Turn<'a> {
    /// Calls in order.
    pub calls: Vec<Call<'a>>,
    /// Replies without a usable command.
    pub no_command_replies: u32,
    /// How the turn ended.
    pub end: TurnEnd,
}

impl Turn<'_> {
    pub(crate) fn is_blank(&self) -> bool {
        self.calls.is_empty() && self.no_command_replies == 0 && self.end == TurnEnd::Open
    }
}

/// Where the calls were read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reading {
    /// `trajectory[].interactions[]`.
    Trajectory,
    /// `per_player_messages`.
    Conversation,
    /// The record keeps neither.
    #[default]
    Nowhere,
}

impl Reading {
    /// The name used in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Trajectory => "trajectory",
            Self::Conversation => "messages",
            Self::Nowhere => "none",
        }
    }
}

/// The agent's turns with how they were obtained.
#[derive(Debug, Clone, Default)]
pub struct TurnLog<'a> {
    /// Closed turns in order.
    pub turns: Vec<Turn<'a>>,
    /// Which part of the record the calls come from.
    pub reading: Reading,
    /// Both parts exist and say different things; the trajectory won.
    pub disagree: bool,
    /// An interaction could not be read, so the conversation was used.
    pub unreadable_interaction: bool,
    /// A last turn that nothing closed was left out.
    pub open_turn: bool,
}

/// Reads the agent's turns from both parts of a record and reconciles them.
pub(crate) fn read_turns<'a>(
    plies: Option<&[RawPly<'a>]>,
    challenger: &str,
    messages: Option<&[RawMessage<'a>]>,
) -> TurnLog<'a> {
    let from_plies = plies.map(|plies| trajectory::turns(plies, challenger));
    let from_messages = messages.map(conversation::turns);
    let unreadable_interaction = matches!(from_plies, Some(None));
    match (from_plies.flatten().map(close), from_messages.map(close)) {
        (Some((mut turns, open_turn)), Some((other, other_open))) => {
            let disagree = !same_turns(&turns, &other);
            for (turn, said) in turns.iter_mut().zip(&other) {
                turn.no_command_replies = said.no_command_replies;
            }
            TurnLog {
                turns,
                reading: Reading::Trajectory,
                disagree,
                unreadable_interaction,
                open_turn: open_turn || other_open,
            }
        }
        (Some((turns, open_turn)), None) => TurnLog {
            turns,
            reading: Reading::Trajectory,
            unreadable_interaction,
            open_turn,
            disagree: false,
        },
        (None, Some((turns, open_turn))) => TurnLog {
            turns,
            reading: Reading::Conversation,
            unreadable_interaction,
            open_turn,
            disagree: false,
        },
        (None, None) => TurnLog {
            unreadable_interaction,
            ..TurnLog::default()
        },
    }
}

/// Drops a last turn that nothing closed.
fn close(mut turns: Vec<Turn<'_>>) -> (Vec<Turn<'_>>, bool) {
    let open = turns.last().is_some_and(|turn| turn.end == TurnEnd::Open);
    if open {
        turns.pop();
    }
    (turns, open)
}

fn same_turns(trajectory: &[Turn<'_>], conversation: &[Turn<'_>]) -> bool {
    trajectory.len() == conversation.len()
        && trajectory.iter().zip(conversation).all(|(a, b)| {
            a.calls.len() == b.calls.len()
                && a.calls.iter().zip(&b.calls).all(|(a, b)| same_call(a, b))
        })
}

/// A command recovered from its answer shows less of the request, which is no
/// disagreement: only what the answer shows is compared then.
fn same_call(trajectory: &Call<'_>, conversation: &Call<'_>) -> bool {
    if trajectory.answer != conversation.answer {
        return false;
    }
    if conversation.recovered {
        return match (&trajectory.command, &conversation.command) {
            (Command::Simulate(asked), Command::Simulate(shown)) => asked.starts_with(shown),
            (_, Command::Unknown(_)) => true,
            (a, b) => a == b,
        };
    }
    trajectory.command == conversation.command
}
