//! Keys of positions: a fixed random number per piece and square.

use super::piece::Piece;
use super::square::{SQUARES, Square};

/// Toggled when Black is to move.
pub(super) const BLACK_TO_MOVE: u64 = splitmix(0);

static KEYS: [[[u64; SQUARES]; 7]; 2] = keys();

/// The number of a piece on a square.
#[inline]
pub(super) fn key(piece: Piece, square: Square) -> u64 {
    KEYS[piece.side as usize][piece.kind as usize][square.index()]
}

/// The `n`-th output of SplitMix64 started at zero.
const fn splitmix(n: u64) -> u64 {
    let z = (n + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const fn keys() -> [[[u64; SQUARES]; 7]; 2] {
    let mut table = [[[0; SQUARES]; 7]; 2];
    let mut n = 0;
    while n < 2 * 7 * SQUARES {
        table[n / (7 * SQUARES)][n / SQUARES % 7][n % SQUARES] = splitmix(n as u64 + 1);
        n += 1;
    }
    table
}
