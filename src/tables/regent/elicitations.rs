//! One row a question to the agent.

use super::super::batch::Batch;
use super::super::schema::{Column, Kind, Table};
use super::games::questions;
use crate::records::regent::{Record, ReplyForm};
use crate::replay::regent::{ElicitationFact, Replayed};

use Kind::{Bool, Float, Int, Text};

/// The table.
pub static TABLE: Table = Table {
    name: "elicitations",
    doc: "One row a question to the agent: its replies and the belief of the first. A forfeit's closing entry has one, a free-control record has one.",
    key: &["record_id", "ply"],
    order: "records, then ply",
    columns: &[
        Column::new("record_id", Text, "", "The record"),
        Column::new(
            "ply",
            Int,
            "plies",
            "0-based ply; 0 for a free-control question",
        ),
        Column::new(
            "own_move",
            Int,
            "moves",
            "Number of the agent's own move that is asked for, from 1",
        ),
        Column::new("replies", Int, "replies", "Replies given"),
        Column::new(
            "illegal_replies",
            Int,
            "replies",
            "Replies that name a move which is not legal in the mode after the ply's Crown Shift",
        ),
        Column::new("first_names_move", Bool, "", "The first reply names a move"),
        Column::new(
            "first_legal",
            Bool,
            "",
            "The first reply names one legal move",
        ),
        Column::optional(
            "first_form",
            Text,
            "",
            "How the first reply's text holds its answer: json, fenced, in_prose, cut_off, bad_json, prose, empty or \
             too_long; missing when the text is not stored",
        ),
        Column::new(
            "belief_valid",
            Bool,
            "",
            "The belief of the first reply has no fault",
        ),
        Column::new(
            "belief_faults",
            Text,
            "",
            "What is wrong with it, with spaces between: absent, not_an_object, candidates_not_a_list, \
             candidate_not_an_object, square_not_text, not_a_square, empty_square, own_square, duplicate_square, \
             p_missing, p_wrong_type, p_not_finite, p_negative, p_above_one, residual_missing, residual_wrong_type, \
             residual_not_finite, residual_negative, total_off",
        ),
        Column::new(
            "well_formed",
            Bool,
            "",
            "The first reply names one legal move and its belief is valid",
        ),
        Column::optional("archived_well_formed", Bool, "", "The stored value"),
        Column::new(
            "candidates",
            Int,
            "pieces",
            "Pieces the belief names, whether well or not",
        ),
        Column::optional(
            "residual",
            Float,
            "probability",
            "Stated for all other pieces, if a finite number",
        ),
        Column::optional(
            "total",
            Float,
            "probability",
            "Sum of all stated numbers, if all are finite",
        ),
        Column::new("enemy_pieces", Int, "pieces", "Living enemy pieces"),
        Column::optional("truncated", Bool, "", "Stored: a reply hit the token limit"),
        Column::optional("prompt_tokens", Int, "tokens", "Tokens sent"),
        Column::optional("completion_tokens", Int, "tokens", "Tokens received"),
        Column::optional("latency_ms", Float, "milliseconds", "Time the replies took"),
        Column::optional("cost_usd", Float, "US dollars", "Price of the replies"),
    ],
};

pub(super) fn push(batch: &mut Batch, id: &str, record: &Record, replayed: &Replayed) {
    let facts = replayed.elicitations().iter();
    for (fact, stored) in facts.zip(questions(record, replayed)) {
        push_fact(batch, id, fact);
        let belief = &fact.belief;
        batch
            .bool(fact.well_formed)
            .bool(stored.well_formed)
            .count(belief.candidates.len())
            .float(belief.residual)
            .float(belief.total)
            .int(i64::from(fact.enemy_pieces))
            .bool(stored.truncated)
            .int(stored.prompt_tokens)
            .int(stored.completion_tokens)
            .float(stored.latency_ms)
            .float(stored.cost_usd);
    }
}

fn push_fact(batch: &mut Batch, id: &str, fact: &ElicitationFact) {
    let illegal = fact.attempts.iter().filter(|attempt| attempt.illegal());
    let first = fact.attempts.first();
    let faults: Vec<&str> = fact
        .belief
        .faults
        .iter()
        .map(|fault| fault.name())
        .collect();
    batch
        .text(id)
        .int(i64::from(fact.ply))
        .int(i64::from(fact.own_move))
        .count(fact.attempts.len())
        .count(illegal.count())
        .bool(first.is_some_and(|first| first.names_move))
        .bool(first.is_some_and(|first| first.legal))
        .text(first.and_then(|first| first.form).map(ReplyForm::name))
        .bool(fact.belief.is_valid())
        .text(faults.join(" ").as_str());
}
