//! Legal moves.

use super::attacks::reach;
use super::bits::{Bits, Squares, bit};
use super::move_list::MoveList;
use super::moves::Move;
use super::piece::PieceKind;
use super::position::Position;
use super::safety::Guard;
use super::square::Square;

impl Position {
    /// All legal moves, in an order that depends on the position alone.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.each_legal(|from, targets| {
            for to in Squares(targets) {
                moves.push(Move { from, to });
            }
            true
        });
        moves
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let mut found = false;
        self.each_legal(|_, targets| {
            found |= targets != 0;
            !found
        });
        found
    }

    /// The number of legal moves.
    #[must_use]
    pub fn count_legal_moves(&self) -> usize {
        let mut count = 0;
        self.each_legal(|_, targets| {
            count += targets.count_ones() as usize;
            true
        });
        count
    }

    /// Whether a move, whatever it is, is legal.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let Some(piece) = self.piece_at(mv.from) else {
            return false;
        };
        let own = self.sides[self.side as usize];
        piece.side == self.side
            && reach(self.side, piece.kind, mv.from, self.occupied()) & !own & bit(mv.to) != 0
            && self.keeps_king_safe(piece.kind, mv.from, mv.to)
    }

    /// Calls `visit` with every piece and where it may go, until told to stop.
    #[inline(always)]
    pub(super) fn each_legal(&self, visit: impl FnMut(Square, Bits) -> bool) {
        self.each_legal_within(|_, _| Bits::MAX, visit);
    }

    /// As [`Position::each_legal`], for the targets that `wanted` gives for a
    /// piece; those alone are tested.
    #[inline(always)]
    pub(super) fn each_legal_within(
        &self,
        wanted: impl Fn(PieceKind, Square) -> Bits,
        mut visit: impl FnMut(Square, Bits) -> bool,
    ) {
        let guard = self.guard();
        let own = self.sides[self.side as usize];
        let occupied = self.occupied();
        for kind in PieceKind::ALL {
            for from in Squares(self.kinds[kind as usize] & own) {
                let wanted = wanted(kind, from) & !own;
                if wanted == 0 {
                    continue;
                }
                let targets = reach(self.side, kind, from, occupied) & wanted;
                let targets = self.legal_targets(&guard, kind, from, targets);
                if !visit(from, targets) {
                    return;
                }
            }
        }
    }

    /// Narrows the squares a piece reaches to those it may go to.
    #[inline(always)]
    fn legal_targets(&self, guard: &Guard, kind: PieceKind, from: Square, targets: Bits) -> Bits {
        if kind == PieceKind::King {
            self.safe_targets(kind, from, targets)
        } else if guard.in_check {
            if guard.evade_from & bit(from) != 0 {
                self.safe_targets(kind, from, targets)
            } else {
                self.safe_targets(kind, from, targets & guard.evade_to)
            }
        } else if guard.shields & bit(from) != 0 {
            self.safe_targets(kind, from, targets)
        } else {
            targets & !guard.forbidden
        }
    }

    /// Keeps the targets that leave the mover's king safe.
    fn safe_targets(&self, kind: PieceKind, from: Square, targets: Bits) -> Bits {
        Squares(targets)
            .filter(|&to| self.keeps_king_safe(kind, from, to))
            .fold(0, |safe, to| safe | bit(to))
    }

    /// Whether the mover's king is safe after a move.
    fn keeps_king_safe(&self, kind: PieceKind, from: Square, to: Square) -> bool {
        let king = if kind == PieceKind::King {
            to
        } else {
            self.kings[self.side as usize]
        };
        let occupied = self.occupied() & !bit(from) | bit(to);
        let enemies = self.sides[self.side.opponent() as usize] & !bit(to);
        !self.attacked(king, self.side, occupied, enemies)
    }
}
