//! Who attacks a square.

use cozy_chess::{
    BitBoard, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use super::board::Board;

impl Board {
    /// The pieces of a side that attack a square, lines being blocked by
    /// `occupied`. Pinned pieces and a demoted Original King attack as any other.
    #[must_use]
    pub(super) fn attackers(&self, square: Square, by: Color, occupied: BitBoard) -> BitBoard {
        let of = |piece: Piece| self.kinds[piece as usize];
        let diagonal = of(Piece::Bishop) | of(Piece::Queen);
        let straight = of(Piece::Rook) | of(Piece::Queen);
        let all = get_pawn_attacks(square, !by) & of(Piece::Pawn)
            | get_knight_moves(square) & of(Piece::Knight)
            | get_king_moves(square) & of(Piece::King)
            | get_bishop_moves(square, occupied) & diagonal
            | get_rook_moves(square, occupied) & straight;
        all & self.pieces_of(by)
    }

    /// Whether a side attacks a square.
    #[must_use]
    pub fn attacks(&self, by: Color, square: Square) -> bool {
        !self.attackers(square, by, self.occupied()).is_empty()
    }

    /// The check announcement: whether a side's Original King is on the board
    /// and attacked, whatever the side's mode.
    #[must_use]
    pub fn in_check(&self, side: Color) -> bool {
        self.king(side)
            .is_some_and(|king| self.attacks(!side, king))
    }
}
