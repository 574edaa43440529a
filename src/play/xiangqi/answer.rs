//! Answers to commands that leave the game as it is.

use super::budgets::Budgets;
use super::compat::Compat;
use super::mode::Mode;
use super::said::Order;
use super::simulate::simulate;
use super::wire;
use crate::rules::xiangqi::{Game, Side};

/// How often each command was given in the turn so far.
pub(super) struct Used {
    pub(super) simulate: u32,
    pub(super) view_board: u32,
}

/// The answer to a command, and whether it was carried out.
pub(super) struct Answered {
    pub(super) text: String,
    pub(super) success: bool,
}

fn done(text: String) -> Answered {
    Answered {
        text,
        success: true,
    }
}

fn refused(text: impl Into<String>) -> Answered {
    Answered {
        text: text.into(),
        success: false,
    }
}

/// What the environment is set to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rules {
    pub(super) mode: Mode,
    pub(super) budgets: Budgets,
    pub(super) compat: Compat,
}

impl Rules {
    /// Answers any command but `move` and `resign`.
    pub(super) fn answer(&self, game: &Game, order: &Order, used: &Used) -> Answered {
        match order {
            Order::ViewBoard => self.view_board(game, used.view_board),
            Order::Simulate(moves) => self.simulate(game, moves, used.simulate),
            Order::LegalMoves => self.legal_moves(game),
            Order::History => done(history(game)),
            Order::Think(text) if text.is_empty() => {
                refused("Please provide your reasoning in the 'reasoning' parameter.")
            }
            Order::Think(_) => done(
                "Reasoning recorded. Now call a tool to act (e.g. move, simulate, view_board)."
                    .to_owned(),
            ),
            Order::OfferDraw => refused("Draw offers are disabled."),
            Order::AcceptDraw => refused("Draws are disabled in this game configuration."),
            Order::Unknown(verb) => refused(format!(
                "Unknown action: '{verb}'. Available: accept_draw, get_history, get_legal_moves, \
                 move, offer_draw, resign, simulate, think, view_board."
            )),
            // These change the game and are the environment's own to answer.
            Order::Move(_) | Order::Resign => refused("Game is already over."),
        }
    }

    fn view_board(&self, game: &Game, used: u32) -> Answered {
        if !self.mode.answers_queries() {
            return refused("view_board is disabled in this game configuration.");
        }
        if used >= self.budgets.max_view_board_per_turn {
            return refused(used_up("view_board", used));
        }
        let position = game.position();
        done(format!(
            "Current board:\n\n{}\n\n{}\n\nFEN: {}\nUppercase = Red, lowercase = Black\n\
             Current turn: {}\nMove count: {}",
            wire::board(position, self.compat.in_check(game)),
            wire::census(position),
            wire::fen(position),
            position.side_to_move().name(),
            game.ply(),
        ))
    }

    fn simulate(&self, game: &Game, moves: &[String], used: u32) -> Answered {
        if !self.mode.answers_queries() {
            return refused("simulate is disabled in this game configuration.");
        }
        if used >= self.budgets.max_simulate_per_turn {
            return refused(used_up("simulate", used));
        }
        if moves.is_empty() {
            return refused("simulate requires a non-empty 'moves' array.");
        }
        let most = usize::try_from(self.budgets.max_simulate_steps).unwrap_or(usize::MAX);
        let moves = moves.get(..most).unwrap_or(moves);
        done(simulate(game, moves, self.compat))
    }

    fn legal_moves(&self, game: &Game) -> Answered {
        if !self.mode.answers_queries() {
            return refused(if self.mode.is_blindfold() {
                "get_legal_moves is disabled in blindfold mode."
            } else {
                "get_legal_moves is disabled in this game configuration."
            });
        }
        done(wire::legal_line(game.position()))
    }
}

fn used_up(verb: &str, used: u32) -> String {
    format!("You have already used {verb} {used} time(s) this turn. Please make a move.")
}

/// The moves so far. Odd moves are credited to Red whoever began, as in every
/// archived record.
fn history(game: &Game) -> String {
    let moves = game.moves();
    if moves.len() == 0 {
        return "No moves played yet.".to_owned();
    }
    let mut out = format!("Move history ({} moves):", moves.len());
    for (at, mv) in moves.enumerate() {
        let side = if at % 2 == 0 { Side::Red } else { Side::Black };
        out.push_str(&format!("\n  {}. {}: {mv}", at + 1, side.name()));
    }
    out
}
