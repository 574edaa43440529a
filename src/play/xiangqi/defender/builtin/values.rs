//! What a position is worth without a search: material, and where it stands.

use crate::rules::xiangqi::{Move, Piece, PieceKind, Position, Side, Square};

/// Value of every kind on every square for Red, in hundredths of a pawn beyond
/// the river; Black's are mirrored.
static VALUES: [[i16; 90]; 7] = values();

/// Material, by kind; pawns are valued by where they stand.
const MATERIAL: [i16; 7] = [0, 110, 110, 420, 950, 470, 0];

const fn values() -> [[i16; 90]; 7] {
    let mut table = [[0; 90]; 7];
    let mut kind = 0;
    while kind < 7 {
        let mut square = 0;
        while square < 90 {
            let (file, rank) = ((square % 9) as i16, (square / 9) as i16);
            let placed = placement(PieceKind::ALL[kind], file, rank);
            table[kind][square] = MATERIAL[kind] + placed;
            square += 1;
        }
        kind += 1;
    }
    table
}

/// What a square adds for Red.
const fn placement(kind: PieceKind, file: i16, rank: i16) -> i16 {
    // 0 on the outer files, 4 on the middle one.
    let centre = 4 - (file - 4).abs();
    match kind {
        // At home it is hardest to reach.
        PieceKind::King => -12 * rank,
        PieceKind::Advisor | PieceKind::Elephant => centre,
        // Close to the enemy's palace, not in a corner.
        PieceKind::Horse => 6 * centre + if rank >= 5 && rank <= 8 { 35 } else { 4 * rank },
        PieceKind::Rook => 4 * centre + if rank >= 6 { 25 } else { 0 },
        // On the middle file, or behind the enemy's palace.
        PieceKind::Cannon => 4 * centre + if rank == 9 { 20 } else { 0 },
        PieceKind::Pawn => match rank {
            0..=4 => 50 + 4 * centre,
            5..=6 => 90 + 14 * centre,
            7..=8 => 110 + 24 * centre,
            // It can only go sideways from here.
            _ => 50 + 8 * centre,
        },
    }
}

/// A piece's value for Red, so negative for Black's.
fn value(piece: Piece, square: Square) -> i32 {
    let at = square.index();
    match piece.side {
        Side::Red => i32::from(VALUES[piece.kind as usize][at]),
        Side::Black => {
            let mirrored = 9 * (9 - at / 9) + at % 9;
            -i32::from(VALUES[piece.kind as usize][mirrored])
        }
    }
}

/// The sum over all pieces: Red's advantage.
pub(super) fn balance(position: &Position) -> i32 {
    position
        .pieces()
        .map(|(square, piece)| value(piece, square))
        .sum()
}

/// How a move, not made yet, changes [`balance`].
pub(super) fn change(position: &Position, mv: Move) -> i32 {
    let Some(piece) = position.piece_at(mv.from) else {
        return 0;
    };
    let captured = position
        .piece_at(mv.to)
        .map_or(0, |captured| value(captured, mv.to));
    value(piece, mv.to) - value(piece, mv.from) - captured
}

/// What a kind is worth for ordering captures.
pub(super) const fn rank_of(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Pawn => 100,
        other => MATERIAL[other as usize] as i32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_even_and_changes_add_up() {
        let start = Position::startpos();
        assert_eq!(balance(&start), 0);
        let mut position = start;
        let mut sum = 0;
        for text in ["h2e2", "h9g7", "e2e6", "g7e6", "e3e4", "i9h9"] {
            let mv = text.parse().unwrap();
            sum += change(&position, mv);
            position.make(mv);
            assert_eq!(sum, balance(&position), "{text}");
        }
        // A cannon for a pawn, which Black has got the better of.
        assert!(sum < -200);
    }
}
