//! A position with the moves that led to it.

use super::moves::Move;
use super::piece::Piece;
use super::position::Position;
use super::side::Side;
use super::terminal::Terminal;

/// A game from its start position on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    position: Position,
    past: Vec<Past>,
}

/// A move made and the position it was made in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Past {
    before: Position,
    mv: Move,
    gave_check: bool,
}

/// What a move did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// The piece it captured.
    pub captured: Option<Piece>,
    /// Whether it gave check.
    pub gives_check: bool,
    /// How many legal moves the opponent has now.
    pub legal_replies: usize,
    /// How often the position has occurred, this time included.
    pub occurrences: u32,
    /// How the move ended the game, if it did.
    pub terminal: Option<Terminal>,
}

/// The move is not legal in the current position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a legal move")]
pub struct IllegalMove(pub Move);

impl Game {
    /// A game that starts from a position.
    #[must_use]
    pub const fn new(start: Position) -> Self {
        Self {
            position: start,
            past: Vec::new(),
        }
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a move. A game that is over by repetition may go on; whether it
    /// should is up to the caller.
    ///
    /// # Errors
    ///
    /// The move is not legal; the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<Played, IllegalMove> {
        if !self.position.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        let before = self.position;
        let captured = self.position.make(mv).captured;
        let gives_check = self.position.in_check();
        self.past.push(Past {
            before,
            mv,
            gave_check: gives_check,
        });
        let legal_replies = self.position.count_legal_moves();
        Ok(Played {
            captured,
            gives_check,
            legal_replies,
            occurrences: self.occurrences(),
            terminal: self.outcome(gives_check, legal_replies > 0),
        })
    }

    /// Takes back the last move and returns it; none at the start.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.past.pop()?;
        self.position = last.before;
        Some(last.mv)
    }

    /// How often the current position (placement and side to move) has occurred
    /// since the start, this time included.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        let earlier = self.earlier_occurrences().count();
        u32::try_from(earlier).map_or(u32::MAX, |count| count.saturating_add(1))
    }

    /// How the game has ended, if it has: first whether the side to move is out
    /// of legal moves, then whether the position has occurred three times.
    #[must_use]
    pub fn terminal(&self) -> Option<Terminal> {
        self.outcome(self.position.in_check(), self.position.has_legal_move())
    }

    /// Moves played so far.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.past.len()
    }

    /// The moves played, first to last.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.past.iter().map(|past| past.mv)
    }

    /// The position before each move and whether the move gave check, first to
    /// last.
    pub fn past(&self) -> impl DoubleEndedIterator<Item = (&Position, bool)> + ExactSizeIterator {
        self.past.iter().map(|past| (&past.before, past.gave_check))
    }

    fn outcome(&self, in_check: bool, can_move: bool) -> Option<Terminal> {
        let loser = self.position.side_to_move();
        match (can_move, in_check) {
            (false, true) => Some(Terminal::Checkmate { loser }),
            (false, false) => Some(Terminal::Stalemate { loser }),
            (true, _) => self.third_occurrence(),
        }
    }

    /// Judges the cycle since the earliest of the last three occurrences.
    fn third_occurrence(&self) -> Option<Terminal> {
        let earliest = self.earlier_occurrences().nth(1)?;
        let cycle = &self.past[earliest..];
        let always_checks = |side: Side| {
            let mut own = cycle
                .iter()
                .filter(|past| past.before.side_to_move() == side);
            own.clone().next().is_some() && own.all(|past| past.gave_check)
        };
        Some(match Side::ALL.map(always_checks) {
            [true, false] => Terminal::PerpetualCheck { loser: Side::Red },
            [false, true] => Terminal::PerpetualCheck { loser: Side::Black },
            _ => Terminal::Repetition,
        })
    }

    /// Plies at which the current position has occurred before, latest first.
    fn earlier_occurrences(&self) -> impl Iterator<Item = usize> + '_ {
        let now = &self.position;
        self.past
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, past)| past.before.key() == now.key() && past.before == *now)
            .map(|(ply, _)| ply)
    }
}
