//! Whether a king is attacked, and what keeps it from being so.

use super::attacks::{between, horses_reaching};
use super::bits::{Bits, Squares, bit};
use super::fault::Fault;
use super::piece::PieceKind;
use super::position::Position;
use super::side::Side;
use super::square::Square;
use super::tables::{CROSS, HORSE_FROM, PAWN_FROM};

/// What the mover has to heed for its king while other pieces move.
#[derive(Debug, Default)]
pub(super) struct Guard {
    /// Whether the mover is in check. If so, only `evade_from` and `evade_to`
    /// matter; if not, only `shields` and `forbidden`.
    pub(super) in_check: bool,
    /// Pieces whose leaving may end the first check found: a cannon's screen.
    pub(super) evade_from: Bits,
    /// Squares to step on that may end it: the checker's, and those between.
    pub(super) evade_to: Bits,
    /// Pieces that stand between the king and an enemy; their moves need a look.
    pub(super) shields: Bits,
    /// Squares nobody may step on: a piece there is a screen for a cannon.
    pub(super) forbidden: Bits,
}

impl Position {
    /// Whether the side to move is in check.
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.king_attacked(self.side)
    }

    /// Whether a side's king is attacked, an open file to the other king included.
    pub(super) fn king_attacked(&self, side: Side) -> bool {
        let enemies = self.sides[side.opponent() as usize];
        self.attacked(self.kings[side as usize], side, self.occupied(), enemies)
    }

    #[inline]
    pub(super) const fn occupied(&self) -> Bits {
        self.sides[0] | self.sides[1]
    }

    /// Whether a king of `side` on `king` would be attacked by those of the
    /// enemy's pieces that are in `enemies`, with `occupied` taken.
    #[inline]
    pub(super) fn attacked(&self, king: Square, side: Side, occupied: Bits, enemies: Bits) -> bool {
        let at = king.index();
        let of = |kind: PieceKind| self.kinds[kind as usize] & enemies;
        let cannons = of(PieceKind::Cannon);
        let straight = of(PieceKind::Rook) | of(PieceKind::King);
        for slider in Squares((straight | cannons) & CROSS[at]) {
            let inside = between(king, slider) & occupied;
            let hit = if cannons & bit(slider) == 0 {
                inside == 0
            } else {
                inside != 0 && inside & (inside - 1) == 0
            };
            if hit {
                return true;
            }
        }
        let horses = of(PieceKind::Horse);
        let pawns = of(PieceKind::Pawn);
        pawns & PAWN_FROM[side.opponent() as usize][at] != 0
            || (horses & HORSE_FROM[at][0] != 0 && horses & horses_reaching(king, occupied) != 0)
    }

    /// Looks around the mover's king once, so that most moves need no look.
    pub(super) fn guard(&self) -> Guard {
        let mut guard = Guard::default();
        let king = self.kings[self.side as usize];
        let enemy = self.side.opponent() as usize;
        let occupied = self.occupied();
        let of = |kind: PieceKind| self.kinds[kind as usize] & self.sides[enemy];
        let cannons = of(PieceKind::Cannon);
        let straight = of(PieceKind::Rook) | of(PieceKind::King);
        for slider in Squares((straight | cannons) & CROSS[king.index()]) {
            let path = between(king, slider);
            let inside = path & occupied;
            // Pieces in between if the slider is to attack, beside the king's
            // own view: none for a rook, one for a cannon.
            let wanted = u32::from(cannons & bit(slider) != 0);
            match inside.count_ones() + 1 - wanted {
                0 => guard.forbidden |= path,
                1 => guard.check(inside, path | bit(slider)),
                2 => guard.shields |= inside,
                _ => {}
            }
        }
        for horse in Squares(of(PieceKind::Horse) & HORSE_FROM[king.index()][0]) {
            let leg = leg_towards(horse, king);
            if leg & occupied == 0 {
                guard.check(0, leg | bit(horse));
            } else {
                guard.shields |= leg;
            }
        }
        for pawn in Squares(of(PieceKind::Pawn) & PAWN_FROM[enemy][king.index()]) {
            guard.check(0, bit(pawn));
        }
        guard
    }

    /// Faults of a position whose kings are in order.
    pub(super) fn attack_faults(&self) -> Vec<Fault> {
        let [red, black] = self.kings;
        let waiting = self.side.opponent();
        let mut faults = Vec::new();
        if red.file() == black.file() && between(red, black) & self.occupied() == 0 {
            faults.push(Fault::FacingKings);
        }
        let enemies = self.sides[self.side as usize] & !self.kinds[PieceKind::King as usize];
        let king = self.kings[waiting as usize];
        if self.attacked(king, waiting, self.occupied(), enemies) {
            faults.push(Fault::OpponentInCheck(waiting));
        }
        faults
    }
}

impl Guard {
    /// Notes a check; a move that does not end the first one ends none.
    fn check(&mut self, evade_from: Bits, evade_to: Bits) {
        if !self.in_check {
            self.in_check = true;
            self.evade_from = evade_from;
            self.evade_to = evade_to;
        }
    }
}

/// The leg of a horse on its way to a square a horse's move away.
fn leg_towards(horse: Square, target: Square) -> Bits {
    let (from, to) = (horse.index(), target.index());
    let upright = horse.rank().abs_diff(target.rank()) == 2;
    match (upright, to > from) {
        (true, true) => 1 << (from + 9),
        (true, false) => 1 << (from - 9),
        (false, _) if target.file() > horse.file() => 1 << (from + 1),
        (false, _) => 1 << (from - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::super::attacks::reach;
    use super::super::moves::Move;
    use super::*;

    /// The rule word by word: some piece reaches the king, or the kings face.
    fn attacked_by_the_book(position: &Position, side: Side) -> bool {
        let king = position.king_square(side);
        let other = position.king_square(side.opponent());
        let occupied = position.occupied();
        let faces = king.file() == other.file() && between(king, other) & occupied == 0;
        faces
            || position.pieces().any(|(square, piece)| {
                piece.side != side
                    && reach(piece.side, piece.kind, square, occupied) & bit(king) != 0
            })
    }

    #[test]
    fn guarded_moves_equal_those_found_by_trying_each() {
        let table = include_str!("../../../data/perft/xiangqi.csv");
        let mut seen = 0_u32;
        for line in table.lines().skip(1) {
            let root = Position::from_fen(line.split(',').nth(1).unwrap()).unwrap();
            for &first in &root.legal_moves() {
                let mut position = root;
                position.make(first);
                let side = position.side_to_move();
                assert_eq!(position.in_check(), attacked_by_the_book(&position, side));
                let mut tried = 0;
                for (from, piece) in position.pieces().filter(|(_, piece)| piece.side == side) {
                    let free = !position.sides[side as usize];
                    for to in Squares(reach(side, piece.kind, from, position.occupied()) & free) {
                        let mut after = position;
                        after.make(Move { from, to });
                        let legal = !attacked_by_the_book(&after, side);
                        tried += usize::from(legal);
                        assert_eq!(position.is_legal(Move { from, to }), legal);
                    }
                }
                assert_eq!(position.count_legal_moves(), tried, "{}", position.fen());
                seen += 1;
            }
        }
        assert!(seen > 4000, "{seen}");
    }
}
