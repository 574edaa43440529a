//! Makes the sample archive in `data/archives/`: three scripted agents on the
//! 119 positions, in both main settings, three trials each.
//!
//! `cargo run --release --example sample_archive`
//!
//! The agents show the tools at work and say nothing about any model. The
//! defender takes a mate in one, else a capture, else a random move.

use std::error::Error;
use std::fs::File;
use std::io::Write;

use recount::rules::xiangqi::{Game, Move, Position, Side, Terminal};
use recount::stats::NumpyRng;
use serde_json::{Value, json};

const AGENTS: [&str; 3] = ["scripted-checker", "scripted-reference", "scripted-random"];
const SETTINGS: [&str; 2] = ["repl-sighted", "repl-blind"];
const MAX_PLIES: usize = 40;

fn main() -> Result<(), Box<dyn Error>> {
    let positions = std::fs::read_to_string("data/positions/xiangqi.csv")?;
    let mut out = zstd::Encoder::new(File::create("data/archives/xiangqi-sample.jsonl.zst")?, 19)?;
    let mut started_at = 1_700_000_000_u64;
    for line in positions.lines().skip(1) {
        let case: Vec<&str> = line.split(',').collect();
        for setting in SETTINGS {
            for agent in AGENTS {
                for _ in 0..3 {
                    started_at += 60;
                    let record = play(&case, setting, agent, started_at)?;
                    writeln!(out, "{record}")?;
                }
            }
        }
    }
    out.finish()?;
    Ok(())
}

fn play(
    case: &[&str],
    setting: &str,
    agent: &str,
    started_at: u64,
) -> Result<Value, Box<dyn Error>> {
    let mut rng = NumpyRng::new(started_at);
    let mut game = Game::new(Position::from_fen(case[4])?);
    let mut messages = vec![say(
        "user",
        &format!(
            "Game started. You are playing as RED.\n\nFEN: {}",
            game.position().fen()
        ),
    )];
    let mut forfeit = false;
    while game.terminal().is_none() && game.ply() < MAX_PLIES && !forfeit {
        let agent_to_move = game.position().side_to_move() == Side::Red;
        if agent_to_move && setting == "repl-blind" && rng.random() < 0.15 {
            forfeit = blunder(&mut messages, &mut rng);
            continue;
        }
        let mv = if agent_to_move {
            choose(&game, agent, case[10], &mut rng)
        } else {
            defend(&game, &mut rng)
        };
        let played = game.play(mv).map_err(|_| "a chosen move is not legal")?;
        let check = if played.gives_check { "Yes" } else { "No" };
        if agent_to_move {
            messages.push(say("assistant", &format!("```bash\nmove {mv}\n```")));
            messages.push(say("user", &format!("Move executed: {mv}\nCheck: {check}")));
        } else {
            messages.push(say(
                "user",
                &format!("Opponent (black) played: {mv}\nCheck: {check}"),
            ));
        }
    }
    Ok(record(
        case, setting, agent, started_at, &game, messages, forfeit,
    ))
}

/// Three refused moves lose the turn; fewer are a slip.
fn blunder(messages: &mut Vec<Value>, rng: &mut NumpyRng) -> bool {
    let slips = 1 + rng.integers(3);
    for _ in 0..slips {
        messages.push(say("assistant", "```bash\nmove a0a0\n```"));
        messages.push(say(
            "user",
            "Invalid action: illegal move 'a0a0'. Reason: Illegal move: 'a0a0'.",
        ));
    }
    if slips == 3 {
        messages.push(say("assistant", "[environment: invalid_action_limit]"));
        messages.push(say(
            "user",
            "Turn could not be resolved (invalid_action_limit)\nWinner: black",
        ));
    }
    slips == 3
}

fn say(role: &str, content: &str) -> Value {
    json!({"role": role, "content": content})
}

fn any(moves: &[Move], rng: &mut NumpyRng) -> Move {
    moves[rng.integers(moves.len() as u64) as usize]
}

fn mates(game: &Game, mv: Move) -> bool {
    let mut position = *game.position();
    position.make(mv);
    !position.has_legal_move()
}

fn choose(game: &Game, agent: &str, reference: &str, rng: &mut NumpyRng) -> Move {
    let moves = game.position().legal_moves();
    if agent == "scripted-random" {
        return any(&moves, rng);
    }
    if agent == "scripted-reference"
        && game.ply() == 0
        && let Some(mv) = moves.iter().find(|mv| mv.to_string() == reference)
    {
        return *mv;
    }
    if let Some(mv) = moves.iter().find(|mv| mates(game, **mv)) {
        return *mv;
    }
    let checks: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|mv| game.position().gives_check(*mv))
        .collect();
    if checks.is_empty() {
        any(&moves, rng)
    } else {
        any(&checks, rng)
    }
}

fn defend(game: &Game, rng: &mut NumpyRng) -> Move {
    let moves = game.position().legal_moves();
    if let Some(mv) = moves.iter().find(|mv| mates(game, **mv)) {
        return *mv;
    }
    let captures: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|mv| game.position().piece_at(mv.to).is_some())
        .collect();
    if captures.is_empty() {
        any(&moves, rng)
    } else {
        any(&captures, rng)
    }
}

fn record(
    case: &[&str],
    setting: &str,
    agent: &str,
    started_at: u64,
    game: &Game,
    messages: Vec<Value>,
    forfeit: bool,
) -> Value {
    let (winner, reason) = match game.terminal() {
        _ if forfeit => (Some("black"), Some("forfeit_invalid_action_limit")),
        Some(Terminal::Repetition) => (Some("draw"), Some("repetition")),
        Some(terminal) => (terminal.winner().map(Side::name), Some(terminal.reason())),
        None => (None, None),
    };
    let outcome = match winner {
        Some("red") => "challenger_win",
        Some("draw") => "draw",
        Some(_) => "challenger_loss",
        None => "turn_cap",
    };
    let moves: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
    json!({
        "endgame": {
            "case_id": case[0], "model": agent, "challenger": "red", "protocol": "repl",
            "defender_kind": "scripted", "outcome": outcome, "winner": winner,
            "termination_reason": reason, "plies": moves.len(), "final_fen": game.position().fen(),
            "started_at": started_at, "setting": setting, "status": if outcome == "challenger_win" { "pass" } else { "fail" },
            "standard": false,
            "case": {
                "id": case[0], "source": case[1], "name": case[3], "fen": case[4], "challenger": case[5],
                "category": case[6], "win_in_plies": case[7].parse::<i64>().ok(),
                "defender_threat_in_plies": case[9].parse::<i64>().ok(),
                "first_winning_move": case[10], "verified_by": case[12],
            },
        },
        "config": {"max_turns": MAX_PLIES, "max_invalid_actions_per_turn": 3},
        "moves": moves,
        "per_player_messages": {"red": messages},
    })
}
