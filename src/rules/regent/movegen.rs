//! Regular moves in the two modes.

use cozy_chess::{
    BitBoard, Piece, Rank, Square, get_between_rays, get_bishop_moves, get_bishop_rays,
    get_king_moves, get_knight_moves, get_line_rays, get_pawn_attacks, get_pawn_quiets,
    get_rook_moves, get_rook_rays,
};

use super::board::Board;
use super::castling::Wing;
use super::mode::Mode;
use super::move_set::MoveSet;

impl Board {
    /// The regular moves of the side to move in a mode. In King Mode those of
    /// standard chess, none if the Original King is gone; in Regent Mode all
    /// pseudo-legal moves without castling.
    #[must_use]
    pub fn moves(&self, mode: Mode) -> MoveSet {
        match (mode, self.king(self.side)) {
            (Mode::Regent, _) => self.regent_mode_moves(),
            (Mode::King, Some(king)) => self.king_mode_moves(king),
            (Mode::King, None) => MoveSet::new(),
        }
    }

    fn regent_mode_moves(&self) -> MoveSet {
        let mut moves = MoveSet::new();
        for from in self.pieces_of(self.side) {
            self.push(
                &mut moves,
                from,
                self.reach(from) | self.passant_reach(from),
            );
        }
        moves
    }

    fn king_mode_moves(&self, king: Square) -> MoveSet {
        let mut moves = MoveSet::new();
        let us = self.side;
        let occupied = self.occupied();
        let checkers = self.attackers(king, !us, occupied);
        let answers = answers(king, checkers);
        let pinned = self.pinned(king);
        for from in self.pieces_of(us) {
            let to = if from == king {
                let steps = self.reach(king).into_iter();
                let safe = steps.filter(|&to| {
                    let without_king = occupied ^ king.bitboard();
                    self.attackers(to, !us, without_king).is_empty()
                });
                let castling = if checkers.is_empty() {
                    self.castling(king)
                } else {
                    BitBoard::EMPTY
                };
                safe.collect::<BitBoard>() | castling
            } else {
                let line = if pinned.has(from) {
                    get_line_rays(king, from)
                } else {
                    BitBoard::FULL
                };
                self.reach(from) & answers & line | self.safe_passant(from, king)
            };
            self.push(&mut moves, from, to);
        }
        moves
    }

    fn push(&self, moves: &mut MoveSet, from: Square, to: BitBoard) {
        let promotes = self.kinds[Piece::Pawn as usize].has(from)
            && from.rank() == Rank::Seventh.relative_to(self.side);
        moves.push(from, to, promotes);
    }

    /// Where an own piece can go, checks aside, without castling and en passant.
    fn reach(&self, from: Square) -> BitBoard {
        let us = self.side;
        let (own, enemy) = (self.pieces_of(us), self.pieces_of(!us));
        let occupied = own | enemy;
        let Some((_, piece)) = self.piece_at(from) else {
            return BitBoard::EMPTY;
        };
        match piece {
            Piece::Pawn => get_pawn_quiets(from, us, occupied) | get_pawn_attacks(from, us) & enemy,
            Piece::Knight => get_knight_moves(from) & !own,
            Piece::Bishop => get_bishop_moves(from, occupied) & !own,
            Piece::Rook => get_rook_moves(from, occupied) & !own,
            Piece::Queen => {
                (get_bishop_moves(from, occupied) | get_rook_moves(from, occupied)) & !own
            }
            Piece::King => get_king_moves(from) & !own,
        }
    }

    /// The en passant square, if an own pawn can capture on it from a square.
    fn passant_reach(&self, from: Square) -> BitBoard {
        match self.en_passant {
            Some(to) if self.pieces(self.side, Piece::Pawn).has(from) => {
                get_pawn_attacks(from, self.side) & to.bitboard()
            }
            _ => BitBoard::EMPTY,
        }
    }

    /// The same, if the capture leaves the king out of check. Two pawns leave
    /// their squares at once, so neither pins nor answers to a check tell.
    fn safe_passant(&self, from: Square, king: Square) -> BitBoard {
        let reach = self.passant_reach(from);
        let Some(to) = reach.next_square() else {
            return BitBoard::EMPTY;
        };
        let taken = Square::new(to.file(), from.rank()).bitboard();
        let occupied = (self.occupied() ^ from.bitboard() ^ taken) | to.bitboard();
        let attackers = self.attackers(king, !self.side, occupied) & !taken;
        if attackers.is_empty() {
            reach
        } else {
            BitBoard::EMPTY
        }
    }

    /// Own pieces that alone stand between the king and an enemy line piece.
    fn pinned(&self, king: Square) -> BitBoard {
        let enemy = |piece: Piece| self.pieces(!self.side, piece);
        let snipers = get_bishop_rays(king) & (enemy(Piece::Bishop) | enemy(Piece::Queen))
            | get_rook_rays(king) & (enemy(Piece::Rook) | enemy(Piece::Queen));
        let occupied = self.occupied();
        snipers
            .into_iter()
            .map(|sniper| get_between_rays(king, sniper) & occupied)
            .filter(|between| between.len() == 1)
            .fold(BitBoard::EMPTY, |all, between| all | between)
            & self.pieces_of(self.side)
    }

    /// Where a king that is not in check may castle to.
    fn castling(&self, king: Square) -> BitBoard {
        let us = self.side;
        let occupied = self.occupied();
        let free = |wing: &Wing| {
            let [home, rook, king_to, _] = wing.squares(us);
            let path = get_between_rays(king, king_to) | king_to.bitboard();
            home == king
                && self.rights.has(us, *wing)
                && (get_between_rays(king, rook) & occupied).is_empty()
                && path.into_iter().all(|square| !self.attacks(!us, square))
        };
        Wing::ALL
            .into_iter()
            .filter(free)
            .map(|wing| wing.squares(us)[2])
            .collect()
    }
}

/// The squares that answer checks by another piece than the king.
fn answers(king: Square, checkers: BitBoard) -> BitBoard {
    match (checkers.len(), checkers.next_square()) {
        (0, _) => BitBoard::FULL,
        (1, Some(checker)) => get_between_rays(king, checker) | checkers,
        _ => BitBoard::EMPTY,
    }
}
