//! Playing turns and taking them back.

use cozy_chess::{Color, Piece, Square};

use super::ending::{Ending, Reason};
use super::game::{Game, Mate};
use super::identity::Identity;
use super::moves::{Move, Turn};
use super::options::{Demand, Options};

/// Half-moves without capture and Crown Shift that make a draw.
const FIFTY: u32 = 50;
/// Plies without capture and pawn move that make a draw.
const BACKSTOP: u32 = 150;

/// A captured piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Captured {
    /// Where it stood; for en passant not where the capturing pawn went.
    pub square: Square,
    /// What it was.
    pub piece: Piece,
    /// Which it was.
    pub identity: Option<Identity>,
    /// Whether it was its side's Regent.
    pub regent: bool,
}

/// What a turn did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// The side whose turn it was.
    pub side: Color,
    /// The piece that moved, as it was before; none for a pass.
    pub piece: Option<Piece>,
    /// Which piece moved.
    pub identity: Option<Identity>,
    /// What it captured.
    pub captured: Option<Captured>,
    /// How the turn ended the game, if it did.
    pub ending: Option<Ending>,
}

/// Why a turn cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IllegalTurn {
    /// The game has ended.
    #[error("the game had already ended by {}", .0.name())]
    Over(Reason),
    /// The turn passes by itself.
    #[error("the turn passes: there is no legal move")]
    PassDue,
    /// A move is due.
    #[error("no move, though the turn does not pass")]
    NoMove,
    /// The counters or the condition do not allow a Crown Shift.
    #[error("crown shift to {0} is not available on this turn")]
    ShiftUnavailable(Square),
    /// The target of the Crown Shift is no own piece.
    #[error("crown shift to {0}, where no own piece stands")]
    ShiftNowhere(Square),
    /// The target of the Crown Shift is the present Regent.
    #[error("crown shift to {0}, which is the Regent already")]
    ShiftToRegent(Square),
    /// The Crown Shift would leave no move.
    #[error("crown shift to {0} leaves no legal move")]
    ShiftLeavesNoMove(Square),
    /// The move is not legal in the mode after the shift.
    #[error("{0} is not a legal move")]
    IllegalMove(Move),
}

/// A turn that may be played: where the crown goes, and the move.
enum Judged {
    Pass,
    Moves(Option<Square>, Move),
    Mated,
}

impl Game {
    /// Plays a turn.
    ///
    /// A player whose king is checkmated and who does not shift to another piece
    /// loses, whatever the turn holds; so does one who shifts back to an
    /// attacked Original King that has no legal move.
    ///
    /// # Errors
    ///
    /// The turn is not legal; the game stays as it was.
    pub fn play(&mut self, turn: Turn) -> Result<Played, IllegalTurn> {
        if let Some(ending) = self.ending() {
            return Err(IllegalTurn::Over(ending.reason));
        }
        let judged = self.judge(&self.options(), turn)?;
        self.past.push(self.state);
        Ok(match judged {
            Judged::Pass => self.pass(),
            Judged::Moves(shift, mv) => self.make(shift, mv),
            Judged::Mated => self.concede(),
        })
    }

    /// Takes back the last turn; false at the start.
    pub fn undo(&mut self) -> bool {
        match self.past.pop() {
            Some(before) => {
                self.state = before;
                true
            }
            None => false,
        }
    }

    fn judge(&self, options: &Options, turn: Turn) -> Result<Judged, IllegalTurn> {
        let us = self.side_to_move();
        if let Some(to) = turn.shift {
            if !options.shift_available {
                return Err(IllegalTurn::ShiftUnavailable(to));
            }
            if !self.board().pieces_of(us).has(to) {
                return Err(IllegalTurn::ShiftNowhere(to));
            }
        }
        match options.demand {
            Demand::Pass if turn == Turn::NONE => return Ok(Judged::Pass),
            Demand::Pass => return Err(IllegalTurn::PassDue),
            Demand::Escape if turn.mv.is_none() || turn.shift.is_none() => {
                return Ok(Judged::Mated);
            }
            // The crown stays where it is: no escape.
            Demand::Escape if turn.shift == Some(self.regent(us)) => return Ok(Judged::Mated),
            Demand::Escape | Demand::Move => {}
        }
        if let Some(to) = turn.shift {
            if to == self.regent(us) {
                return Err(IllegalTurn::ShiftToRegent(to));
            }
            if options.moves_after(turn.shift).is_empty() {
                // Only the way back to the Original King can lead here.
                return if self.board().in_check(us) {
                    Ok(Judged::Mated)
                } else {
                    Err(IllegalTurn::ShiftLeavesNoMove(to))
                };
            }
        }
        let mv = turn.mv.ok_or(IllegalTurn::NoMove)?;
        if options.moves_after(turn.shift).contains(mv) {
            Ok(Judged::Moves(turn.shift, mv))
        } else {
            Err(IllegalTurn::IllegalMove(mv))
        }
    }

    fn pass(&mut self) -> Played {
        let side = self.side_to_move();
        let twice = self.state.passed;
        self.state.board.pass();
        self.state.backstop += 1;
        self.state.ply += 1;
        self.state.passed = true;
        self.end_of_ply(None, twice);
        self.played(side, None, None, None)
    }

    fn concede(&mut self) -> Played {
        let side = self.side_to_move();
        self.state.ending = Some(Ending::won(!side, Reason::Checkmate));
        self.played(side, None, None, None)
    }

    fn make(&mut self, shift: Option<Square>, mv: Move) -> Played {
        let state = &mut self.state;
        let side = state.board.side;
        let identity = state.identities.at(mv.from);
        let applied = state.board.apply(mv);
        let captured = applied.and_then(|applied| applied.captured);
        let captured = captured.map(|(square, piece)| Captured {
            square,
            piece,
            identity: state.identities.at(square),
            regent: state.crowns[!side as usize].regent == square,
        });
        let rook = applied.and_then(|applied| applied.rook);
        state
            .identities
            .follow(mv, captured.map(|captured| captured.square), rook);
        let crown = &mut state.crowns[side as usize];
        if let Some(to) = shift {
            crown.shift(to);
        }
        crown.completed += 1;
        // A castling rook is never the Regent: castling needs King Mode.
        if crown.regent == mv.from {
            crown.regent = mv.to;
        }
        let piece = applied.map(|applied| applied.piece);
        let quiet = captured.is_none();
        state.fifty = if quiet && shift.is_none() {
            state.fifty + 1
        } else {
            0
        };
        state.backstop = if quiet && piece != Some(Piece::Pawn) {
            state.backstop + 1
        } else {
            0
        };
        state.ply += 1;
        state.passed = false;
        let fallen = captured.is_some_and(|captured| captured.regent);
        self.end_of_ply(fallen.then_some(side), false);
        self.played(side, piece, identity, captured)
    }

    fn played(
        &self,
        side: Color,
        piece: Option<Piece>,
        identity: Option<Identity>,
        captured: Option<Captured>,
    ) -> Played {
        Played {
            side,
            piece,
            identity,
            captured,
            ending: self.ending(),
        }
    }

    /// Looks for an end after a ply, in the order of the rules.
    fn end_of_ply(&mut self, capturer: Option<Color>, passed_twice: bool) {
        self.state.occurrences = self.count_occurrences();
        let state = &self.state;
        self.state.ending = if let Some(winner) = capturer {
            Some(Ending::won(winner, Reason::RegentCaptured))
        } else if self.mate() == Some(Mate::Final) {
            Some(Ending::won(!state.board.side, Reason::Checkmate))
        } else {
            [
                (state.board.bare_kings(), Reason::BareKings),
                (state.occurrences >= 3, Reason::ThreefoldRepetition),
                (state.fifty >= FIFTY, Reason::FiftyMoves),
                (state.backstop >= BACKSTOP, Reason::SeventyFiveMoves),
                (passed_twice, Reason::ConsecutivePasses),
            ]
            .into_iter()
            .find(|(applies, _)| *applies)
            .map(|(_, reason)| Ending::draw(reason))
        };
    }

    /// How often the board has occurred. Nothing from before the last capture or
    /// pawn move can come again.
    fn count_occurrences(&self) -> u32 {
        let reach = self.state.backstop as usize;
        let start = self.past.len().saturating_sub(reach);
        let earlier = self.past[start..]
            .iter()
            .filter(|state| state.board == self.state.board)
            .count();
        u32::try_from(earlier).map_or(u32::MAX, |earlier| earlier.saturating_add(1))
    }
}
