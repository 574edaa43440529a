//! Which environment is played: the released one, or the one that collected
//! the paper's archive.

use crate::rules::xiangqi::{Game, Side, Terminal};

/// Whose behaviour is reproduced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Compat {
    /// The released environment.
    #[default]
    Released,
    /// The collection environment, whose check flag was never set: it said
    /// `Check: No` always, called every mate a stalemate, and every third
    /// occurrence a draw (paper A.5).
    Collection,
}

/// How a game ended on the board, as the environment says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BoardEnd {
    /// `red`, `black`, or `draw`.
    pub(super) winner: &'static str,
    pub(super) reason: &'static str,
    /// What the agent is told.
    pub(super) detail: &'static str,
}

impl Compat {
    /// Whether the side to move is said to be in check.
    pub(super) fn in_check(self, game: &Game) -> bool {
        self == Self::Released && game.position().in_check()
    }

    /// The end that the environment declares for what happened on the board.
    pub(super) fn end(self, terminal: Terminal) -> BoardEnd {
        let terminal = match (self, terminal) {
            (Self::Collection, Terminal::Checkmate { loser }) => Terminal::Stalemate { loser },
            (Self::Collection, Terminal::PerpetualCheck { .. }) => Terminal::Repetition,
            (_, terminal) => terminal,
        };
        BoardEnd {
            winner: terminal.winner().map_or("draw", Side::name),
            reason: terminal.reason(),
            detail: detail(terminal),
        }
    }
}

/// The sentences are part of the wire format.
fn detail(terminal: Terminal) -> &'static str {
    match terminal {
        Terminal::Checkmate { loser: Side::Black } => "RED wins by checkmate / red方将死对方获胜",
        Terminal::Checkmate { loser: Side::Red } => "BLACK wins by checkmate / black方将死对方获胜",
        Terminal::Stalemate { loser: Side::Black } => "RED wins by stalemate / red方困毙对方获胜",
        Terminal::Stalemate { loser: Side::Red } => "BLACK wins by stalemate / black方困毙对方获胜",
        Terminal::PerpetualCheck { loser: Side::Black } => {
            "RED wins - black gave perpetual check (长将作负) / red方获胜 - black方长将作负"
        }
        Terminal::PerpetualCheck { loser: Side::Red } => {
            "BLACK wins - red gave perpetual check (长将作负) / black方获胜 - red方长将作负"
        }
        Terminal::Repetition => "Draw by threefold repetition / 三次重复局面和棋",
    }
}
