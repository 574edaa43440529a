//! `simulate`: a line of both sides' moves, played on a copy of the game.

use super::compat::{BoardEnd, Compat};
use super::wire;
use crate::rules::xiangqi::{Game, Move};

/// Legal moves shown after an illegal ply.
const SAMPLE: usize = 15;

/// Plays `moves` on a copy of `game`: the environment's answer.
pub(super) fn simulate(game: &Game, moves: &[String], compat: Compat) -> String {
    let mut copy = game.clone();
    let initiator = copy.position().side_to_move();
    let mut lines = Vec::new();
    let mut valid = 0;
    let mut close = "Simulation complete. Game state: ongoing.".to_owned();
    for (at, text) in moves.iter().enumerate() {
        let step = at + 1;
        let side = copy.position().side_to_move();
        let role = if side == initiator {
            "your move"
        } else {
            "assumed opponent move"
        };
        let (status, end) = match play(&mut copy, text, compat) {
            Ok((status, end)) => {
                valid += 1;
                if let Some(end) = end {
                    close = format!("Simulation ended: {} wins ({}).", end.winner, end.reason);
                }
                (status, end.is_some())
            }
            Err(status) => {
                close = format!(
                    "Simulation aborted: Illegal move at step {step}. Subsequent steps not executed."
                );
                (status, true)
            }
        };
        lines.push(format!(
            "  Step {step} ({role}): {} {text} — {status}",
            side.name()
        ));
        if end {
            break;
        }
    }
    format!(
        "Forward simulation ({valid} of {} steps valid, ~{} round(s)):\n\
         (odd steps = YOUR moves; even steps = the opponent replies YOU assumed)\n\
         {}\n{close}\nNote: this simulation does NOT affect the actual game.",
        lines.len(),
        (valid + 1) / 2,
        lines.join("\n"),
    )
}

/// Plays one ply: its status, and the end of the game if it is one.
fn play(game: &mut Game, text: &str, compat: Compat) -> Result<(String, Option<BoardEnd>), String> {
    let side = game.position().side_to_move();
    let before = *game.position();
    let played = text.parse::<Move>().ok().and_then(|mv| {
        let played = game.play(mv).ok()?;
        Some((mv, played))
    });
    let Some((mv, played)) = played else {
        let legal = wire::legal_moves(&before);
        let mut status = format!(
            "Invalid ✗ | Error: Illegal move: '{text}'\n         \
             Legal moves for {} at this position ({}): {}",
            side.name(),
            legal.len(),
            legal
                .iter()
                .take(SAMPLE)
                .cloned()
                .collect::<Vec<_>>()
                .join(", ")
        );
        if legal.len() > SAMPLE {
            status.push_str(&format!(" ... ({} more)", legal.len() - SAMPLE));
        }
        return Err(status);
    };
    let end = played.terminal.map(|terminal| compat.end(terminal));
    let replies = if end.is_some() {
        0
    } else {
        played.legal_replies
    };
    let mut status = format!(
        "Valid ✓ | {} | Check: {} | {} legal replies: {replies} | FEN: {}",
        description(&before, mv),
        if compat.in_check(game) { "Yes" } else { "No" },
        side.opponent().name(),
        wire::fen(game.position()),
    );
    if let Some(end) = end {
        status.push_str(&format!(
            " — Game over: {} wins ({})",
            end.winner, end.reason
        ));
    }
    Ok((status, end))
}

/// `Red Cannon (炮) h2→e2 captures Pawn (卒)`.
pub(super) fn description(before: &crate::rules::xiangqi::Position, mv: Move) -> String {
    let name = |square| before.piece_at(square).map(wire::piece_name);
    let side = match before.side_to_move() {
        crate::rules::xiangqi::Side::Red => "Red",
        crate::rules::xiangqi::Side::Black => "Black",
    };
    let captured = name(mv.to).map_or_else(
        || "(no capture)".to_owned(),
        |piece| format!("captures {piece}"),
    );
    format!(
        "{side} {} {}→{} {captured}",
        name(mv.from).unwrap_or("piece"),
        mv.from,
        mv.to
    )
}
