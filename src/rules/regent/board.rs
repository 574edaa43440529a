//! What both players see: the board, and how moves change it.

use cozy_chess::{BitBoard, Color, Piece, Rank, Square, get_pawn_attacks};

use super::castling::{Rights, Wing};
use super::fault::FenError;
use super::fen;
use super::moves::Move;

/// The visible state: placement, side to move, castling rights, and the en
/// passant square if an enemy pawn stands ready to capture there. Two boards
/// are equal exactly if the threefold rule takes them for the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    pub(super) side: Color,
    pub(super) rights: Rights,
    pub(super) en_passant: Option<Square>,
    pub(super) colors: [BitBoard; Color::NUM],
    pub(super) kinds: [BitBoard; Piece::NUM],
}

/// What a move did to the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Applied {
    /// The piece that moved, as it was before.
    pub(super) piece: Piece,
    /// The captured piece and where it stood; for en passant not the target.
    pub(super) captured: Option<(Square, Piece)>,
    /// Where the rook of a castling came from and went.
    pub(super) rook: Option<(Square, Square)>,
}

impl Board {
    /// The usual start, White to move.
    #[must_use]
    pub fn startpos() -> Self {
        const BACK: [Piece; 8] = [
            Piece::Rook,
            Piece::Knight,
            Piece::Bishop,
            Piece::Queen,
            Piece::King,
            Piece::Bishop,
            Piece::Knight,
            Piece::Rook,
        ];
        let mut board = Self::empty(Color::White);
        for side in [Color::White, Color::Black] {
            let rank = |rank: Rank| rank.relative_to(side).bitboard();
            for (square, piece) in rank(Rank::First).into_iter().zip(BACK) {
                board.put(square, side, piece);
            }
            for square in rank(Rank::Second) {
                board.put(square, side, Piece::Pawn);
            }
            for wing in Wing::ALL {
                board.rights.grant(side, wing);
            }
        }
        board
    }

    /// Reads a FEN: placement, side to move (White if missing), castling rights
    /// and en passant square; the clocks are ignored. Castling rights without
    /// king and rook at home and an en passant square that no pawn can capture
    /// on are dropped. A side may lack its king, as after its capture.
    ///
    /// # Errors
    ///
    /// What makes the text unreadable, or the placement impossible.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        fen::read(text)
    }

    /// Placement, side to move, castling rights and en passant square, without
    /// clocks.
    #[must_use]
    pub fn fen(&self) -> String {
        fen::write(self)
    }

    pub(super) const fn empty(side: Color) -> Self {
        Self {
            side,
            rights: Rights::none(),
            en_passant: None,
            colors: [BitBoard::EMPTY; Color::NUM],
            kinds: [BitBoard::EMPTY; Piece::NUM],
        }
    }

    /// The side to move.
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        self.side
    }

    /// The squares of a side's pieces.
    #[must_use]
    pub const fn pieces_of(&self, side: Color) -> BitBoard {
        self.colors[side as usize]
    }

    /// The squares of a side's pieces of one kind.
    #[must_use]
    pub fn pieces(&self, side: Color, piece: Piece) -> BitBoard {
        self.colors[side as usize] & self.kinds[piece as usize]
    }

    /// Every piece's square.
    #[must_use]
    pub fn occupied(&self) -> BitBoard {
        self.colors[0] | self.colors[1]
    }

    /// The piece on a square and its side.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<(Color, Piece)> {
        let side = [Color::White, Color::Black]
            .into_iter()
            .find(|&side| self.pieces_of(side).has(square))?;
        let piece = Piece::ALL
            .into_iter()
            .find(|&piece| self.kinds[piece as usize].has(square))?;
        Some((side, piece))
    }

    /// Where a side's Original King stands; none once it is captured.
    #[must_use]
    pub fn king(&self, side: Color) -> Option<Square> {
        self.pieces(side, Piece::King).next_square()
    }

    /// Whether nothing but two Original Kings is left.
    #[must_use]
    pub fn bare_kings(&self) -> bool {
        let kings = self.kinds[Piece::King as usize];
        self.occupied() == kings && kings.len() == 2
    }

    #[inline]
    pub(super) fn put(&mut self, square: Square, side: Color, piece: Piece) {
        self.colors[side as usize] |= square.bitboard();
        self.kinds[piece as usize] |= square.bitboard();
    }

    #[inline]
    pub(super) fn clear(&mut self, square: Square) {
        let others = !square.bitboard();
        for set in self.colors.iter_mut().chain(&mut self.kinds) {
            *set &= others;
        }
    }

    /// Plays a move of the side to move; none if no own piece stands there.
    pub(super) fn apply(&mut self, mv: Move) -> Option<Applied> {
        let us = self.side;
        let (owner, piece) = self.piece_at(mv.from)?;
        if owner != us {
            return None;
        }
        let pawn = piece == Piece::Pawn;
        let taken_on = if pawn && Some(mv.to) == self.en_passant {
            Square::new(mv.to.file(), mv.from.rank())
        } else {
            mv.to
        };
        let captured = self
            .piece_at(taken_on)
            .filter(|(owner, _)| *owner != us)
            .map(|(_, piece)| (taken_on, piece));
        self.clear(taken_on);
        self.clear(mv.from);
        self.put(mv.to, us, mv.promotion.unwrap_or(piece));
        self.rights.touch(mv.from);
        self.rights.touch(mv.to);
        let rook = (piece == Piece::King)
            .then(|| castled_rook(mv, us))
            .flatten();
        if let Some((from, to)) = rook {
            self.clear(from);
            self.put(to, us, Piece::Rook);
        }
        self.turn_over(pawn.then(|| skipped(mv)).flatten());
        Some(Applied {
            piece,
            captured,
            rook,
        })
    }

    /// Passes the turn; a chance to capture en passant is gone.
    pub(super) fn pass(&mut self) {
        self.turn_over(None);
    }

    /// Gives the turn to the other side, `skipped` being the square a pawn has
    /// just jumped over.
    fn turn_over(&mut self, skipped: Option<Square>) {
        self.side = !self.side;
        self.en_passant = skipped.filter(|&square| self.pawn_ready(square));
    }

    /// Whether a pawn of the side to move attacks a square.
    pub(super) fn pawn_ready(&self, square: Square) -> bool {
        let from = get_pawn_attacks(square, !self.side);
        !from.is_disjoint(self.pieces(self.side, Piece::Pawn))
    }
}

/// The square a pawn jumps over.
fn skipped(mv: Move) -> Option<Square> {
    let (from, to) = (mv.from.rank() as usize, mv.to.rank() as usize);
    (from.abs_diff(to) == 2).then(|| Square::new(mv.from.file(), Rank::index((from + to) / 2)))
}

/// From where to where the rook of a castling king goes.
fn castled_rook(mv: Move, side: Color) -> Option<(Square, Square)> {
    Wing::ALL.into_iter().find_map(|wing| {
        let [king, rook, king_to, rook_to] = wing.squares(side);
        (mv.from == king && mv.to == king_to).then_some((rook, rook_to))
    })
}
