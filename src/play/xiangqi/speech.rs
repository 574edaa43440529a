//! What the environment says besides answering commands: the opening, the
//! defender's move, the reminder to give a command.

use super::compat::Compat;
use super::mode::Mode;
use super::wire;
use crate::rules::xiangqi::{Game, Side};

const ACT: &str = "Type one command inside a ```bash``` block to act (e.g. `move h2e2`). ";

/// The first message of a side.
pub(super) fn opening(game: &Game, side: Side, mode: Mode, compat: Compat) -> String {
    let position = game.position();
    let started = format!(
        "Game started. You are playing as {}.",
        side.name().to_uppercase()
    );
    let board = format!(
        "Initial board:\n{}",
        wire::board(position, compat.in_check(game))
    );
    let fen = format!("FEN: {}", wire::fen(position));
    let mut parts = vec![started, board, fen];
    if mode.arm().is_some() {
        parts.push(if mode.shows_state() {
            wire::legal_line(position)
        } else {
            not_shown_again(mode)
        });
        let aside = if mode.answers_queries() {
            "You may `view_board`, `simulate ...`, `legal_moves`, or `think ...` first, then `move` to end your turn."
        } else {
            "You may `think ...` first, then `move` to end your turn."
        };
        parts.push(format!("{ACT}{aside}"));
    } else if mode.is_blindfold() {
        parts.push(
            "BLINDFOLD: this is the ONLY time you are shown the board. From now on you get only \
             per-move diffs — no board, FEN, or legal moves. Track the position yourself."
                .to_owned(),
        );
        parts.push(format!(
            "{ACT}You may `think ...` first, then `move` to end your turn. There is no board \
             viewer or legal-move list."
        ));
    } else {
        parts.push(wire::legal_line(position));
        parts.push(format!(
            "{ACT}You may `view_board`, `simulate ...`, or `legal_moves` first, then `move` to \
             end your turn."
        ));
    }
    parts.join("\n\n")
}

fn not_shown_again(mode: Mode) -> String {
    let tail = if mode.answers_queries() {
        " You can request them with the commands listed in the rules."
    } else {
        " Track the position yourself."
    };
    format!(
        "This is the only time the board is shown automatically. From now on, each move result \
         reports only what changed (the move, any capture, check, and material) — no board, FEN, \
         or legal-move list.{tail}"
    )
}

/// A move just made by `side`, as the other side is told.
pub(super) struct Moved<'a> {
    pub(super) side: Side,
    pub(super) mv: &'a str,
    pub(super) description: &'a str,
    pub(super) captured: Option<&'static str>,
    pub(super) over: bool,
}

/// What a side is told of its opponent's move.
pub(super) fn notice(game: &Game, moved: &Moved<'_>, mode: Mode, compat: Compat) -> String {
    let in_check = compat.in_check(game);
    let position = game.position();
    let mut out = format!(
        "Opponent ({}) played: {} — {}\n",
        moved.side.name(),
        moved.mv,
        moved.description
    );
    let lost = moved
        .captured
        .map(|piece| format!("You LOST your {piece} on this move.\n"));
    if !mode.shows_state() {
        out.push_str(if in_check {
            "Check: Yes — you are in check!\n"
        } else {
            "Check: No\n"
        });
        out.push_str(lost.as_deref().unwrap_or("No capture.\n"));
        out.push_str("It is now your turn.");
        return out;
    }
    out.push_str(if in_check {
        "Check: Yes\n"
    } else {
        "Check: No\n"
    });
    out.push_str(lost.as_deref().unwrap_or_default());
    out.push_str(&format!(
        "Move {} — FEN: {}\n\nCurrent board:\n{}\n\n{}",
        game.ply(),
        wire::fen(position),
        wire::board(position, in_check),
        wire::census(position),
    ));
    if !moved.over {
        out.push_str(&format!("\n\n{}", wire::legal_line(position)));
    }
    out.push_str("\n\nIt is now your turn. Call a tool to proceed.");
    out
}

/// The reminder after a reply without a command.
pub(super) fn no_command(mode: Mode) -> String {
    let queries = if mode.answers_queries() {
        ", simulate <m1> <m2> ..., view_board"
    } else {
        ""
    };
    format!(
        "No command detected. Put exactly ONE command inside a ```bash``` code block, for \
         example:\n```bash\nmove h2e2\n```\nCommands: move <from><to>{queries}, legal_moves, \
         history, resign."
    )
}
