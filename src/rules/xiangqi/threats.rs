//! Which legal moves give check or could leave the opponent without a move,
//! found without making them.

use super::attacks::{between, reach};
use super::bits::{Bits, Squares, bit};
use super::moves::Move;
use super::piece::PieceKind;
use super::position::Position;
use super::square::Square;
use super::tables::{CROSS, DIAGONAL_STEPS, HORSE_FROM, PAWN_FROM, STEPS};

/// Where moves have to begin or end to change what attacks the enemy's king.
struct Aim {
    /// Squares whose filling or clearing changes a line or a leg.
    lines: Bits,
    /// Squares from which a piece of each kind could attack the king itself.
    direct: [Bits; 7],
}

impl Position {
    /// Appends all legal moves to a list that the caller keeps.
    pub fn append_legal_moves(&self, out: &mut Vec<Move>) {
        self.each_legal(|from, targets| {
            out.extend(Squares(targets).map(|to| Move { from, to }));
            true
        });
    }

    /// Appends all legal moves that leave the opponent in check.
    pub fn append_checks(&self, out: &mut Vec<Move>) {
        let aim = self.aim();
        let wanted = |kind: PieceKind, from: Square| {
            if aim.lines & bit(from) == 0 {
                aim.direct[kind as usize] | aim.lines
            } else {
                Bits::MAX
            }
        };
        self.each_legal_within(wanted, |from, targets| {
            let moves = Squares(targets).map(|to| Move { from, to });
            out.extend(moves.filter(|&mv| self.gives_check(mv)));
            true
        });
    }

    /// Whether a legal move leaves the opponent in check.
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let king = self.kings[self.side.opponent() as usize];
        self.piece_at(mv.from)
            .is_some_and(|piece| self.attacks_after(king, piece.kind, mv.from, mv.to))
    }

    /// Appends the legal moves without check that could leave the opponent
    /// without a legal move. Most positions have none; whether a move that is
    /// named does it has to be tried.
    pub fn append_stalemate_candidates(&self, out: &mut Vec<Move>) {
        let smothering = self.smothering_squares();
        if smothering == 0 {
            return;
        }
        self.each_legal_within(
            |_, _| smothering,
            |from, targets| {
                let moves = Squares(targets).map(|to| Move { from, to });
                out.extend(moves.filter(|&mv| !self.gives_check(mv)));
                true
            },
        );
    }

    /// Whether the enemy's king is attacked after a legal move.
    #[inline]
    fn attacks_after(&self, king: Square, kind: PieceKind, from: Square, to: Square) -> bool {
        let own = self.sides[self.side as usize] & !bit(from);
        let occupied = self.occupied() & !bit(from) | bit(to);
        (kind != PieceKind::King && reach(self.side, kind, to, occupied) & bit(king) != 0)
            || self.attacked(king, self.side.opponent(), occupied, own)
    }

    fn aim(&self) -> Aim {
        let own = self.sides[self.side as usize];
        let enemy = self.side.opponent();
        let king = self.kings[enemy as usize];
        let at = king.index();
        let of = |kind: PieceKind| self.kinds[kind as usize] & own;
        let sliders = of(PieceKind::Rook) | of(PieceKind::Cannon) | of(PieceKind::King);
        let mut lines = Squares(sliders & CROSS[at]).fold(0, |b, s| b | between(king, s));
        if of(PieceKind::Horse) & HORSE_FROM[at][0] != 0 {
            lines |= DIAGONAL_STEPS[at];
        }
        let mut direct = [0; 7];
        direct[PieceKind::Rook as usize] = CROSS[at];
        direct[PieceKind::Cannon as usize] = CROSS[at];
        direct[PieceKind::Horse as usize] = HORSE_FROM[at][0];
        direct[PieceKind::Pawn as usize] = PAWN_FROM[self.side as usize][at];
        Aim { lines, direct }
    }

    /// Squares a move without check has to end on to leave the opponent without
    /// a legal move.
    ///
    /// The opponent's pieces away from its king's lines and legs shield nothing,
    /// so each of their moves that ends away from those lines stays legal unless
    /// the piece is captured, or its way or its landing square is taken. A move
    /// that smothers them all has to do so to every one.
    fn smothering_squares(&self) -> Bits {
        let enemy = self.side.opponent();
        let king = self.kings[enemy as usize];
        let pinned = CROSS[king.index()] | DIAGONAL_STEPS[king.index()] | bit(king);
        let occupied = self.occupied();
        let theirs = self.sides[enemy as usize];
        let mut smothering = Bits::MAX;
        for kind in PieceKind::ALL {
            for from in Squares(self.kinds[kind as usize] & theirs & !pinned) {
                let targets = reach(enemy, kind, from, occupied) & !theirs & !CROSS[king.index()];
                // A cannon's captures need a screen, which may step away.
                let targets = if kind == PieceKind::Cannon {
                    targets & !occupied
                } else {
                    targets
                };
                for to in Squares(targets) {
                    smothering &= self.way(kind, from, to);
                    if smothering == 0 {
                        return 0;
                    }
                }
            }
        }
        smothering
    }

    /// The piece, what it passes over, and the landing square where a piece
    /// there would be in its way.
    fn way(&self, kind: PieceKind, from: Square, to: Square) -> Bits {
        bit(from)
            | match kind {
                PieceKind::King | PieceKind::Advisor | PieceKind::Pawn => 0,
                PieceKind::Rook => between(from, to),
                PieceKind::Cannon => between(from, to) | bit(to),
                // A superset of the eye or the leg: what lies next to the piece.
                PieceKind::Elephant => DIAGONAL_STEPS[from.index()],
                PieceKind::Horse => STEPS[from.index()],
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn by_trying(position: &Position) -> (BTreeSet<Move>, BTreeSet<Move>) {
        let (mut checks, mut stalemates) = (BTreeSet::new(), BTreeSet::new());
        for &mv in &position.legal_moves() {
            let mut after = *position;
            after.make(mv);
            if after.in_check() {
                checks.insert(mv);
            } else if !after.has_legal_move() {
                stalemates.insert(mv);
            }
        }
        (checks, stalemates)
    }

    fn compare(position: &Position) -> usize {
        let (checks, stalemates) = by_trying(position);
        let mut found = Vec::new();
        position.append_checks(&mut found);
        assert_eq!(found.len(), checks.len(), "{}", position.fen());
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), checks);
        for &mv in &position.legal_moves() {
            assert_eq!(position.gives_check(mv), checks.contains(&mv));
        }
        let mut candidates = Vec::new();
        position.append_stalemate_candidates(&mut candidates);
        let candidates: BTreeSet<Move> = candidates.into_iter().collect();
        assert!(candidates.is_superset(&stalemates), "{}", position.fen());
        assert!(candidates.is_disjoint(&checks), "{}", position.fen());
        stalemates.len()
    }

    #[test]
    fn checks_equal_those_found_by_trying_each_move() {
        let table = include_str!("../../../data/perft/xiangqi.csv");
        for line in table.lines().skip(1) {
            let root = Position::from_fen(line.split(',').nth(1).unwrap()).unwrap();
            for &first in &root.legal_moves() {
                let mut position = root;
                position.make(first);
                compare(&position);
                // The opponent's checks, whether or not it may move now.
                if !position.in_check() {
                    let mut passed = position;
                    passed.side = passed.side.opponent();
                    compare(&passed);
                }
            }
        }
    }

    #[test]
    fn no_stalemating_move_is_missed() {
        let mut seen = 0;
        for fen in [
            "3k5/4P4/9/9/9/9/9/9/4R4/4K4 w",
            "3k5/9/4P4/9/9/9/9/9/4R4/4K4 w",
            "3k5/9/2P1P4/9/9/9/9/9/9/4K4 w",
            "2bk5/4P4/2P6/9/9/9/9/9/9/4K4 w",
            "3k5/9/9/9/9/4p4/4R4/9/9/4K4 w",
            "3k5/7P1/9/n8/P8/9/9/9/9/1C2K4 w",
            "4k4/9/3P1P3/9/9/9/9/9/9/3K5 w",
            "3k5/9/3P5/9/4R4/9/9/9/4p4/4K4 w",
            "2b1k4/3P5/b2P5/9/9/9/9/9/9/3K1R3 w",
        ] {
            let root = Position::from_fen(fen).unwrap();
            let mut line = vec![root];
            for _ in 0..2 {
                let mut next = Vec::new();
                for position in &line {
                    for &mv in &position.legal_moves() {
                        let mut after = *position;
                        after.make(mv);
                        next.push(after);
                    }
                }
                line.extend(next);
            }
            seen += line.iter().map(compare).sum::<usize>();
        }
        assert!(seen > 20, "{seen}");
    }
}
