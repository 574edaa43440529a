//! One record, typed.

use serde_json::value::RawValue;

use super::elicitation::Elicitation;
use super::raw::{RawPly, RawRecord};
use crate::records::lax::{List, Object, Scalar, TextOrNull};
use crate::records::reject::Reject;
use crate::records::repair::repaired;

/// The formats that are read.
const FORMAT: &str = "regent-chess/1";
/// What the name of any version of the format begins with.
const FORMAT_FAMILY: &str = "regent-chess/";

/// A record as it states itself; nothing is checked against the rules yet.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The game's stored name.
    pub game_id: String,
    /// The rule set it names.
    pub ruleset: Option<String>,
    /// The batch it belongs to.
    pub batch: Option<String>,
    /// Who played.
    pub seat: Seat,
    /// The side the agent plays.
    pub agent: Side,
    /// Start, in seconds since the epoch.
    pub started_at: Option<f64>,
    /// End, in seconds since the epoch.
    pub finished_at: Option<f64>,
    /// What was recorded.
    pub content: Content,
}

/// What a record holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// A game.
    Game(StoredGame),
    /// A single question about a position: the free control.
    Probe(Probe),
}

/// A game as stored.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredGame {
    /// Whether there is a Crown Shift.
    pub crown: bool,
    /// Whom the agent played.
    pub opponent: Opponent,
    /// The plies.
    pub plies: Vec<StoredPly>,
    /// The end as stored.
    pub result: StoredResult,
}

/// A free-control question.
#[derive(Debug, Clone, PartialEq)]
pub struct Probe {
    /// The position shown.
    pub fen: String,
    /// The question and its replies.
    pub elicitation: Elicitation,
}

/// The configuration that played.
#[derive(Debug, Clone, PartialEq)]
pub struct Seat {
    /// Its label.
    pub label: String,
    /// The model's id.
    pub model: Option<String>,
    /// Sampling temperature.
    pub temperature: Option<f64>,
    /// Limit on tokens received.
    pub max_tokens: Option<i64>,
}

/// The opponent's policy.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Opponent {
    /// Its name.
    pub policy: Option<String>,
    /// Its difficulty.
    pub difficulty: Option<String>,
    /// Its seed.
    pub seed: Option<i64>,
    /// Its version.
    pub version: Option<String>,
}

/// A side, as records name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

impl Side {
    /// `white` or `black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }

    fn read(value: &Scalar<'_>) -> Option<Self> {
        match value {
            Scalar::Text(name) if name == "white" => Some(Self::White),
            Scalar::Text(name) if name == "black" => Some(Self::Black),
            _ => None,
        }
    }
}

/// One ply as stored.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredPly {
    /// Its index.
    pub ply: Option<i64>,
    /// The side whose ply it is.
    pub color: Option<Side>,
    /// `agent` or `opponent`; at most 40 characters.
    pub actor: Option<String>,
    /// The move.
    pub mv: StoredText,
    /// The square of the new Regent.
    pub crown_shift: StoredText,
    /// Whether it is a pass.
    pub pass: bool,
    /// Whether the harness moved, as no legal move came.
    pub fallback: bool,
    /// The question and its replies, on plies of the agent.
    pub elicitation: Option<Elicitation>,
}

/// A text that may be missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoredText {
    /// Absent or `null`.
    None,
    /// A text, at most 40 characters.
    Text(String),
    /// Another type.
    WrongType,
}

impl StoredText {
    fn read(value: TextOrNull<'_>) -> Self {
        match value {
            TextOrNull::None => Self::None,
            TextOrNull::Text(text) => Self::Text(text.chars().take(40).collect()),
            TextOrNull::WrongType => Self::WrongType,
        }
    }
}

/// The end as stored.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StoredResult {
    /// The winner; none for a draw.
    pub winner: Option<String>,
    /// The reason.
    pub reason: Option<String>,
}

/// Whether a document is a Regent Chess record by its `format`, of whatever
/// version. A cheap look at text that need not be valid to its end.
#[must_use]
pub fn is_regent_record(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(4096)];
    let Some(at) = find(head, b"\"format\"") else {
        return false;
    };
    let rest = head[at + b"\"format\"".len()..].trim_ascii_start();
    let Some(value) = rest.strip_prefix(b":") else {
        return false;
    };
    let value = value.trim_ascii_start();
    value
        .strip_prefix(b"\"")
        .is_some_and(|name| name.starts_with(FORMAT_FAMILY.as_bytes()))
}

fn find(text: &[u8], word: &[u8]) -> Option<usize> {
    text.windows(word.len()).position(|window| window == word)
}

/// Parses one document.
///
/// # Errors
///
/// [`Reject::NotARecord`] for JSON whose `format` is none of Regent Chess,
/// [`Reject::Broken`] for text that is no JSON, for another version of the
/// format, and for records without what a replay needs (condition, seat label,
/// agent colour, a list of plies; a position and an elicitation in the free
/// control).
pub fn parse(bytes: &[u8]) -> Result<Record, Reject> {
    let text = std::str::from_utf8(bytes).map_err(|e| {
        Reject::broken(format!(
            "not UTF-8 text: invalid byte at offset {}",
            e.valid_up_to()
        ))
    })?;
    if text.trim().is_empty() {
        return Err(Reject::broken("empty: no JSON in it"));
    }
    match serde_json::from_str(text) {
        Ok(raw) => typed(raw),
        Err(error) => {
            let refused = || Reject::broken(format!("not valid JSON: {error}"));
            let mended = repaired(text).ok_or_else(refused)?;
            typed(serde_json::from_str(&mended).map_err(|_| refused())?)
        }
    }
}

fn typed(raw: RawRecord<'_>) -> Result<Record, Reject> {
    let is_object = raw.is_object();
    let format = raw.format.into_text().unwrap_or_default();
    if !is_object || !format.starts_with(FORMAT_FAMILY) {
        return Err(Reject::NotARecord(
            "not a Regent Chess record (JSON without a `format` of regent-chess)".to_owned(),
        ));
    }
    if format != FORMAT {
        let shown: String = format.chars().take(40).collect();
        return Err(Reject::broken(format!("format {shown:?} is not {FORMAT}")));
    }
    let agent = Side::read(&raw.agent_color)
        .ok_or_else(|| Reject::broken("agent_color is neither white nor black"))?;
    let content = match raw.condition.into_text().as_deref() {
        Some("free_control") => Content::Probe(Probe {
            fen: required(raw.fen, "fen")?,
            elicitation: Elicitation::read(raw.elicitation)
                .ok_or_else(|| Reject::broken("no elicitation object"))?,
        }),
        Some(condition @ ("regent" | "no_crown")) => Content::Game(StoredGame {
            crown: condition == "regent",
            opponent: Opponent {
                policy: text(raw.opponent.policy),
                difficulty: text(raw.opponent.difficulty),
                seed: raw.opponent.seed.and_then(integer),
                version: text(raw.opponent.version),
            },
            plies: plies(raw.plies)?,
            result: StoredResult {
                winner: text(raw.result.winner),
                reason: text(raw.result.reason),
            },
        }),
        _ => {
            let reason = "condition is none of regent, no_crown, free_control";
            return Err(Reject::broken(reason));
        }
    };
    Ok(Record {
        game_id: required(raw.game_id, "game_id")?,
        ruleset: text(raw.ruleset),
        batch: text(raw.batch),
        seat: Seat {
            label: required(raw.seat.label, "seat.label")?,
            model: text(raw.seat.model),
            temperature: raw.seat.temperature.number(),
            max_tokens: raw.seat.max_tokens.integer(),
        },
        agent,
        started_at: raw.started_at.number(),
        finished_at: raw.finished_at.number(),
        content,
    })
}

/// A non-empty text, at most 400 characters of it.
fn text(value: Scalar<'_>) -> Option<String> {
    let text = value.into_text().filter(|text| !text.is_empty())?;
    Some(text.chars().take(400).collect())
}

fn required(value: Scalar<'_>, field: &str) -> Result<String, Reject> {
    text(value).ok_or_else(|| Reject::broken(format!("no {field} (a non-empty string)")))
}

/// An integer, exact to 64 bits.
fn integer(raw: &RawValue) -> Option<i64> {
    raw.get().parse().ok()
}

fn plies(raw: List<RawPly<'_>>) -> Result<Vec<StoredPly>, Reject> {
    let List::Items(raw) = raw else {
        return Err(Reject::broken("plies is not a list"));
    };
    raw.into_iter()
        .enumerate()
        .map(|(index, raw)| {
            if !raw.is_object() {
                return Err(Reject::broken(format!("ply {index}: not an object")));
            }
            Ok(StoredPly {
                ply: raw.ply.integer(),
                color: Side::read(&raw.color),
                actor: text(raw.actor),
                mv: StoredText::read(raw.r#move),
                crown_shift: StoredText::read(raw.crown_shift),
                pass: raw.pass.bool().unwrap_or(false),
                fallback: raw.actor_fallback.bool().unwrap_or(false),
                elicitation: Elicitation::read(raw.elicitation),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn sound() -> Value {
        json!({
            "format": "regent-chess/1", "ruleset": "1.2", "game_id": "g", "condition": "regent",
            "batch": "b", "seat": {"label": "S1"}, "agent_color": "white",
            "opponent": {"policy": "tier1", "seed": 9_007_199_254_740_993_i64},
            "plies": [{"ply": 0, "color": "white", "actor": "agent", "move": "e2e4", "crown_shift": null}],
            "result": {"winner": null, "reason": "aborted"},
        })
    }

    fn with(change: impl FnOnce(&mut Value)) -> Result<Record, Reject> {
        let mut value = sound();
        change(&mut value);
        parse(value.to_string().as_bytes())
    }

    fn broken(change: impl FnOnce(&mut Value)) -> String {
        match with(change) {
            Err(Reject::Broken(reason)) => reason,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_sound_record_is_read() {
        let record = with(|_| ()).unwrap();
        let Content::Game(game) = record.content else {
            panic!("a game");
        };
        assert!(game.crown);
        assert_eq!(game.opponent.seed, Some(9_007_199_254_740_993));
        assert_eq!(game.plies[0].mv, StoredText::Text("e2e4".to_owned()));
        assert_eq!(game.plies[0].crown_shift, StoredText::None);
    }

    #[test]
    fn other_documents_are_no_records() {
        for text in [
            "{}",
            "[]",
            "3",
            "null",
            "{\"format\": \"chess/1\"}",
            "{\"format\": 1}",
        ] {
            assert!(
                matches!(parse(text.as_bytes()), Err(Reject::NotARecord(_))),
                "{text}"
            );
        }
    }

    #[test]
    fn unusable_records_are_broken_with_a_reason() {
        assert_eq!(
            broken(|v| v["plies"] = json!("none")),
            "plies is not a list"
        );
        assert_eq!(
            broken(|v| v["plies"] = json!([{}, 3])),
            "ply 1: not an object"
        );
        assert_eq!(
            broken(|v| v["format"] = json!("regent-chess/2")),
            "format \"regent-chess/2\" is not regent-chess/1"
        );
        assert_eq!(
            broken(|v| v["agent_color"] = json!("red")),
            "agent_color is neither white nor black"
        );
        assert_eq!(
            broken(|v| v["seat"] = json!([])),
            "no seat.label (a non-empty string)"
        );
        assert_eq!(
            broken(|v| v["game_id"] = json!("")),
            "no game_id (a non-empty string)"
        );
        assert_eq!(
            broken(|v| v["condition"] = json!("x")),
            "condition is none of regent, no_crown, free_control"
        );
        assert_eq!(
            broken(|v| v["condition"] = json!("free_control")),
            "no fen (a non-empty string)"
        );
        let text = sound().to_string();
        let cut = parse(&text.as_bytes()[..100]).unwrap_err().to_string();
        assert!(cut.starts_with("not valid JSON: EOF"), "{cut}");
        assert!(matches!(parse(b"\xff"), Err(Reject::Broken(_))));
        assert!(matches!(parse(b" "), Err(Reject::Broken(_))));
    }

    #[test]
    fn python_s_nan_and_half_emoji_break_nothing() {
        let text = sound()
            .to_string()
            .replace("\"S1\"", "\"S\\ud83d\", \"temperature\": NaN");
        let record = parse(text.as_bytes()).unwrap();
        assert_eq!(record.seat.label, "S\u{fffd}");
        assert_eq!(record.seat.temperature, None);
    }

    #[test]
    fn the_format_is_recognised_in_text_that_breaks_off() {
        let text = sound().to_string();
        assert!(is_regent_record(text.as_bytes()));
        assert!(is_regent_record(b"{ \"format\" : \"regent-chess/9\", \"pl"));
        assert!(!is_regent_record(b"{\"endgame\": {}}"));
        assert!(!is_regent_record(b"{\"format\": \"other\"}"));
        assert!(!is_regent_record(b""));
    }
}
