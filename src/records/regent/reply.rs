//! What an agent's reply says, read out of whatever text it wrote.

use super::belief::Belief;
use super::raw::RawReply;
use crate::records::lax::{Object, TextOrNull};
use crate::records::repair::repaired;

/// Characters of a reply that are looked at.
const LIMIT: usize = 1 << 20;
/// Opening braces that are tried.
const TRIES: usize = 32;

/// How a reply holds its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReplyForm {
    /// A JSON object and nothing else.
    Json,
    /// A JSON object in a code fence.
    Fenced,
    /// A JSON object with prose around it.
    InProse,
    /// A JSON object that breaks off.
    CutOff,
    /// Something in braces that is no JSON object.
    BadJson,
    /// Text without a JSON object.
    Prose,
    /// No text.
    Empty,
    /// More text than is looked at, and no answer in what is.
    TooLong,
}

impl ReplyForm {
    /// Every form, in report order.
    pub const ALL: [Self; 8] = [
        Self::Json,
        Self::Fenced,
        Self::InProse,
        Self::CutOff,
        Self::BadJson,
        Self::Prose,
        Self::Empty,
        Self::TooLong,
    ];

    /// The name used in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Fenced => "fenced",
            Self::InProse => "in_prose",
            Self::CutOff => "cut_off",
            Self::BadJson => "bad_json",
            Self::Prose => "prose",
            Self::Empty => "empty",
            Self::TooLong => "too_long",
        }
    }
}

/// A reply as read.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// How it holds its answer.
    pub form: ReplyForm,
    /// The answer, where there is one.
    pub answer: Option<Answer>,
}

/// The answer in a reply.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The move, if it is a text.
    pub mv: Option<String>,
    /// The square of the Crown Shift, if it is a text.
    pub crown_shift: Option<String>,
    /// The belief.
    pub belief: Belief,
}

impl Reply {
    /// Reads a reply: the whole text, else the content of its first code fence,
    /// else the first object in it that has a `move` or a `belief`.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let all = text.trim();
        if all.is_empty() {
            return Self::without(ReplyForm::Empty);
        }
        let shown = all
            .char_indices()
            .nth(LIMIT)
            .map_or(all, |(end, _)| &all[..end]);
        let cut = shown.len() < all.len();
        if !cut
            && shown.starts_with('{')
            && let Found::Answer(answer, used) = object(shown)
            && shown[used..].trim().is_empty()
        {
            return Self::with(ReplyForm::Json, answer);
        }
        if let Some(inside) = fenced(shown)
            && let Found::Answer(answer, _) = object(inside)
        {
            return Self::with(ReplyForm::Fenced, answer);
        }
        let mut best = ReplyForm::Prose;
        for (at, _) in shown.match_indices('{').take(TRIES) {
            match object(&shown[at..]) {
                Found::Answer(answer, _) => return Self::with(ReplyForm::InProse, answer),
                Found::CutOff if best == ReplyForm::Prose => best = ReplyForm::CutOff,
                Found::Junk if best == ReplyForm::Prose => best = ReplyForm::BadJson,
                Found::CutOff | Found::Junk => {}
            }
        }
        Self::without(if cut { ReplyForm::TooLong } else { best })
    }

    const fn without(form: ReplyForm) -> Self {
        Self { form, answer: None }
    }

    const fn with(form: ReplyForm, answer: Answer) -> Self {
        Self {
            form,
            answer: Some(answer),
        }
    }
}

/// The text inside the first code fence, its language word left out.
fn fenced(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("```")?;
    let (inside, _) = rest.split_once("```")?;
    inside.find('{').map(|start| &inside[start..])
}

enum Found {
    /// An answer, and the bytes it took.
    Answer(Answer, usize),
    CutOff,
    Junk,
}

/// The object at the beginning of a text.
fn object(text: &str) -> Found {
    match parse(text) {
        Ok(found) => found,
        Err(error) => match repaired(text).map(|mended| parse(&mended)) {
            // The mended text is longer; what follows the object does not matter.
            Some(Ok(Found::Answer(answer, _))) => Found::Answer(answer, text.len()),
            _ if error.is_eof() || is_at_end(&error, text) => Found::CutOff,
            _ => Found::Junk,
        },
    }
}

/// Whether an error is at the end of the text, as for half a number or half a
/// word.
fn is_at_end(error: &serde_json::Error, text: &str) -> bool {
    let last = text.rsplit('\n').next().unwrap_or_default();
    let at_last = error.line() == text.matches('\n').count() + 1 && error.column() >= last.len();
    at_last && !last.ends_with('}')
}

fn parse(text: &str) -> Result<Found, serde_json::Error> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<RawReply<'_>>();
    let Some(reply) = values.next().transpose()? else {
        return Ok(Found::CutOff);
    };
    let no_answer = reply.r#move == TextOrNull::None && reply.belief.is_none();
    if !reply.is_object() || no_answer {
        return Ok(Found::Junk);
    }
    let text = |value: TextOrNull<'_>| match value {
        TextOrNull::Text(text) if !text.is_empty() => Some(text.chars().take(40).collect()),
        _ => None,
    };
    let answer = Answer {
        mv: text(reply.r#move),
        crown_shift: text(reply.crown_shift),
        belief: Belief::read(reply.belief),
    };
    Ok(Found::Answer(answer, values.byte_offset()))
}

#[cfg(test)]
mod tests {
    use super::super::belief::{Candidate, Probability, Stated};
    use super::*;

    const ANSWER: &str =
        r#"{"move": "e2e4", "crown_shift": null, "belief": {"candidates": [], "other": 1}}"#;

    fn form(text: &str) -> ReplyForm {
        Reply::read(text).form
    }

    #[test]
    fn an_answer_is_found_in_json_fences_and_prose() {
        let wrapped = [
            (ANSWER.to_owned(), ReplyForm::Json),
            (format!(" \n{ANSWER}\n"), ReplyForm::Json),
            (format!("```json\n{ANSWER}\n```"), ReplyForm::Fenced),
            (format!("So:\n```\n{ANSWER}\n```\nDone."), ReplyForm::Fenced),
            (
                format!("I think {{hard}}. {ANSWER} Good."),
                ReplyForm::InProse,
            ),
            (format!("{ANSWER} Good."), ReplyForm::InProse),
            (format!("```json\n{ANSWER}"), ReplyForm::InProse),
        ];
        for (text, form) in wrapped {
            let reply = Reply::read(&text);
            assert_eq!(reply.form, form, "{text}");
            let answer = reply.answer.unwrap();
            assert_eq!(answer.mv.as_deref(), Some("e2e4"));
            assert_eq!(
                answer.belief,
                Belief::Stated(Stated {
                    candidates: Vec::new(),
                    other: Probability::Value(1.0)
                })
            );
        }
    }

    #[test]
    fn replies_without_an_answer_are_told_apart() {
        assert_eq!(form(""), ReplyForm::Empty);
        assert_eq!(form(" \n\t"), ReplyForm::Empty);
        assert_eq!(form("I would play e2e4."), ReplyForm::Prose);
        for end in 10..ANSWER.len() {
            assert_eq!(form(&ANSWER[..end]), ReplyForm::CutOff, "{end}");
        }
        assert_eq!(form("{\"move\":\n\"e2e4\", \"p\": 0."), ReplyForm::CutOff);
        assert_eq!(form("{\"move\": \"e2e4\", \"p\": -"), ReplyForm::CutOff);
        assert_eq!(form("{'move': 'e2e4'}"), ReplyForm::BadJson);
        assert_eq!(form("{\"opinion\": 3}"), ReplyForm::BadJson);
        assert_eq!(form("[1, 2]"), ReplyForm::Prose);
    }

    #[test]
    fn not_a_number_does_not_lose_the_answer() {
        let text = r#"{"move": "e2e4", "belief": {"candidates": [{"square": "e8", "p": NaN}], "other": 1e999}}"#;
        let reply = Reply::read(text);
        assert_eq!(reply.form, ReplyForm::Json);
        assert_eq!(
            reply.answer.unwrap().belief,
            Belief::Stated(Stated {
                candidates: vec![Candidate::Entry {
                    square: Some("e8".to_owned()),
                    p: Probability::NotFinite
                }],
                other: Probability::NotFinite
            })
        );
    }

    #[test]
    fn huge_and_nested_texts_are_bounded() {
        assert_eq!(form(&"x".repeat(5 << 20)), ReplyForm::TooLong);
        assert_eq!(form(&"{".repeat(1 << 20)), ReplyForm::BadJson);
        assert_eq!(form(&"{\"a\":".repeat(200_000)), ReplyForm::CutOff);
        assert_eq!(
            form(&format!("é{}", "{\"a\":[".repeat(300_000))),
            ReplyForm::TooLong
        );
        let late = format!("{}{ANSWER}", " x".repeat(100_000));
        assert_eq!(form(&late), ReplyForm::InProse);
        let deep = format!(
            "{{\"move\": \"e2e4\", \"belief\": {}}}",
            "[".repeat(200_000)
        );
        assert_eq!(form(&deep), ReplyForm::BadJson);
    }
}
