//! One row a record: a game or a free-control question.

use super::super::batch::Batch;
use super::super::schema::{Column, Kind, Table};
use super::condition;
use crate::records::regent::{Content, Elicitation, Record, StoredGame};
use crate::replay::regent::{EndReason, Replayed, ReplayedGame};
use crate::rules::regent::{Color, side_name};

use Kind::{Bool, Float, Int, Text};

/// The table.
pub static TABLE: Table = Table {
    name: "games",
    doc: "One row a Regent Chess record: a game, or a free-control question, which has no plies and no result.",
    key: &["record_id"],
    order: "input order",
    columns: &[
        Column::new(
            "record_id",
            Text,
            "",
            "The record: 16 hex digits of SHA-256 over source and line",
        ),
        Column::new(
            "source",
            Text,
            "",
            "Path as given, plus !member inside a container",
        ),
        Column::optional("line", Int, "", "1-based line in a .jsonl file"),
        Column::new("game_id", Text, "", "The record's own name"),
        Column::optional("archived_ruleset", Text, "", "Rule set the record names"),
        Column::new("condition", Text, "", "regent, no_crown or free_control"),
        Column::optional("batch", Text, "", "Batch the record belongs to"),
        Column::new("seat", Text, "", "Label of the configuration that played"),
        Column::optional("model", Text, "", "Model id"),
        Column::optional("temperature", Float, "", "Sampling temperature"),
        Column::optional("max_tokens", Int, "tokens", "Limit on tokens received"),
        Column::new(
            "agent_color",
            Text,
            "",
            "Side the agent plays: white or black",
        ),
        Column::optional("opponent_policy", Text, "", "The opponent's policy"),
        Column::optional("opponent_difficulty", Text, "", "Its difficulty"),
        Column::optional("opponent_seed", Int, "", "Its seed"),
        Column::optional("opponent_version", Text, "", "Its version"),
        Column::optional("started_at", Float, "seconds since 1970", "Start"),
        Column::optional("finished_at", Float, "seconds since 1970", "End"),
        Column::optional(
            "fen",
            Text,
            "FEN",
            "Position of a free-control question, without clocks",
        ),
        Column::new("plies", Int, "plies", "Replayed plies, passes included"),
        Column::new("passes", Int, "plies", "Passes among them"),
        Column::new(
            "agent_moves",
            Int,
            "moves",
            "Moves the agent's side completed",
        ),
        Column::new(
            "fallback_moves",
            Int,
            "moves",
            "Of these, the ones the harness chose",
        ),
        Column::new("crown_shifts", Int, "shifts", "Crown Shifts of both sides"),
        Column::new("captures", Int, "captures", "Captures of both sides"),
        Column::new("elicitations", Int, "questions", "Questions to the agent"),
        Column::new(
            "well_formed",
            Int,
            "questions",
            "Questions whose first reply was well-formed",
        ),
        Column::new(
            "valid_beliefs",
            Int,
            "questions",
            "Questions whose first reply held a valid belief",
        ),
        Column::new("replies", Int, "replies", "Replies to all questions"),
        Column::new(
            "illegal_replies",
            Int,
            "replies",
            "Replies that name a move which is not legal",
        ),
        Column::new(
            "truncated",
            Int,
            "questions",
            "Questions the harness marked as truncated",
        ),
        Column::optional(
            "prompt_tokens",
            Int,
            "tokens",
            "Tokens sent, over the questions that say",
        ),
        Column::optional(
            "completion_tokens",
            Int,
            "tokens",
            "Tokens received, over the questions that say",
        ),
        Column::optional(
            "latency_ms",
            Float,
            "milliseconds",
            "Time the replies took, over the questions that say",
        ),
        Column::optional(
            "cost_usd",
            Float,
            "US dollars",
            "Price of the replies, over the questions that say",
        ),
        Column::optional(
            "archived_winner",
            Text,
            "",
            "Stored winner; missing for a draw",
        ),
        Column::optional("archived_reason", Text, "", "Stored reason of the end"),
        Column::optional(
            "winner",
            Text,
            "",
            "True winner; missing for a draw, an aborted game, or no result",
        ),
        Column::optional(
            "reason",
            Text,
            "",
            "True reason: regent_captured, checkmate, bare_kings, threefold_repetition, fifty_moves, \
             seventy_five_moves, consecutive_passes, resignation, forfeit or aborted; missing when a stored board \
             ending is not reached or no end is known",
        ),
        Column::optional(
            "outcome",
            Text,
            "",
            "For the agent: win, loss or draw; missing for an aborted game or no result",
        ),
        Column::new("on_board", Bool, "", "Whether the rules ended the game"),
        Column::new(
            "compared",
            Int,
            "items",
            "Stored values compared with the replay",
        ),
        Column::new(
            "differing",
            Int,
            "items",
            "The ones that differ; each is a row of regent_discrepancies",
        ),
    ],
};

pub(super) fn push(
    batch: &mut Batch,
    id: &str,
    (source, line): (&str, Option<u64>),
    record: &Record,
    replayed: &Replayed,
) {
    let (game, stored) = match (replayed, &record.content) {
        (Replayed::Game(game), Content::Game(stored)) => (Some(game), Some(stored)),
        _ => (None, None),
    };
    batch
        .text(id)
        .text(source)
        .int(line.and_then(|line| i64::try_from(line).ok()))
        .text(record.game_id.as_str())
        .text(record.ruleset.as_deref())
        .text(condition(record))
        .text(record.batch.as_deref())
        .text(record.seat.label.as_str())
        .text(record.seat.model.as_deref())
        .float(record.seat.temperature)
        .int(record.seat.max_tokens)
        .text(side_name(agent(record, replayed)));
    push_opponent(batch, stored);
    batch.float(record.started_at).float(record.finished_at);
    batch.text(match replayed {
        Replayed::Probe(probe) => Some(probe.fen.as_str()),
        Replayed::Game(_) => None,
    });
    push_counts(batch, game);
    push_questions(batch, record, replayed);
    push_result(batch, game, stored, agent(record, replayed));
    let compared = &replayed.comparison();
    let total = |of: fn((u64, u64)) -> u64| {
        let kinds = crate::replay::regent::CompareKind::ALL.into_iter();
        let sum: u64 = kinds.map(|kind| of(compared.tally.get(kind))).sum();
        i64::try_from(sum).unwrap_or(i64::MAX)
    };
    batch.int(total(|(n, _)| n)).int(total(|(_, n)| n));
}

/// The agent's side; in the free control that is the one to move.
pub(super) fn agent(record: &Record, replayed: &Replayed) -> Color {
    match replayed {
        Replayed::Probe(probe) => probe.side,
        Replayed::Game(_) => match record.agent {
            crate::records::regent::Side::White => Color::White,
            crate::records::regent::Side::Black => Color::Black,
        },
    }
}

fn push_opponent(batch: &mut Batch, stored: Option<&StoredGame>) {
    let opponent = stored.map(|game| &game.opponent);
    batch
        .text(opponent.and_then(|opponent| opponent.policy.as_deref()))
        .text(opponent.and_then(|opponent| opponent.difficulty.as_deref()))
        .int(opponent.and_then(|opponent| opponent.seed))
        .text(opponent.and_then(|opponent| opponent.version.as_deref()));
}

fn push_counts(batch: &mut Batch, game: Option<&ReplayedGame>) {
    let plies = game.map_or(&[][..], |game| &game.plies);
    let own = plies
        .iter()
        .filter(|ply| ply.agent && ply.played.piece.is_some());
    batch
        .count(plies.len())
        .count(plies.iter().filter(|ply| ply.pass).count())
        .count(own.clone().count())
        .count(own.filter(|ply| ply.fallback).count())
        .count(game.map_or(0, |game| game.shifts.len()))
        .count(game.map_or(0, |game| game.captures.len()));
}

fn push_questions(batch: &mut Batch, record: &Record, replayed: &Replayed) {
    let facts = replayed.elicitations();
    let replies = || facts.iter().flat_map(|fact| &fact.attempts);
    let valid = facts.iter().filter(|fact| fact.belief.is_valid()).count();
    let stored = questions(record, replayed);
    let truncated = |stored: &&Elicitation| stored.truncated == Some(true);
    batch
        .count(facts.len())
        .count(facts.iter().filter(|fact| fact.well_formed).count())
        .count(valid)
        .count(replies().count())
        .count(replies().filter(|reply| reply.illegal()).count())
        .count(stored.iter().copied().filter(truncated).count())
        .int(sum(stored.iter().filter_map(|stored| stored.prompt_tokens)))
        .int(sum(stored
            .iter()
            .filter_map(|stored| stored.completion_tokens)))
        .float(add(stored.iter().filter_map(|stored| stored.latency_ms)))
        .float(add(stored.iter().filter_map(|stored| stored.cost_usd)));
}

/// The stored questions that were replayed, in the order of their facts.
pub(super) fn questions<'r>(record: &'r Record, replayed: &Replayed) -> Vec<&'r Elicitation> {
    match &record.content {
        Content::Probe(probe) => vec![&probe.elicitation],
        Content::Game(game) => replayed
            .elicitations()
            .iter()
            .filter_map(|fact| game.plies.get(fact.ply as usize)?.elicitation.as_ref())
            .collect(),
    }
}

/// The sum; none over nothing.
fn sum(values: impl Iterator<Item = i64>) -> Option<i64> {
    values.fold(None, |sum: Option<i64>, value| {
        Some(sum.unwrap_or(0).saturating_add(value))
    })
}

/// The sum; none over nothing.
fn add(values: impl Iterator<Item = f64>) -> Option<f64> {
    values.fold(None, |sum: Option<f64>, value| {
        Some(sum.unwrap_or(0.0) + value)
    })
}

fn push_result(
    batch: &mut Batch,
    game: Option<&ReplayedGame>,
    stored: Option<&StoredGame>,
    agent: Color,
) {
    let verdict = game.and_then(|game| game.verdict);
    let winner = verdict.and_then(|verdict| verdict.winner);
    let reason = verdict.map(|verdict| verdict.reason);
    let outcome = match (reason, winner) {
        (None | Some(EndReason::Aborted), _) => None,
        (Some(_), None) => Some("draw"),
        (Some(_), Some(winner)) if winner == agent => Some("win"),
        (Some(_), Some(_)) => Some("loss"),
    };
    batch
        .text(stored.and_then(|game| game.result.winner.as_deref()))
        .text(stored.and_then(|game| game.result.reason.as_deref()))
        .text(winner.map(side_name))
        .text(reason.map(EndReason::name))
        .text(outcome)
        .bool(matches!(reason, Some(EndReason::Board(_))));
}
