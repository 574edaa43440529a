//! The agent's turns as the trajectory stores them.

use std::borrow::Cow;

use serde_json::Value;
use serde_json::value::RawValue;

use super::actions::{Call, Turn, TurnEnd};
use super::answer::{Answer, forfeit_reason};
use super::command::{Command, move_text};
use super::conversation::{end_of, is_no_command};
use super::python_value;
use super::raw::{RawActionResult, RawInteraction, RawPly, RawResponse, RawToolCall};
use crate::records::lax::{List, Scalar};

/// Reads the challenger's turns; `None` when any interaction cannot be read.
pub(crate) fn turns<'a>(plies: &[RawPly<'a>], challenger: &str) -> Option<Vec<Turn<'a>>> {
    plies
        .iter()
        .filter(|ply| matches!(&ply.player, Scalar::Text(player) if player == challenger))
        .map(turn)
        .collect()
}

fn turn<'a>(ply: &RawPly<'a>) -> Option<Turn<'a>> {
    let interactions: List<RawInteraction<'a>> = match ply.interactions {
        None => List::Absent,
        Some(raw) => serde_json::from_str(raw.get()).ok()?,
    };
    let interactions = match interactions {
        List::Items(items) => items,
        List::Absent => Vec::new(),
        List::Other => return None,
    };
    let mut turn = Turn::default();
    for interaction in &interactions {
        hear(&mut turn, interaction)?;
    }
    Some(turn)
}

fn hear<'a>(turn: &mut Turn<'a>, interaction: &RawInteraction<'a>) -> Option<()> {
    let (feedback, forced) = action_result(interaction.action_result?)?;
    let answer = Answer::of(&feedback);
    if forced || answer == Answer::Forfeit {
        let reason = forfeit_reason(&feedback).unwrap_or_default();
        turn.no_command_replies += u32::from(is_no_command(reason));
        turn.end = TurnEnd::Forfeited(reason.to_owned());
        return Some(());
    }
    turn.calls.push(Call {
        command: command(interaction.llm_response?)?,
        answer,
        answer_text: feedback,
        recovered: false,
    });
    turn.end = end_of(answer);
    Some(())
}

fn action_result(raw: &RawValue) -> Option<(Cow<'_, str>, bool)> {
    if let Some(value) = python_repr(raw)? {
        let feedback = value.get("feedback")?.as_str()?.to_owned();
        let forced = value.get("forced").and_then(Value::as_bool);
        return Some((Cow::Owned(feedback), forced.unwrap_or(false)));
    }
    let result: RawActionResult<'_> = serde_json::from_str(raw.get()).ok()?;
    let forced = result.forced.bool().unwrap_or(false);
    Some((result.feedback.into_text()?, forced))
}

fn command(raw: &RawValue) -> Option<Command<'_>> {
    if let Some(value) = python_repr(raw)? {
        return command_of_value(value.get("tool_call")?);
    }
    let response: RawResponse<'_> = serde_json::from_str(raw.get()).ok()?;
    command_of_tool_call(response.tool_call)
}

/// `Some(Some(value))` for a JSON string holding a Python literal,
/// `Some(None)` for any other JSON, `None` for a string that is no literal.
fn python_repr(raw: &RawValue) -> Option<Option<Value>> {
    if !raw.get().starts_with('"') {
        return Some(None);
    }
    let text: String = serde_json::from_str(raw.get()).ok()?;
    python_value::parse(&text).map(Some)
}

fn command_of_tool_call(call: RawToolCall<'_>) -> Option<Command<'_>> {
    let name = call.name.into_text()?;
    Some(match name.as_ref() {
        "move" => match call.arguments.from_to.into_text() {
            Some(Cow::Borrowed(text)) => Command::Move(move_text(text)),
            Some(Cow::Owned(text)) => Command::Move(Cow::Owned(move_text(&text).into_owned())),
            None => Command::Move(Cow::Borrowed("")),
        },
        "simulate" => match call.arguments.moves {
            List::Items(moves) => Command::Simulate(
                moves
                    .into_iter()
                    .map(Scalar::into_text)
                    .collect::<Option<_>>()?,
            ),
            _ => Command::Simulate(Vec::new()),
        },
        verb => Command::from_verb(verb, std::iter::empty()),
    })
}

fn command_of_value<'a>(call: &Value) -> Option<Command<'a>> {
    let arguments = call.get("arguments");
    let text = |key| arguments.and_then(|a| a.get(key)).and_then(Value::as_str);
    Some(match call.get("name")?.as_str()? {
        "move" => Command::Move(Cow::Owned(
            move_text(text("from_to").unwrap_or_default()).into_owned(),
        )),
        "simulate" => Command::Simulate(
            arguments
                .and_then(|a| a.get("moves"))
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .map(|mv| mv.as_str().map(|mv| Cow::Owned(mv.to_owned())))
                .collect::<Option<_>>()?,
        ),
        verb => Command::from_verb(verb, std::iter::empty()),
    })
}
