//! Where pieces step from each square, computed at compile time.

use super::bits::Bits;
use super::side::Side;
use super::square::{FILES, RANKS, SQUARES};

const LINES: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONALS: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

/// Squares of one step along a line.
pub(super) static STEPS: [Bits; SQUARES] = steps(LINES);
/// Squares of one step along a diagonal.
pub(super) static DIAGONAL_STEPS: [Bits; SQUARES] = steps(DIAGONALS);
/// Squares a horse reaches, by which of its four legs are blocked (bits in the
/// order of the lines: down, left, right, up).
pub(super) static HORSE: [[Bits; 16]; SQUARES] = horse(false);
/// Squares from which a horse attacks this one, by which of the four diagonal
/// neighbours are occupied.
pub(super) static HORSE_FROM: [[Bits; 16]; SQUARES] = horse(true);
/// Squares an elephant reaches, by which of its four eyes are blocked, on both
/// sides of the river.
pub(super) static ELEPHANT: [[Bits; 16]; SQUARES] = elephant();
/// Squares a pawn of each side reaches.
pub(super) static PAWN: [[Bits; SQUARES]; 2] = [pawn(Side::Red), pawn(Side::Black)];
/// Squares from which a pawn of each side attacks this one.
pub(super) static PAWN_FROM: [[Bits; SQUARES]; 2] = [inverse(&PAWN[0]), inverse(&PAWN[1])];
/// Squares on the same rank or file.
pub(super) static CROSS: [Bits; SQUARES] = cross();
/// Squares of a file's ranks: bit `r` becomes bit `9 r`.
pub(super) static SPREAD: [Bits; 1 << RANKS] = spread();
/// The palace of each side.
pub(super) const PALACE: [Bits; 2] = [palace(0), palace(7)];
/// The half of the board on each side of the river.
pub(super) const HALF: [Bits; 2] = [(1 << 45) - 1, ((1 << 45) - 1) << 45];

/// The square at an offset as a set, empty outside the board.
const fn offset(index: usize, file: i8, rank: i8) -> Bits {
    let file = (index as u8 % FILES) as i8 + file;
    let rank = (index as u8 / FILES) as i8 + rank;
    if file < 0 || file >= FILES as i8 || rank < 0 || rank >= RANKS as i8 {
        return 0;
    }
    1 << (rank as u32 * FILES as u32 + file as u32)
}

const fn steps(directions: [(i8, i8); 4]) -> [Bits; SQUARES] {
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut d = 0;
        while d < 4 {
            table[square] |= offset(square, directions[d].0, directions[d].1);
            d += 1;
        }
        square += 1;
    }
    table
}

/// A horse goes one step along a line, past its leg, and on along a diagonal.
/// Seen from the target, the leg is a diagonal neighbour.
const fn horse(from_target: bool) -> [[Bits; 16]; SQUARES] {
    let mut table = [[0; 16]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut blocked = 0;
        while blocked < 16 {
            let mut d = 0;
            while d < 4 {
                if blocked & (1 << d) == 0 {
                    table[square][blocked] |= if from_target {
                        let (file, rank) = DIAGONALS[d];
                        offset(square, 2 * file, rank) | offset(square, file, 2 * rank)
                    } else {
                        let (file, rank) = LINES[d];
                        offset(square, 2 * file + rank, 2 * rank + file)
                            | offset(square, 2 * file - rank, 2 * rank - file)
                    };
                }
                d += 1;
            }
            blocked += 1;
        }
        square += 1;
    }
    table
}

const fn elephant() -> [[Bits; 16]; SQUARES] {
    let mut table = [[0; 16]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut blocked = 0;
        while blocked < 16 {
            let mut d = 0;
            while d < 4 {
                if blocked & (1 << d) == 0 {
                    let (file, rank) = DIAGONALS[d];
                    table[square][blocked] |= offset(square, 2 * file, 2 * rank);
                }
                d += 1;
            }
            blocked += 1;
        }
        square += 1;
    }
    table
}

const fn pawn(side: Side) -> [Bits; SQUARES] {
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        table[square] = offset(square, 0, if matches!(side, Side::Red) { 1 } else { -1 });
        if HALF[side as usize] & (1 << square) == 0 {
            table[square] |= offset(square, -1, 0) | offset(square, 1, 0);
        }
        square += 1;
    }
    table
}

const fn inverse(table: &[Bits; SQUARES]) -> [Bits; SQUARES] {
    let mut inverted = [0; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        let mut to = 0;
        while to < SQUARES {
            if table[from] & (1 << to) != 0 {
                inverted[to] |= 1 << from;
            }
            to += 1;
        }
        from += 1;
    }
    inverted
}

const fn cross() -> [Bits; SQUARES] {
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut n = 1;
        while n < RANKS as i8 {
            table[square] |= offset(square, n, 0) | offset(square, -n, 0);
            table[square] |= offset(square, 0, n) | offset(square, 0, -n);
            n += 1;
        }
        square += 1;
    }
    table
}

const fn spread() -> [Bits; 1 << RANKS] {
    let mut table = [0; 1 << RANKS];
    let mut ranks = 0;
    while ranks < table.len() {
        let mut rank = 0;
        while rank < RANKS as usize {
            if ranks & (1 << rank) != 0 {
                table[ranks] |= 1 << (rank * FILES as usize);
            }
            rank += 1;
        }
        ranks += 1;
    }
    table
}

const fn palace(bottom: usize) -> Bits {
    let rank: Bits = 0b111 << 3;
    (rank | rank << FILES | rank << (2 * FILES)) << (bottom * FILES as usize)
}
