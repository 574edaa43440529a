//! Positions as the environment's messages show them.

mod board;
mod order;
mod words;

pub(super) use board::board;
pub(super) use order::legal_moves;
pub(super) use words::{census, fen, material, piece_name};

use crate::rules::xiangqi::Position;

/// `Legal moves (N): a0a1, …`.
pub(super) fn legal_line(position: &Position) -> String {
    let moves = legal_moves(position);
    format!("Legal moves ({}): {}", moves.len(), moves.join(", "))
}
