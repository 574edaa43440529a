//! The last ply: moves that leave the defender without a legal move.

use crate::rules::xiangqi::{Move, Position};

/// A move that mates or stalemates at once, if there is one. `moves` is a stack
/// that is left as it was.
pub(super) fn mate_in_one(position: &mut Position, moves: &mut Vec<Move>) -> Option<Move> {
    let start = moves.len();
    position.append_checks(moves);
    let mut found = ends_game(position, &moves[start..]);
    if found.is_none() {
        moves.truncate(start);
        position.append_stalemate_candidates(moves);
        found = ends_game(position, &moves[start..]);
    }
    moves.truncate(start);
    found
}

fn ends_game(position: &mut Position, moves: &[Move]) -> Option<Move> {
    moves.iter().copied().find(|&mv| {
        let undo = position.make(mv);
        let over = !position.has_legal_move();
        position.unmake(mv, undo);
        over
    })
}
