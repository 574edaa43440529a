//! Where a piece could go on a board with given squares occupied, own pieces
//! included and kings' safety left aside.

use super::bits::Bits;
use super::piece::PieceKind;
use super::side::Side;
use super::square::{FILES, Square};
use super::tables::{
    DIAGONAL_STEPS, ELEPHANT, HALF, HORSE, HORSE_FROM, PALACE, PAWN, SPREAD, STEPS,
};

/// Squares a piece reaches when `occupied` are taken.
#[inline(always)]
pub(super) fn reach(side: Side, kind: PieceKind, square: Square, occupied: Bits) -> Bits {
    let (own, at) = (side as usize, square.index());
    match kind {
        PieceKind::King => STEPS[at] & PALACE[own],
        PieceKind::Advisor => DIAGONAL_STEPS[at] & PALACE[own],
        PieceKind::Elephant => ELEPHANT[at][diagonal_neighbours(square, occupied)] & HALF[own],
        PieceKind::Horse => HORSE[at][line_neighbours(square, occupied)],
        PieceKind::Rook => along_lines(square, occupied, rook_line),
        PieceKind::Cannon => along_lines(square, occupied, cannon_line),
        PieceKind::Pawn => PAWN[own][at],
    }
}

/// Squares from which a horse attacks this one.
#[inline]
pub(super) fn horses_reaching(square: Square, occupied: Bits) -> Bits {
    HORSE_FROM[square.index()][diagonal_neighbours(square, occupied)]
}

/// Squares strictly between two squares of one rank or file.
#[inline]
pub(super) fn between(a: Square, b: Square) -> Bits {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    let (low, high) = (low.index() as u32, high.index() as u32);
    let span: Bits = (1 << high) - (2 << low);
    if high - low < u32::from(FILES) {
        span
    } else {
        span & (SPREAD[SPREAD.len() - 1] << (low % u32::from(FILES)))
    }
}

/// Which neighbours along lines are occupied: down, left, right, up. Neighbours
/// outside the board read as anything, and no table heeds them.
#[inline]
fn line_neighbours(square: Square, occupied: Bits) -> usize {
    let near = occupied.rotate_right(square.index() as u32 + 128 - 9) as usize;
    (near & 1) | (near >> 7 & 2) | (near >> 8 & 4) | (near >> 15 & 8)
}

/// Which diagonal neighbours are occupied, in the order of the tables.
#[inline]
fn diagonal_neighbours(square: Square, occupied: Bits) -> usize {
    let near = occupied.rotate_right(square.index() as u32 + 128 - 10) as usize;
    (near & 1) | (near >> 1 & 2) | (near >> 16 & 4) | (near >> 17 & 8)
}

/// Applies a rule for one line to the rank and the file of a square.
#[inline(always)]
fn along_lines(square: Square, occupied: Bits, line: impl Fn(u32, u32) -> u32) -> Bits {
    let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
    let start = rank * u32::from(FILES);
    let on_rank = line((occupied >> start) as u32 & 0x1FF, file) & 0x1FF;
    let on_file = line(gather_file(occupied, file), rank) & 0x3FF;
    (Bits::from(on_rank) << start) | (SPREAD[on_file as usize] << file)
}

/// The ten squares of a file as bits 0–9.
#[inline]
fn gather_file(occupied: Bits, file: u32) -> u32 {
    const DIAGONAL: u64 = 0x8040_2010_0804_0201;
    const COLUMN: u64 = 0x0101_0101_0101_0101;
    let ranks = occupied >> file;
    // Ranks 0-7 are nine bits apart, the diagonal of an 8 by 8 board; the
    // product collects it in its top byte without a carry.
    let low = (ranks as u64 & DIAGONAL).wrapping_mul(COLUMN) >> 56;
    let high = (ranks >> 64) as u64;
    (low | (high & 0x100) | (high >> 8 & 0x200)) as u32
}

/// Bits up to the first occupied one on either side, that one included. Bits
/// beyond the line's end may be set.
#[inline(always)]
fn rook_line(occupied: u32, at: u32) -> u32 {
    let (below, above) = halves(occupied, at);
    let down = (1 << at) - (1 << (below | 1).ilog2());
    let up = (above ^ above.wrapping_sub(1)) & !((2 << at) - 1);
    down | up
}

/// Free bits up to the first occupied one on either side, and the second
/// occupied one.
#[inline(always)]
fn cannon_line(occupied: u32, at: u32) -> u32 {
    let (below, above) = halves(occupied, at);
    let quiet = rook_line(occupied, at) & !occupied;
    let above = above & above.wrapping_sub(1);
    let below = highest(below ^ highest(below));
    quiet | below | (above & above.wrapping_neg())
}

#[inline(always)]
fn halves(occupied: u32, at: u32) -> (u32, u32) {
    (occupied & ((1 << at) - 1), occupied & !((2 << at) - 1))
}

/// The highest set bit, or none.
#[inline(always)]
fn highest(bits: u32) -> u32 {
    if bits == 0 { 0 } else { 1 << bits.ilog2() }
}

#[cfg(test)]
mod tests {
    use super::super::bits::{Squares, bit};
    use super::*;

    fn set(squares: &str) -> Bits {
        squares
            .split_whitespace()
            .map(|s| bit(s.parse().unwrap()))
            .sum()
    }

    fn goes(kind: PieceKind, square: &str, occupied: &str) -> String {
        let square = square.parse().unwrap();
        let reached = reach(Side::Red, kind, square, set(occupied));
        let names: Vec<String> = Squares(reached).map(|s| s.to_string()).collect();
        names.join(" ")
    }

    #[test]
    fn rook_stops_at_the_first_piece_of_each_direction() {
        assert_eq!(
            goes(PieceKind::Rook, "c1", "c1 a1 e1 i1 c4 c9"),
            "c0 a1 b1 d1 e1 c2 c3 c4"
        );
        assert_eq!(
            goes(PieceKind::Rook, "i9", ""),
            "i0 i1 i2 i3 i4 i5 i6 i7 i8 a9 b9 c9 d9 e9 f9 g9 h9"
        );
    }

    #[test]
    fn cannon_takes_the_second_piece_of_each_direction() {
        assert_eq!(
            goes(PieceKind::Cannon, "d4", "a4 b4 f4 g4 i4 d0 d6 d9"),
            "d1 d2 d3 a4 c4 e4 g4 d5 d9"
        );
    }

    #[test]
    fn between_holds_only_the_inner_squares() {
        let at = |s: &str| s.parse::<Square>().unwrap();
        assert_eq!(between(at("e0"), at("e4")), set("e1 e2 e3"));
        assert_eq!(between(at("g9"), at("d9")), set("e9 f9"));
        assert_eq!(between(at("d3"), at("d4")), 0);
        assert_eq!(between(at("h5"), at("i5")), 0);
        assert_eq!(between(at("a0"), at("i0")), set("b0 c0 d0 e0 f0 g0 h0"));
    }

    #[test]
    fn horses_reaching_a_square_are_those_that_reach_it() {
        let occupied = set("c3 d5 e4 f4 b2 c2");
        for target in Square::all() {
            let found = horses_reaching(target, occupied);
            for from in Square::all() {
                let reached = reach(Side::Red, PieceKind::Horse, from, occupied);
                assert_eq!(reached & bit(target) != 0, found & bit(from) != 0);
            }
        }
    }
}
