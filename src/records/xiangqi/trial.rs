//! One trial, typed.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::actions::{TurnLog, read_turns};
use super::conversation::{StoredMessage, stored};
use super::raw::{RawCase, RawEndgame, RawMessage, RawPly, RawRecord, RawWinner};
use crate::records::lax::{List, Object, Scalar};
use crate::records::reject::Reject;

/// A trial as its record states it; nothing is checked against the rules yet.
#[derive(Debug, Clone)]
pub struct Trial<'a> {
    /// Which generation wrote the record.
    pub generation: Generation,
    /// Stored model id.
    pub model: Cow<'a, str>,
    /// Observation setting.
    pub setting: Setting,
    /// Side the agent plays.
    pub challenger: Player,
    /// The position played.
    pub case: Case<'a>,
    /// Start time in seconds since the epoch, when stored as a number.
    pub started_at: Option<f64>,
    /// The verdict as archived.
    pub archived: Archived<'a>,
    /// `endgame.standard`, where the generation has it.
    pub standard: Option<bool>,
    /// Defender named by the record.
    pub defender: Option<Cow<'a, str>>,
    /// Budgets of the harness (`config.max_*`).
    pub budgets: Budgets,
    /// Moves as stored, a synthetic forfeit entry included.
    pub moves: Vec<Cow<'a, str>>,
    /// `initial_fen` of the document.
    pub initial_fen: Option<Cow<'a, str>>,
    /// Plies of the trajectory, where it was kept.
    pub trajectory: Option<Vec<LoggedPly<'a>>>,
    /// What the environment told the agent, in order, where it was kept.
    pub told: Option<Vec<Cow<'a, str>>>,
    /// What the agent did.
    pub log: TurnLog<'a>,
}

/// The two record generations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Generation {
    /// Written by the released package (0.1.x).
    Release,
    /// Written during collection for the paper.
    Legacy,
}

impl Generation {
    /// The name used in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Legacy => "legacy",
        }
    }
}

/// A side of the game, as records name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Player {
    /// Red, upper-case in FEN.
    Red,
    /// Black.
    Black,
}

impl Player {
    /// `red` or `black`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Black => "black",
        }
    }

    /// The other side.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }

    /// Reads `red` or `black`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "red" => Some(Self::Red),
            "black" => Some(Self::Black),
            _ => None,
        }
    }
}

/// An observation setting.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Setting(String);

impl Default for Setting {
    /// What a record without a setting was played in.
    fn default() -> Self {
        Self::new("repl-sighted")
    }
}

impl Setting {
    /// (stored id, key in `numbers.json`, label, short label), in display order.
    const KNOWN: [(&'static str, &'static str, &'static str, &'static str); 6] = [
        ("repl-sighted", "sighted", "Sighted", "S"),
        ("repl-blind", "restricted", "Restricted", "R"),
        ("repl-abl-S", "full", "Full", "Full"),
        ("repl-abl-S-NT", "no_queries", "No queries", "No queries"),
        ("repl-abl-R-T", "no_refresh", "No refresh", "No refresh"),
        ("repl-abl-R", "neither", "Neither", "Neither"),
    ];

    /// A setting by its stored id.
    #[must_use]
    pub fn new(id: impl Into<String>) -> Self {
        Self(id.into())
    }

    /// The stored id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.0
    }

    fn known(&self) -> Option<&'static (&'static str, &'static str, &'static str, &'static str)> {
        Self::KNOWN.iter().find(|(id, ..)| *id == self.0)
    }

    /// The name inside `numbers.json` keys.
    #[must_use]
    pub fn key(&self) -> &str {
        self.known().map_or(&self.0, |known| known.1)
    }

    /// The name shown to readers.
    #[must_use]
    pub fn label(&self) -> &str {
        self.known().map_or(&self.0, |known| known.2)
    }

    /// The short name in printed tables (`S`, `R`).
    #[must_use]
    pub fn short(&self) -> &str {
        self.known().map_or(&self.0, |known| known.3)
    }

    /// Position in display order; unknown settings come last, by id.
    #[must_use]
    pub fn rank(&self) -> usize {
        let at = Self::KNOWN.iter().position(|(id, ..)| *id == self.0);
        at.unwrap_or(Self::KNOWN.len())
    }
}

/// The position of a trial, with its admission metadata.
#[derive(Debug, Clone)]
pub struct Case<'a> {
    /// Case id.
    pub id: Cow<'a, str>,
    /// Starting position.
    pub fen: Cow<'a, str>,
    /// Collection the position is from.
    pub source: Option<Cow<'a, str>>,
    /// Title in that collection.
    pub name: Option<Cow<'a, str>>,
    /// `threatmate_race` or `forced_mate`.
    pub category: Option<Cow<'a, str>>,
    /// Stored mate distance in plies.
    pub win_in_plies: Option<i64>,
    /// Plies in which the defender would mate if it were to move.
    pub defender_threat_in_plies: Option<i64>,
    /// Stored reference first move (ICCS).
    pub first_winning_move: Option<Cow<'a, str>>,
    /// How the position was admitted (`engine`, `solver_proof`, …).
    pub verified_by: Option<Cow<'a, str>>,
}

/// The verdict a record carries.
#[derive(Debug, Clone, Default)]
pub struct Archived<'a> {
    /// `endgame.outcome`.
    pub outcome: Option<Cow<'a, str>>,
    /// `endgame.termination_reason`, else `result.reason`.
    pub reason: Option<Cow<'a, str>>,
    /// `endgame.winner`, else `result.winner`.
    pub winner: Option<Cow<'a, str>>,
    /// `endgame.plies`.
    pub plies: Option<i64>,
    /// `endgame.final_fen`.
    pub final_fen: Option<Cow<'a, str>>,
}

/// Integer budgets of the harness by key (`max_turns`, …).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Budgets(pub BTreeMap<String, i64>);

impl Budgets {
    /// The budget under `key`, or its default.
    #[must_use]
    pub fn get(&self, key: &str, default: i64) -> i64 {
        self.0.get(key).copied().unwrap_or(default)
    }
}

/// One ply of the stored trajectory.
#[derive(Debug, Clone)]
pub struct LoggedPly<'a> {
    /// Position before the ply.
    pub fen_before: Option<Cow<'a, str>>,
    /// Legal moves listed before it.
    pub legal_moves_before: Option<Vec<Cow<'a, str>>>,
    /// Move played; `None` for a resignation or forfeit.
    pub move_played: Option<Cow<'a, str>>,
    /// Position after it.
    pub fen_after: Option<Cow<'a, str>>,
    /// Stored check flag after it.
    pub in_check: Option<bool>,
}

/// Parses one document.
///
/// # Errors
///
/// [`Reject::NotARecord`] for JSON without an `endgame` object,
/// [`Reject::Broken`] for text that is no JSON and for records that lack what
/// a replay needs (model, case id, `case.fen`, a list of moves, a usable winner).
pub fn parse(bytes: &[u8]) -> Result<Trial<'_>, Reject> {
    let raw = parse_json(bytes)?;
    if !raw.is_object() || !raw.endgame.is_object() {
        return Err(Reject::NotARecord(
            "not a trial record (JSON without an `endgame` object)".to_owned(),
        ));
    }
    typed(raw)
}

/// The agent's whole conversation; empty when the record holds none.
///
/// # Errors
///
/// As [`parse`].
pub fn conversation(bytes: &[u8]) -> Result<Vec<StoredMessage>, Reject> {
    let raw = parse_json(bytes)?;
    let sides = raw.per_player_messages;
    let messages = messages_of(match challenger_of(&raw.endgame) {
        Player::Red => sides.red,
        Player::Black => sides.black,
    });
    Ok(stored(messages.as_deref().unwrap_or_default()))
}

fn challenger_of(endgame: &RawEndgame<'_>) -> Player {
    [&endgame.challenger, &endgame.case.challenger]
        .into_iter()
        .find_map(|side| match side {
            Scalar::Text(name) => Player::named(name),
            _ => None,
        })
        .unwrap_or(Player::Red)
}

fn parse_json(bytes: &[u8]) -> Result<RawRecord<'_>, Reject> {
    let text = std::str::from_utf8(bytes).map_err(|e| {
        Reject::broken(format!(
            "not UTF-8 text: invalid byte at offset {}",
            e.valid_up_to()
        ))
    })?;
    if text.trim().is_empty() {
        return Err(Reject::broken("empty: no JSON in it"));
    }
    serde_json::from_str(text).map_err(|e| Reject::broken(format!("not valid JSON: {e}")))
}

fn typed(raw: RawRecord<'_>) -> Result<Trial<'_>, Reject> {
    let RawRecord {
        endgame,
        config,
        moves,
        per_player_messages,
        trajectory,
        result,
        ..
    } = raw;
    let challenger = challenger_of(&endgame);
    let winner = match (winner(endgame.winner)?, winner(result.winner)?) {
        (Some(winner), _) if !winner.is_empty() => Some(winner),
        (_, other) => other,
    };
    let model = required(endgame.model, "endgame.model")?;
    let case_id = endgame
        .case
        .id
        .clone()
        .into_text()
        .filter(|id| !id.is_empty());
    let case_id = match case_id {
        Some(id) => id,
        None => required(endgame.case_id, "endgame.case.id (or endgame.case_id)")?,
    };
    let moves = moves_of(moves)?;
    let case = case_of(endgame.case, case_id)?;

    let plies = match trajectory {
        List::Items(plies) => Some(plies),
        _ => None,
    };
    let messages = messages_of(match challenger {
        Player::Red => per_player_messages.red,
        Player::Black => per_player_messages.black,
    });
    let log = read_turns(plies.as_deref(), challenger.name(), messages.as_deref());

    Ok(Trial {
        generation: match (&endgame.xiangqibench_version, &endgame.status) {
            (Scalar::None, Scalar::None) => Generation::Legacy,
            _ => Generation::Release,
        },
        model,
        setting: Setting::new(match endgame.setting.into_text() {
            Some(setting) if !setting.is_empty() => setting.into_owned(),
            _ => "repl-sighted".to_owned(),
        }),
        challenger,
        case,
        started_at: endgame.started_at.number(),
        archived: Archived {
            outcome: endgame.outcome.into_text(),
            reason: non_empty(endgame.termination_reason).or_else(|| non_empty(result.reason)),
            winner: winner.filter(|winner| !winner.is_empty()),
            plies: endgame.plies.integer(),
            final_fen: endgame.final_fen.into_text(),
        },
        standard: endgame.standard.bool(),
        defender: endgame.defender_kind.into_text(),
        budgets: Budgets(
            config
                .0
                .iter()
                .filter(|(key, _)| key.starts_with("max_"))
                .filter_map(|(key, value)| Some((key.clone(), value.integer()?)))
                .collect(),
        ),
        moves,
        initial_fen: raw.initial_fen.into_text(),
        trajectory: plies.map(|plies| plies.into_iter().map(logged).collect()),
        told: messages.map(|messages| {
            messages
                .into_iter()
                .filter(|m| matches!(&m.role, Scalar::Text(role) if role == "user"))
                .filter_map(|m| m.content.into_text())
                .collect()
        }),
        log,
    })
}

fn non_empty(value: Scalar<'_>) -> Option<Cow<'_, str>> {
    value.into_text().filter(|text| !text.is_empty())
}

fn required<'a>(value: Scalar<'a>, field: &str) -> Result<Cow<'a, str>, Reject> {
    non_empty(value).ok_or_else(|| Reject::broken(format!("no {field} (a non-empty string)")))
}

fn winner(raw: RawWinner<'_>) -> Result<Option<Cow<'_, str>>, Reject> {
    match raw {
        RawWinner::None => Ok(None),
        RawWinner::Text(text) => Ok(Some(text)),
        RawWinner::WrongType => Err(Reject::broken("winner is neither a string nor null")),
    }
}

fn moves_of(moves: List<Scalar<'_>>) -> Result<Vec<Cow<'_, str>>, Reject> {
    let wrong = || Reject::broken("moves is not a list of strings");
    match moves {
        List::Items(items) => items
            .into_iter()
            .map(|item| item.into_text().ok_or_else(wrong))
            .collect(),
        List::Absent | List::Other => Err(wrong()),
    }
}

fn case_of<'a>(raw: RawCase<'a>, id: Cow<'a, str>) -> Result<Case<'a>, Reject> {
    if !raw.is_object() {
        return Err(Reject::broken("no endgame.case object"));
    }
    Ok(Case {
        id,
        fen: required(raw.fen, "endgame.case.fen")?,
        source: raw.source.into_text(),
        name: raw.name.into_text(),
        category: raw.category.into_text(),
        win_in_plies: raw.win_in_plies.integer(),
        defender_threat_in_plies: raw.defender_threat_in_plies.integer(),
        first_winning_move: non_empty(raw.first_winning_move),
        verified_by: raw.verified_by.into_text(),
    })
}

fn messages_of(raw: Option<&RawValue>) -> Option<Vec<RawMessage<'_>>> {
    match serde_json::from_str(raw?.get()) {
        Ok(List::Items(messages)) => Some(messages),
        _ => None,
    }
}

fn logged(ply: RawPly<'_>) -> LoggedPly<'_> {
    LoggedPly {
        fen_before: ply.fen_before.into_text(),
        legal_moves_before: match ply.legal_moves_before {
            List::Items(moves) => moves.into_iter().map(Scalar::into_text).collect(),
            _ => None,
        },
        move_played: non_empty(ply.move_played),
        fen_after: ply.fen_after.into_text(),
        in_check: ply.in_check.bool(),
    }
}
