//! Counting move sequences, the usual test of a move generator.

use super::position::Position;

/// The number of sequences of `depth` legal moves; repetitions do not end them.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    let mut position = *position;
    count(&mut position, depth)
}

fn count(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        _ => {
            let mut nodes = 0;
            for &mv in &position.legal_moves() {
                let undo = position.make(mv);
                nodes += count(position, depth - 1);
                position.unmake(mv, undo);
            }
            nodes
        }
    }
}
