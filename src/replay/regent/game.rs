//! The replay of a stored game.

use super::discrepancy::{CompareKind, Comparison};
use super::elicitation::{ElicitationFact, fact};
use super::ply::{Before, CaptureFact, PlyFact, ShiftFact};
use super::verdict::{Verdict, compare, ends_off_board, verdict};
use crate::records::Reject;
use crate::records::regent::{Record, Side, StoredGame, StoredPly, StoredText};
use crate::rules::regent::{
    BitBoard, Color, Condition, Demand, Game, Mode, Move, Options, Piece, Square, Turn, side_name,
};

/// Everything the rules say about a game.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplayedGame {
    /// The plies, passes included; a forfeit's closing entry is none.
    pub plies: Vec<PlyFact>,
    /// The Crown Shifts.
    pub shifts: Vec<ShiftFact>,
    /// The captures.
    pub captures: Vec<CaptureFact>,
    /// The questions to the agent, one in a forfeit's closing entry included.
    pub elicitations: Vec<ElicitationFact>,
    /// The true result; none when the stored board ending is not reached.
    pub verdict: Option<Verdict>,
    /// Stored values against the replay.
    pub comparison: Comparison,
}

/// The side of the rules for a side of a record.
pub(super) const fn color(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}

/// Replays a game.
///
/// # Errors
///
/// [`Reject::Broken`] with the ply and the reason when the stored plies cannot be
/// replayed.
pub(super) fn replay_game(record: &Record, stored: &StoredGame) -> Result<ReplayedGame, Reject> {
    let condition = if stored.crown {
        Condition::Regent
    } else {
        Condition::NoCrown
    };
    let mut walk = Walk {
        game: Game::startpos(condition),
        agent: color(record.agent),
        off_board: ends_off_board(&stored.result),
        out: ReplayedGame {
            plies: Vec::with_capacity(stored.plies.len()),
            shifts: Vec::new(),
            captures: Vec::new(),
            elicitations: Vec::new(),
            verdict: None,
            comparison: Comparison::default(),
        },
    };
    for (index, ply) in stored.plies.iter().enumerate() {
        let last = index + 1 == stored.plies.len();
        walk.step(ply, last)
            .map_err(|reason| Reject::Broken(format!("ply {index}: {reason}")))?;
    }
    let Walk {
        game,
        agent,
        mut out,
        ..
    } = walk;
    out.verdict = verdict(&stored.result, game.ending(), agent);
    compare(&stored.result, out.verdict, &mut out.comparison);
    Ok(out)
}

struct Walk {
    game: Game,
    agent: Color,
    off_board: bool,
    out: ReplayedGame,
}

impl Walk {
    fn step(&mut self, stored: &StoredPly, last: bool) -> Result<(), String> {
        self.check_place(stored)?;
        let turn = Turn {
            shift: read(&stored.crown_shift, "crown_shift")?,
            mv: read::<Move>(&stored.mv, "move")?,
        };
        if stored.pass && turn != Turn::NONE {
            return Err("a pass with a move or a crown shift".to_owned());
        }
        let before = Before::of(&self.game);
        let options = &before.facts().options;
        let side = self.game.side_to_move();
        let passes = options.demand == Demand::Pass;
        if stored.pass && !passes {
            return Err("a pass that is not due".to_owned());
        }
        let closing = last && self.off_board && turn.mv.is_none() && !passes;
        if closing {
            check_shift(turn.shift, options)?;
        }
        if side == self.agent
            && let Some(elicitation) = &stored.elicitation
        {
            let moves = options.moves_after(turn.shift);
            let fact = fact(elicitation, &self.game, moves, &mut self.out.comparison);
            self.out.elicitations.push(fact);
        }
        self.compare_ply(stored, turn.mv, side, passes);
        if closing {
            return Ok(());
        }
        let capturable = turn.mv.map(|_| capturable(&self.game, options, turn.shift));
        let shift = turn.shift.map(|to| self.shift(to, &before));
        let played = self.game.play(turn).map_err(|error| error.to_string())?;
        let ply = before.into_ply(self.agent, stored.fallback, turn.mv, turn.shift, played);
        if played.piece.is_some() {
            self.out.shifts.extend(shift);
        }
        if let (Some(captured), Some(capturable)) = (played.captured, capturable) {
            self.out.captures.push(CaptureFact {
                ply: ply.ply,
                side,
                agent: ply.agent,
                fallback: ply.fallback,
                captured,
                enemy_pieces: ply.living[!side as usize],
                capturable,
            });
        }
        self.out.plies.push(ply);
        Ok(())
    }

    /// Index, colour, and that the game still goes on.
    fn check_place(&self, stored: &StoredPly) -> Result<(), String> {
        if let Some(ending) = self.game.ending() {
            let reason = ending.reason.name();
            return Err(format!("a ply after the game had ended by {reason}"));
        }
        let due = self.game.ply();
        if stored.ply != Some(i64::from(due)) {
            let found = stored.ply.map_or("none".to_owned(), |ply| ply.to_string());
            return Err(format!("its index is {found}, {due} is due"));
        }
        let side = self.game.side_to_move();
        if stored.color.map(color) != Some(side) {
            let found = stored.color.map_or("none", Side::name);
            return Err(format!(
                "its colour is {found}, {} is to move",
                side_name(side)
            ));
        }
        Ok(())
    }

    fn compare_ply(&mut self, stored: &StoredPly, mv: Option<Move>, side: Color, passes: bool) {
        let place = (Some(self.game.ply()), None);
        let comparison = &mut self.out.comparison;
        let actor = if side == self.agent {
            "agent"
        } else {
            "opponent"
        };
        let same = stored.actor.as_deref() == Some(actor);
        comparison.check(CompareKind::Actor, place, same, || {
            let stored = stored.actor.clone();
            (
                stored.unwrap_or_else(|| "none".to_owned()),
                actor.to_owned(),
            )
        });
        comparison.flag(CompareKind::Pass, place, Some(stored.pass), passes);
        // Only a move after some question can be the harness's own.
        if let (Some(mv), Some(elicitation), true) = (mv, &stored.elicitation, side == self.agent) {
            let played = mv.to_string();
            let asked = self.out.elicitations.last();
            let named = asked.into_iter().flat_map(|fact| &fact.attempts);
            let own = named
                .zip(&elicitation.attempts)
                .any(|(fact, attempt)| fact.legal && attempt.mv.as_ref() == Some(&played));
            comparison.flag(
                CompareKind::ActorFallback,
                place,
                Some(stored.fallback),
                !own,
            );
        }
    }

    fn shift(&self, to: Square, before: &Before) -> ShiftFact {
        let game = &self.game;
        let side = game.side_to_move();
        let facts = before.facts();
        let from = game.regent(side);
        ShiftFact {
            ply: facts.ply,
            side,
            agent: side == self.agent,
            own_move: game.crown(side).completed() + 1,
            from,
            from_identity: game.identity(from),
            to,
            to_identity: game.identity(to),
            to_piece: game.board().piece_at(to).map(|(_, piece)| piece),
            mode_before: game.mode(side),
            mode_after: if game.board().king(side) == Some(to) {
                Mode::King
            } else {
                Mode::Regent
            },
            in_check: facts.in_check[side as usize],
            checkmate_pending: facts.checkmate_pending(),
            to_attacked: game.board().attacks(!side, to),
            targets: facts.options.shift_targets.len(),
        }
    }
}

/// A stored text as a move or square.
fn read<T: std::str::FromStr>(stored: &StoredText, field: &str) -> Result<Option<T>, String> {
    match stored {
        StoredText::None => Ok(None),
        StoredText::Text(text) => match text.parse() {
            Ok(value) => Ok(Some(value)),
            Err(_) => Err(format!("{field} {text:?} cannot be read")),
        },
        StoredText::WrongType => Err(format!("{field} is neither a string nor null")),
    }
}

/// A Crown Shift on a turn whose move is missing must be legal all the same.
fn check_shift(shift: Option<Square>, options: &Options) -> Result<(), String> {
    match shift {
        Some(to) if !options.shift_targets.has(to) => {
            Err(format!("crown shift to {to} is not legal"))
        }
        _ => Ok(()),
    }
}

/// The squares of the enemy pieces that some legal move captures.
fn capturable(game: &Game, options: &Options, shift: Option<Square>) -> BitBoard {
    let board = game.board();
    let side = game.side_to_move();
    let moves = options.moves_after(shift);
    let mut squares = moves.targets() & board.pieces_of(!side);
    let pawns = board.pieces(side, Piece::Pawn);
    let passant = moves.iter().filter(|mv| {
        pawns.has(mv.from) && mv.from.file() != mv.to.file() && !board.pieces_of(!side).has(mv.to)
    });
    for mv in passant {
        squares |= Square::new(mv.to.file(), mv.from.rank()).bitboard();
    }
    squares
}
