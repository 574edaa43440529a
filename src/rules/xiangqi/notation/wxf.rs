//! WXF notation.

use super::super::moves::Move;
use super::super::piece::PieceKind;
use super::super::position::Position;
use super::parts::{Direction, Origin, Parts};

/// A legal move in WXF notation, such as `C2.5` or `H8+7`. Of two pieces on a
/// file the front one is `C+.4`, the rear one `C-.4`; of three and more, or when
/// pawns share several files, place and file replace the letter, as in `15+1`.
/// None if the starting square is empty.
#[must_use]
pub fn wxf(position: &Position, mv: Move) -> Option<String> {
    let parts = Parts::of(position, mv)?;
    let letter = match parts.piece.kind {
        PieceKind::Elephant => 'E',
        PieceKind::Horse => 'H',
        kind => kind.letter(),
    };
    let origin = match parts.origin {
        Origin::File(file) => format!("{letter}{file}"),
        Origin::Order {
            place,
            count: 2,
            crowded: false,
            ..
        } => format!("{letter}{}", if place == 0 { '+' } else { '-' }),
        Origin::Order { place, file, .. } => format!("{}{file}", place + 1),
    };
    let direction = match parts.direction {
        Direction::Forward => '+',
        Direction::Sideways => '.',
        Direction::Back => '-',
    };
    Some(format!("{origin}{direction}{}", parts.value))
}
