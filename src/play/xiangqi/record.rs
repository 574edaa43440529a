//! A played trial as a record in the release schema.

use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use super::cases::Case;
use super::environment::Environment;
use super::journal::{Interaction, Turn};
use super::prompt::Prompt;
use super::said::Order;
use crate::play::agent::{Message, Usage};
use crate::rules::xiangqi::Side;

/// What a record says beside the course of the trial.
#[derive(Debug, Clone)]
pub struct Frame<'a> {
    /// The agent's name.
    pub model: &'a str,
    /// Start and end, in seconds since 1970-01-01.
    pub times: (f64, f64),
    /// How the defender is described: kind (`engine` or `rule`) and settings.
    pub defender: (&'a str, Value),
    /// Whether prompt, budgets and defender are the benchmark's own.
    pub standard: bool,
    /// Settings of the agent and the run; no secrets.
    pub settings: Value,
}

/// Version of the record schema that is written.
const SCHEMA: &str = "0.1.1";

/// The record of a trial that is over.
#[must_use]
pub(super) fn record(
    environment: &Environment,
    case: &Case,
    prompt: &Prompt,
    frame: &Frame<'_>,
) -> Value {
    let journal = environment.journal();
    let agent = environment.agent();
    let moves: Vec<String> = environment
        .game()
        .moves()
        .map(|mv| mv.to_string())
        .collect();
    let end = environment.end();
    let (kind, defender) = &frame.defender;
    let players = Map::from_iter([
        (agent.name().to_owned(), json!(frame.model)),
        (
            agent.opponent().name().to_owned(),
            json!(format!("house-{kind}")),
        ),
    ]);
    let result = end
        .reason
        .as_ref()
        .map(|reason| json!({"winner": end.winner, "reason": reason}));
    let first = first_move(environment, agent);
    let matched = first
        .as_ref()
        .zip(case.first_winning_move.as_ref())
        .map(|(first, reference)| first == reference);
    let outcome = environment.outcome();
    let mode = environment.rules().mode;
    let tokens = journal.usage.map_or_else(Map::new, |usage| {
        let counts = json!({"prompt": usage.prompt_tokens, "completion": usage.completion_tokens});
        Map::from_iter([(agent.name().to_owned(), counts)])
    });
    json!({
        "game_id": game_id(&moves, case, frame),
        "game_type": "xiangqi-endgame",
        "config": config(environment),
        "players": players,
        "initial_fen": super::wire::fen(&case.position),
        "initial_board": journal.initial_board,
        "result": result,
        "total_turns": journal.turns.len(),
        "total_api_calls": journal.replies,
        "moves": moves,
        "trajectory": journal.turns.iter().map(|turn| self::turn(turn, frame)).collect::<Vec<_>>(),
        "per_player_messages": {
            "red": messages(environment.conversation_of(Side::Red)),
            "black": messages(environment.conversation_of(Side::Black)),
        },
        "stats": {
            "total_simulations": journal.simulations,
            "total_view_boards": journal.board_views,
            "forced_moves": 0,
            "total_forfeits": journal.forfeits,
            "total_tokens": tokens,
        },
        "recount": {
            "version": env!("CARGO_PKG_VERSION"),
            "prompt_sha256": prompt.sha256(),
            "settings": frame.settings,
        },
        "endgame": {
            "case_id": case.id,
            "model": frame.model,
            "challenger": agent.name(),
            "protocol": "repl",
            "defender_kind": kind,
            "outcome": outcome,
            "winner": end.winner,
            "termination_reason": end.reason,
            "plies": environment.game().ply(),
            "matched_first_move": matched,
            "first_move": first,
            "final_fen": super::wire::fen(environment.game().position()),
            "started_at": frame.times.0,
            "finished_at": frame.times.1,
            "blindfold": mode.is_blindfold(),
            "setting": mode.setting(),
            "mode": mode.name(),
            "status": if outcome == "challenger_win" { "pass" } else { "fail" },
            "standard": frame.standard,
            "xiangqibench_version": SCHEMA,
            "defender": defender,
            "case": case.stored,
        },
    })
}

fn first_move(environment: &Environment, agent: Side) -> Option<String> {
    let turns = &environment.journal().turns;
    let moved = turns
        .iter()
        .filter(|turn| turn.side == agent)
        .find_map(|turn| turn.mv);
    moved.map(|mv| mv.to_string())
}

/// An id that is the same whenever the same trial is played at the same time.
fn game_id(moves: &[String], case: &Case, frame: &Frame<'_>) -> String {
    let mut hash = Sha256::new();
    for part in [
        frame.model,
        &case.id,
        &frame.times.0.to_string(),
        &frame.settings.to_string(),
    ]
    .into_iter()
    .chain(moves.iter().map(String::as_str))
    {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    let hex: String = hash
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let part = |from: usize, to: usize| hex.get(from..to).unwrap_or_default().to_owned();
    [
        part(0, 8),
        part(8, 12),
        part(12, 16),
        part(16, 20),
        part(20, 32),
    ]
    .join("-")
}

fn config(environment: &Environment) -> Value {
    let rules = environment.rules();
    let (mode, budgets) = (rules.mode, rules.budgets);
    let queries = mode.answers_queries();
    json!({
        "max_turns": budgets.max_turns,
        "max_simulate_steps": budgets.max_simulate_steps,
        "max_actions_per_turn": budgets.max_actions_per_turn,
        "max_simulate_per_turn": budgets.max_simulate_per_turn,
        "max_view_board_per_turn": budgets.max_view_board_per_turn,
        "max_invalid_actions_per_turn": budgets.max_invalid_actions_per_turn,
        "max_no_command_per_turn": budgets.max_no_command_per_turn,
        "enable_view_board": queries,
        "enable_simulate": queries,
        "enable_legal_moves": queries,
        "push_state": mode.shows_state(),
        "blindfold": mode.is_blindfold(),
        "obs_arm": mode.arm(),
        "record_prompt_snapshots": false,
    })
}

fn messages(conversation: &[Message]) -> Value {
    let one = |message: &Message| json!({"role": message.role.name(), "content": message.content});
    conversation.iter().map(one).collect()
}

/// One turn. Times of single turns are not kept: those of the trial are.
fn turn(turn: &Turn, frame: &Frame<'_>) -> Value {
    let mut out = json!({
        "turn": turn.number,
        "player": turn.side.name(),
        "fen_before": turn.fen_before,
        "legal_moves_before": turn.legal_before,
        "interactions": turn.interactions.iter().map(interaction).collect::<Vec<_>>(),
        "move_played": turn.mv.map(|mv| mv.to_string()),
        "fen_after": turn.fen_after,
        "in_check": turn.in_check,
        "timestamp": frame.times.0,
        "duration_ms": 0,
    });
    if let (Some(backend), Some(object)) = (&turn.backend, out.as_object_mut()) {
        object.insert("defender_backend".to_owned(), json!(backend));
    }
    out
}

fn interaction(interaction: &Interaction) -> Value {
    let call = match (&interaction.order, &interaction.forced) {
        (Some(order), _) => json!({"name": order.name(), "arguments": arguments(order)}),
        (None, reason) => json!({"name": "move", "arguments": {"forfeit": true, "reason": reason}}),
    };
    let raw = interaction.raw.as_ref();
    let mut result = json!({
        "action": interaction.order.as_ref().map_or("move", Order::name),
        "success": interaction.success,
        "feedback": interaction.feedback,
        "turn_complete": interaction.complete,
        "game_over": interaction.over,
    });
    if let (Some(_), Some(object)) = (&interaction.forced, result.as_object_mut()) {
        object.insert("forced".to_owned(), json!(true));
    }
    json!({
        "step": interaction.step,
        "messages_sent_count": interaction.messages,
        "llm_response": {
            "thinking": interaction.thinking,
            "tool_call": call,
            "raw_response": raw.map(|(text, _)| json!({"content": text, "finish_reason": "stop"})),
            "usage": raw.and_then(|(_, usage)| *usage).map(usage_json),
        },
        "action_result": result,
    })
}

fn usage_json(usage: Usage) -> Value {
    json!({
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "total_tokens": usage.prompt_tokens.saturating_add(usage.completion_tokens),
    })
}

fn arguments(order: &Order) -> Value {
    match order {
        Order::Move(mv) => json!({"from_to": mv}),
        Order::Simulate(moves) => json!({"moves": moves}),
        Order::Think(text) => json!({"reasoning": text}),
        _ => json!({}),
    }
}
