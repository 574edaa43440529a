//! A game of Regent Chess: visible board, hidden crowns, counters.

use cozy_chess::{BitBoard, Color, Square};

use super::board::Board;
use super::crown::Crown;
use super::ending::{Ending, Reason};
use super::fault::{Fault, FenError};
use super::identity::{Identities, Identity};
use super::mode::{Condition, Mode};
use super::move_set::MoveSet;
use super::options::{Demand, Options};

/// A game from its start on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    pub(super) condition: Condition,
    pub(super) state: State,
    pub(super) past: Vec<State>,
}

/// Everything that a turn changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct State {
    pub(super) board: Board,
    pub(super) crowns: [Crown; Color::NUM],
    pub(super) identities: Identities,
    pub(super) fifty: u32,
    pub(super) backstop: u32,
    pub(super) ply: u32,
    pub(super) passed: bool,
    pub(super) occurrences: u32,
    pub(super) ending: Option<Ending>,
}

impl Game {
    /// A game from the usual start, both Original Kings being Regents.
    #[must_use]
    pub fn startpos(condition: Condition) -> Self {
        Self::begin(Board::startpos(), [Square::E1, Square::E8], condition)
    }

    /// A game from a board with the Regents, White's first, on given squares;
    /// without them the kings are Regents. Counters start at zero. The game may
    /// be over at once, by checkmate or with bare kings.
    ///
    /// # Errors
    ///
    /// Every reason why this state cannot occur.
    pub fn new(
        board: Board,
        regents: Option<[Square; Color::NUM]>,
        condition: Condition,
    ) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        let [white, black] = [Color::White, Color::Black].map(|side| {
            let Some(named) = regents.map(|squares| squares[side as usize]) else {
                let king = board.king(side);
                if king.is_none() {
                    faults.push(Fault::NoKing(side));
                }
                return king;
            };
            if !board.pieces_of(side).has(named) {
                faults.push(Fault::NoRegent {
                    side,
                    square: named,
                });
            }
            Some(named)
        });
        let waiting = !board.side_to_move();
        let regent = [white, black][waiting as usize];
        if board.king(waiting) == regent && board.in_check(waiting) {
            faults.push(Fault::WaitingInCheck(waiting));
        }
        match (white, black) {
            (Some(white), Some(black)) if faults.is_empty() => {
                Ok(Self::begin(board, [white, black], condition))
            }
            _ => Err(faults),
        }
    }

    /// Reads a FEN for [`Game::new`].
    ///
    /// # Errors
    ///
    /// What makes the text unreadable or the state impossible.
    pub fn from_fen(
        fen: &str,
        regents: Option<[Square; Color::NUM]>,
        condition: Condition,
    ) -> Result<Self, FenError> {
        let board = Board::from_fen(fen)?;
        Self::new(board, regents, condition).map_err(FenError::Impossible)
    }

    fn begin(board: Board, regents: [Square; Color::NUM], condition: Condition) -> Self {
        let state = State {
            crowns: regents.map(Crown::on),
            identities: Identities::at_start(&board),
            board,
            fifty: 0,
            backstop: 0,
            ply: 0,
            passed: false,
            occurrences: 1,
            ending: None,
        };
        let mut game = Self {
            condition,
            state,
            past: Vec::new(),
        };
        if game.mate() == Some(Mate::Final) {
            let winner = !game.side_to_move();
            game.state.ending = Some(Ending::won(winner, Reason::Checkmate));
        } else if board.bare_kings() {
            game.state.ending = Some(Ending::draw(Reason::BareKings));
        }
        game
    }

    /// The rules it is played under.
    #[must_use]
    pub const fn condition(&self) -> Condition {
        self.condition
    }

    /// What both players see.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.state.board
    }

    /// The side to move.
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.state.board.side
    }

    /// A player's crown.
    #[must_use]
    pub const fn crown(&self, side: Color) -> &Crown {
        &self.state.crowns[side as usize]
    }

    /// Where a side's Regent stands, or last stood if it was captured.
    #[must_use]
    pub const fn regent(&self, side: Color) -> Square {
        self.crown(side).regent
    }

    /// A side's mode.
    #[must_use]
    pub fn mode(&self, side: Color) -> Mode {
        if self.board().king(side) == Some(self.regent(side)) {
            Mode::King
        } else {
            Mode::Regent
        }
    }

    /// Whether a side's counters allow a Crown Shift; never in the control
    /// condition.
    #[must_use]
    pub fn shift_available(&self, side: Color) -> bool {
        self.condition == Condition::Regent && self.crown(side).may_shift()
    }

    /// The piece on a square.
    #[must_use]
    pub const fn identity(&self, square: Square) -> Option<Identity> {
        self.state.identities.at(square)
    }

    /// Half-moves, passes left out, since the last capture or Crown Shift.
    #[must_use]
    pub const fn fifty(&self) -> u32 {
        self.state.fifty
    }

    /// Plies, passes included, since the last capture or pawn move.
    #[must_use]
    pub const fn backstop(&self) -> u32 {
        self.state.backstop
    }

    /// How often the visible state has occurred, this time included.
    #[must_use]
    pub const fn occurrences(&self) -> u32 {
        self.state.occurrences
    }

    /// Plies played, passes included: the 0-based index of the next.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.state.ply
    }

    /// How the game has ended, if it has.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        self.state.ending
    }

    /// Whether the player to move is checkmated, and whether that is the end.
    pub(super) fn mate(&self) -> Option<Mate> {
        let us = self.side_to_move();
        let board = self.board();
        if self.mode(us) != Mode::King || !board.in_check(us) || !board.moves(Mode::King).is_empty()
        {
            return None;
        }
        // In King Mode any other piece is a target.
        let escape = self.shift_available(us)
            && board.pieces_of(us).len() > 1
            && !board.moves(Mode::Regent).is_empty();
        Some(if escape { Mate::Pending } else { Mate::Final })
    }

    /// Every legal turn of the player to move; none after the end.
    #[must_use]
    pub fn options(&self) -> Options {
        let us = self.side_to_move();
        let board = self.board();
        let mode = self.mode(us);
        let king = board.king(us);
        let shift_available = self.shift_available(us);
        let mut options = Options {
            demand: Demand::Move,
            shift_available,
            shift_targets: BitBoard::EMPTY,
            mode,
            king,
            king_mode: MoveSet::new(),
            regent_mode: MoveSet::new(),
        };
        if self.ending().is_some() {
            return options;
        }
        let needed = |other| mode == other || shift_available;
        if needed(Mode::King) {
            options.king_mode = board.moves(Mode::King);
        }
        if needed(Mode::Regent) {
            options.regent_mode = board.moves(Mode::Regent);
        }
        if options.moves().is_empty() {
            if mode == Mode::King && board.in_check(us) {
                options.demand = Demand::Escape;
            } else {
                options.demand = Demand::Pass;
                return options;
            }
        }
        if shift_available {
            let others = board.pieces_of(us) & !self.regent(us).bitboard();
            options.shift_targets = others
                .into_iter()
                .filter(|&to| !options.moves_after(Some(to)).is_empty())
                .collect();
        }
        options
    }
}

/// A checkmate at the start of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mate {
    /// A Crown Shift can still avert it.
    Pending,
    /// Nothing can.
    Final,
}
