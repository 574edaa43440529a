//! What the legal moves of a position are like: the choice a first move is
//! measured against.

use crate::rules::xiangqi::{PieceKind, Position};

/// Legal moves by what they do and which piece makes them. Check and capture
/// overlap; quiet is neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RootMoves {
    /// All legal moves.
    pub legal: usize,
    /// Moves that give check.
    pub checks: usize,
    /// Moves that capture.
    pub captures: usize,
    /// Moves that do neither.
    pub quiet: usize,
    /// Moves of a rook.
    pub rook: usize,
    /// Moves of a cannon.
    pub cannon: usize,
    /// Moves of a horse.
    pub horse: usize,
    /// Moves of a pawn.
    pub pawn: usize,
    /// Moves of the general, an advisor or an elephant.
    pub other: usize,
}

impl RootMoves {
    /// Counts the legal moves of a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let mut counts = Self::default();
        for mv in position.legal_moves().iter().copied() {
            counts.legal += 1;
            let piece = position.piece_at(mv.from).map(|piece| piece.kind);
            match piece {
                Some(PieceKind::Rook) => counts.rook += 1,
                Some(PieceKind::Cannon) => counts.cannon += 1,
                Some(PieceKind::Horse) => counts.horse += 1,
                Some(PieceKind::Pawn) => counts.pawn += 1,
                _ => counts.other += 1,
            }
            let mut after = *position;
            let captures = after.make(mv).captured.is_some();
            let checks = after.in_check();
            counts.checks += usize::from(checks);
            counts.captures += usize::from(captures);
            counts.quiet += usize::from(!checks && !captures);
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position_has_two_captures_and_no_check() {
        // Each cannon can take the horse behind the other side's cannon.
        let counts = RootMoves::of(&Position::startpos());
        let expected = RootMoves {
            legal: 44,
            checks: 0,
            captures: 2,
            quiet: 42,
            rook: 4,
            cannon: 24,
            horse: 4,
            pawn: 5,
            other: 7,
        };
        assert_eq!(counts, expected);
    }
}
