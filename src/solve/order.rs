//! Which moves to try first: those that settled similar positions before.

use std::cmp::Reverse;

use crate::rules::xiangqi::{Move, PieceKind, Position};

/// Plies from the root that have killers of their own; deeper ones share.
const PLIES: usize = 32;
const SQUARES: usize = 90;
const MOST: u32 = 1 << 24;

/// Moves that settled positions before, by ply and by squares.
#[derive(Debug)]
pub(super) struct Order {
    killers: [[Option<Move>; 2]; PLIES],
    history: Vec<u32>,
}

impl Order {
    pub(super) fn new() -> Self {
        Self {
            killers: [[None; 2]; PLIES],
            history: vec![0; 2 * SQUARES * SQUARES],
        }
    }

    pub(super) fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.history.fill(0);
    }

    /// The last two moves that settled a position at this ply.
    pub(super) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply % PLIES]
    }

    /// Notes that a move settled a position `plies` before the bound.
    pub(super) fn credit(&mut self, position: &Position, mv: Move, ply: usize, plies: u8) {
        let killers = &mut self.killers[ply % PLIES];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let credit = &mut self.history[place(position, mv)];
        *credit = (*credit + u32::from(plies).pow(2)).min(MOST);
    }

    /// Sorts moves: the best known, killers, then by history and what they capture.
    pub(super) fn sort(
        &self,
        position: &Position,
        moves: &mut [Move],
        best: Option<Move>,
        ply: usize,
    ) {
        let killers = self.killers(ply);
        moves.sort_by_cached_key(|&mv| {
            let captured = position.piece_at(mv.to);
            let capture = captured.map_or(0, |piece| worth(piece.kind) << 10);
            let known = u32::from(best == Some(mv)) * 4 + u32::from(killers.contains(&Some(mv)));
            Reverse((known, self.history[place(position, mv)] + capture))
        });
    }
}

fn place(position: &Position, mv: Move) -> usize {
    let side = position.side_to_move() as usize;
    (side * SQUARES + mv.from.index()) * SQUARES + mv.to.index()
}

/// A rough worth for ordering only.
const fn worth(kind: PieceKind) -> u32 {
    match kind {
        PieceKind::Rook => 9,
        PieceKind::Cannon | PieceKind::Horse => 5,
        PieceKind::Advisor | PieceKind::Elephant => 3,
        PieceKind::Pawn => 2,
        PieceKind::King => 0,
    }
}
