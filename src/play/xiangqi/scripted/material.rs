//! A short search for material.

use crate::rules::xiangqi::{Move, Piece, PieceKind, Position, Side, Square};

/// Worth more than all material.
const MATE: i32 = 100_000;
/// Beyond any score.
const INFINITE: i32 = 1_000_000;

/// What a side is ahead by, in hundredths of a pawn.
pub(super) fn balance(position: &Position, side: Side) -> i32 {
    position
        .pieces()
        .map(|(square, piece)| {
            let worth = worth(piece, square);
            if piece.side == side { worth } else { -worth }
        })
        .sum()
}

/// Moves with what they come to for the mover after `plies` plies, best first;
/// equal ones stay in the order of the moves.
pub(super) fn ranked(position: &Position, moves: &[Move], plies: u32) -> Vec<(Move, i32)> {
    let mut position = *position;
    let mut ranked: Vec<(Move, i32)> = moves
        .iter()
        .map(|&mv| {
            let score = after(
                &mut position,
                mv,
                plies.saturating_sub(1),
                -INFINITE,
                INFINITE,
            );
            (mv, score)
        })
        .collect();
    ranked.sort_by_key(|&(_, score)| -score);
    ranked
}

/// What a move comes to for the mover.
fn after(position: &mut Position, mv: Move, plies: u32, alpha: i32, beta: i32) -> i32 {
    let undo = position.make(mv);
    let gain = undo.captured.map_or(0, |piece| worth(piece, mv.to));
    let score = gain - best(position, plies, gain - beta, gain - alpha);
    position.unmake(mv, undo);
    score
}

/// The best the side to move can come to, relative to now.
fn best(position: &mut Position, plies: u32, mut alpha: i32, beta: i32) -> i32 {
    if plies == 0 {
        return if position.has_legal_move() { 0 } else { -MATE };
    }
    let moves = position.legal_moves();
    // Sooner mates are better ones.
    let mut found = -MATE - plies as i32;
    // Captures first: they refute most.
    let (captures, quiet): (Vec<Move>, Vec<Move>) = moves
        .iter()
        .partition(|mv| position.piece_at(mv.to).is_some());
    for mv in captures.into_iter().chain(quiet) {
        found = found.max(after(position, mv, plies - 1, alpha, beta));
        alpha = alpha.max(found);
        if alpha >= beta {
            break;
        }
    }
    found
}

/// The usual worth of a piece where it stands.
fn worth(piece: Piece, square: Square) -> i32 {
    let across = match piece.side {
        Side::Red => square.rank() >= 5,
        Side::Black => square.rank() <= 4,
    };
    match piece.kind {
        PieceKind::King => 0,
        PieceKind::Advisor | PieceKind::Elephant => 200,
        PieceKind::Horse => 400,
        PieceKind::Cannon => 450,
        PieceKind::Rook => 900,
        PieceKind::Pawn if across => 200,
        PieceKind::Pawn => 100,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best_move(fen: &str, plies: u32) -> (String, i32) {
        let position = Position::from_fen(fen).unwrap();
        let moves: Vec<Move> = position.legal_moves().to_vec();
        let (mv, score) = ranked(&position, &moves, plies)[0];
        (mv.to_string(), score)
    }

    #[test]
    fn a_free_rook_is_taken_and_a_guarded_one_is_weighed() {
        let free = "4k4/9/9/9/r4R3/9/9/9/9/3K5 w";
        assert_eq!(best_move(free, 1), ("f5a5".to_owned(), 900));
        // A cannon that takes a guarded pawn is lost for it at two plies.
        let guarded = "r3k4/9/9/9/p8/N8/C8/9/9/3K5 w";
        assert_eq!(best_move(guarded, 1), ("a3a5".to_owned(), 100));
        assert!(best_move(guarded, 2).1 <= 0 || best_move(guarded, 2).0 != "a3a5");
    }

    #[test]
    fn balances_mirror_each_other() {
        let position = Position::from_fen("4k4/9/9/9/r4R3/9/4P4/9/9/3K5 w").unwrap();
        assert_eq!(balance(&position, Side::Red), 100);
        assert_eq!(balance(&position, Side::Black), -100);
    }

    #[test]
    fn pruning_changes_no_score() {
        fn plain(position: &mut Position, plies: u32) -> i32 {
            if plies == 0 {
                return if position.has_legal_move() { 0 } else { -MATE };
            }
            let mut found = -MATE - plies as i32;
            for &mv in &position.legal_moves() {
                let undo = position.make(mv);
                let gain = undo.captured.map_or(0, |piece| worth(piece, mv.to));
                found = found.max(gain - plain(position, plies - 1));
                position.unmake(mv, undo);
            }
            found
        }
        let fen = "r1b1k4/c1PPaRc2/r2ab3n/4C4/7RC/9/9/9/4p4/3K5 w";
        let mut position = Position::from_fen(fen).unwrap();
        for plies in 1..=3 {
            let moves: Vec<Move> = position.legal_moves().to_vec();
            let score = ranked(&position, &moves, plies)[0].1;
            assert_eq!(score, plain(&mut position, plies), "{plies}");
        }
    }
}
