//! Facts of one ply.

use crate::rules::regent::{
    BitBoard, Captured, Color, Facts, Game, Identity, Mode, Move, Piece, Played, Square,
};

/// One replayed ply and the state before it. Pairs are White's value, then
/// Black's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlyFact {
    /// 0-based ply.
    pub ply: u32,
    /// The side whose ply it is.
    pub side: Color,
    /// Whether that is the agent's side.
    pub agent: bool,
    /// Whether the harness chose the move.
    pub fallback: bool,
    /// The move; none for a pass and for a player who let a checkmate stand.
    pub mv: Option<Move>,
    /// Whether the turn passed.
    pub pass: bool,
    /// The square of the new Regent, as it stood before the move.
    pub shift: Option<Square>,
    /// What the turn did.
    pub played: Played,
    /// Placement, side to move, castling rights and en passant square before.
    pub fen: String,
    /// Where the Regents stand before the turn.
    pub regents: [Square; 2],
    /// Which pieces they are.
    pub regent_identities: [Option<Identity>; 2],
    /// The modes.
    pub modes: [Mode; 2],
    /// The check announcements.
    pub in_check: [bool; 2],
    /// Living pieces.
    pub living: [u32; 2],
    /// Moves completed.
    pub completed: [u32; 2],
    /// Whether the mover's counters allow a Crown Shift.
    pub shift_available: bool,
    /// Where the crown may go with a legal move after it.
    pub shift_targets: BitBoard,
    /// Legal moves without a shift.
    pub legal_moves: usize,
    /// Legal pairs of shift-or-none and move.
    pub legal_turns: usize,
    /// Whether only a Crown Shift averts a checkmate.
    pub checkmate_pending: bool,
    /// Half-moves since the last capture or shift.
    pub fifty: u32,
    /// Plies since the last capture or pawn move.
    pub backstop: u32,
    /// Occurrences of the visible state.
    pub occurrences: u32,
}

/// A Crown Shift.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShiftFact {
    /// 0-based ply.
    pub ply: u32,
    /// The side that shifts.
    pub side: Color,
    /// Whether that is the agent's side.
    pub agent: bool,
    /// The number of the player's own move, from 1.
    pub own_move: u32,
    /// Where the Regent before stands.
    pub from: Square,
    /// Which piece it is.
    pub from_identity: Option<Identity>,
    /// Where the new Regent stands, before the move.
    pub to: Square,
    /// Which piece it is.
    pub to_identity: Option<Identity>,
    /// What it is.
    pub to_piece: Option<Piece>,
    /// The mode before.
    pub mode_before: Mode,
    /// The mode after.
    pub mode_after: Mode,
    /// The player's Original King is attacked.
    pub in_check: bool,
    /// The shift answers a checkmate.
    pub checkmate_pending: bool,
    /// The enemy attacks the new Regent's square before the move.
    pub to_attacked: bool,
    /// How many targets were legal.
    pub targets: u32,
}

/// A capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CaptureFact {
    /// 0-based ply.
    pub ply: u32,
    /// The side that captures.
    pub side: Color,
    /// Whether that is the agent's side.
    pub agent: bool,
    /// Whether the harness chose the move.
    pub fallback: bool,
    /// What was captured.
    pub captured: Captured,
    /// Living enemy pieces before, the captured one included.
    pub enemy_pieces: u32,
    /// Squares of the enemy pieces that could legally be captured, after the
    /// ply's Crown Shift.
    pub capturable: BitBoard,
}

/// The state before a turn, kept until it is known what the turn did.
pub(super) struct Before {
    facts: Facts,
    fen: String,
    identities: [Option<Identity>; 2],
    living: [u32; 2],
}

impl Before {
    pub(super) fn of(game: &Game) -> Self {
        let sides = [Color::White, Color::Black];
        Self {
            facts: Facts::of(game),
            fen: game.board().fen(),
            identities: sides.map(|side| game.identity(game.regent(side))),
            living: sides.map(|side| game.board().pieces_of(side).len()),
        }
    }

    pub(super) const fn facts(&self) -> &Facts {
        &self.facts
    }

    pub(super) fn into_ply(
        self,
        agent: Color,
        fallback: bool,
        mv: Option<Move>,
        shift: Option<Square>,
        played: Played,
    ) -> PlyFact {
        let facts = self.facts;
        PlyFact {
            ply: facts.ply,
            side: facts.side,
            agent: facts.side == agent,
            fallback,
            mv,
            pass: facts.pass_due(),
            shift,
            played,
            fen: self.fen,
            regents: facts.regents,
            regent_identities: self.identities,
            modes: facts.modes,
            in_check: facts.in_check,
            living: self.living,
            completed: facts.completed,
            shift_available: facts.options.shift_available,
            shift_targets: facts.options.shift_targets,
            legal_moves: facts.options.moves().len(),
            legal_turns: facts.options.turn_count(),
            checkmate_pending: facts.checkmate_pending(),
            fifty: facts.fifty,
            backstop: facts.backstop,
            occurrences: facts.occurrences,
        }
    }
}
