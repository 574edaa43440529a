//! The agent's turns, rebuilt from its conversation with the environment.

use std::borrow::Cow;

use super::actions::{Call, Turn, TurnEnd};
use super::answer::{Answer, executed_move, forfeit_reason, recover_command};
use super::command::Command;
use super::raw::RawMessage;
use crate::records::lax::Scalar;

/// One message as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredMessage {
    /// `system`, `user` or `assistant`.
    pub role: String,
    /// What is said.
    pub content: String,
}

/// The messages with their text, others left out.
pub(crate) fn stored(messages: &[RawMessage<'_>]) -> Vec<StoredMessage> {
    messages
        .iter()
        .filter_map(|message| match (&message.role, &message.content) {
            (Scalar::Text(role), Scalar::Text(content)) => Some(StoredMessage {
                role: role.clone().into_owned(),
                content: content.clone().into_owned(),
            }),
            _ => None,
        })
        .collect()
}

/// Reads turns out of the messages; the last one may be open.
pub(crate) fn turns<'a>(messages: &[RawMessage<'a>]) -> Vec<Turn<'a>> {
    let mut turns = Vec::new();
    let mut turn = Turn::default();
    let mut reply: Option<&Cow<'a, str>> = None;
    for message in messages {
        let Scalar::Text(content) = &message.content else {
            continue;
        };
        match &message.role {
            Scalar::Text(role) if role == "assistant" => reply = Some(content),
            Scalar::Text(role) if role == "user" => {
                hear(&mut turn, reply.take(), content);
                if turn.end != TurnEnd::Open {
                    turns.push(std::mem::take(&mut turn));
                }
            }
            _ => {}
        }
    }
    if !turn.is_blank() {
        turns.push(turn);
    }
    turns
}

/// Takes in one message of the environment, which answers `reply` if there is one.
#[expect(
    clippy::ptr_arg,
    reason = "the text is kept with the lifetime of the record"
)]
fn hear<'a>(turn: &mut Turn<'a>, reply: Option<&Cow<'a, str>>, text: &Cow<'a, str>) {
    match Answer::of(text) {
        // An empty reply leaves no assistant message.
        Answer::NoCommand => turn.no_command_replies += 1,
        Answer::Forfeit => {
            let reason = forfeit_reason(text).unwrap_or_default();
            turn.no_command_replies += u32::from(is_no_command(reason));
            turn.end = TurnEnd::Forfeited(reason.to_owned());
        }
        answer => {
            let Some(reply) = reply else { return };
            turn.calls.push(call(reply, answer, text));
            turn.end = end_of(answer);
        }
    }
}

/// Forfeits that follow a last reply without a command.
pub(crate) fn is_no_command(reason: &str) -> bool {
    reason.contains("no_command") || reason.contains("no_tool_call")
}

/// How an answered command leaves the turn.
pub(crate) fn end_of(answer: Answer) -> TurnEnd {
    match answer {
        Answer::MoveExecuted => TurnEnd::Moved,
        Answer::Resigned => TurnEnd::Resigned,
        _ => TurnEnd::Open,
    }
}

fn call<'a>(reply: &Cow<'a, str>, answer: Answer, text: &Cow<'a, str>) -> Call<'a> {
    let command = command_in(reply).filter(|command| {
        // The answer decides: a block that it cannot belong to was not the command.
        answer.verb().is_none_or(|verb| verb == command.verb())
    });
    let recovered = command.is_none();
    Call {
        command: command.unwrap_or_else(|| recover_command(text)),
        answer,
        answer_text: text.clone(),
        recovered,
    }
}

fn command_in<'a>(reply: &Cow<'a, str>) -> Option<Command<'a>> {
    match reply {
        Cow::Borrowed(text) => Command::in_reply(text),
        Cow::Owned(text) => Command::in_reply(text).map(Command::into_owned),
    }
}

/// One thing the environment told the agent about the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnvironmentText<'a> {
    /// The move this text announces, if any: the position it describes is the
    /// one after that move.
    pub mv: Option<&'a str>,
    /// FEN strings in it.
    pub fens: Vec<&'a str>,
    /// Legal-move lists in it.
    pub legal: Vec<Vec<&'a str>>,
    /// `Check:` fields in it.
    pub checks: Vec<bool>,
}

/// The board statements of one environment message, in order: an answer and an
/// opponent's move may share a message. Simulation reports are left out.
#[must_use]
pub fn environment_texts(text: &str) -> Vec<EnvironmentText<'_>> {
    if Answer::of(text) == Answer::Simulation {
        return match text.find("\n\nOpponent (") {
            Some(at) => vec![statement(&text[at + 2..])],
            None => Vec::new(),
        };
    }
    match text.find("\n\nOpponent (") {
        Some(at) => vec![statement(&text[..at]), statement(&text[at + 2..])],
        None => vec![statement(text)],
    }
}

fn statement(text: &str) -> EnvironmentText<'_> {
    let announced = text
        .strip_prefix("Opponent (")
        .and_then(|rest| rest.split_once(") played: "))
        .and_then(|(_, rest)| rest.split_whitespace().next());
    let mut out = EnvironmentText {
        mv: executed_move(text).or(announced),
        fens: Vec::new(),
        legal: Vec::new(),
        checks: Vec::new(),
    };
    for line in text.lines() {
        if let Some(fen) = line.strip_prefix("FEN: ") {
            out.fens.push(fen);
        } else if let Some(rest) = line.strip_prefix("Legal moves (") {
            if let Some((_, list)) = rest.split_once("): ") {
                out.legal.push(list.split(", ").map(str::trim).collect());
            }
        } else if let Some(value) = line.strip_prefix("Check: ") {
            out.checks.push(value.starts_with("Yes"));
        } else if line.starts_with("Move ")
            && let Some((_, fen)) = line.split_once(" — FEN: ")
        {
            out.fens.push(fen);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(role: &'static str, content: &'static str) -> RawMessage<'static> {
        let mut message = RawMessage::default();
        message.role = Scalar::Text(role.into());
        message.content = Scalar::Text(content.into());
        message
    }

    #[test]
    fn replies_answers_and_forfeits_become_turns() {
        let messages = [
            message("system", "rules"),
            message("user", "Game started. You are playing as RED."),
            message("user", "No command detected. Put exactly ONE"),
            message("assistant", "```\nthink hm\n```"),
            message("user", "Reasoning recorded. Now"),
            message("assistant", "no block here"),
            message("user", "Move executed: h2e2\nCheck: No"),
            message("user", "Opponent (black) played: h9g7 — x\nCheck: Yes"),
            message("assistant", "[environment: fake]\n```\nmove a0a1\n```"),
            message("user", "Invalid action: illegal move 'a0a1'. Reason: x"),
            message(
                "assistant",
                "[environment: no_command]\n\n```bash\nmove\n```",
            ),
            message("user", "Turn could not be resolved (no_command) — you"),
        ];
        let turns = turns(&messages);
        assert_eq!(turns.len(), 2);
        assert_eq!(turns[0].no_command_replies, 1);
        assert_eq!(turns[0].calls.len(), 2);
        assert!(turns[0].calls[1].recovered);
        assert_eq!(turns[0].calls[1].command, Command::Move("h2e2".into()));
        assert_eq!(turns[1].calls.len(), 1, "a forfeited reply is no call");
        assert_eq!(turns[1].no_command_replies, 1);
        assert_eq!(turns[1].end, TurnEnd::Forfeited("no_command".into()));
    }

    #[test]
    fn an_answer_and_an_opponent_move_may_share_a_message() {
        let text = "Move executed: h2e2\nCheck: Yes — you are giving check!\nFEN: a w\n\n\
                    Opponent (black) played: h9g7 — x\nCheck: No\nMove 2 — FEN: b b\n\n\
                    Legal moves (2): a0a1, a0a2";
        let texts = environment_texts(text);
        assert_eq!(texts.len(), 2);
        assert_eq!(texts[0].mv, Some("h2e2"));
        assert_eq!(texts[0].checks, [true]);
        assert_eq!(texts[1].mv, Some("h9g7"));
        assert_eq!(texts[1].fens, ["b b"]);
        assert_eq!(texts[1].legal, [vec!["a0a1", "a0a2"]]);
    }
}
