//! Players of records are sides of the board.

use crate::records::xiangqi::Player;
use crate::rules::xiangqi::Side;

impl From<Player> for Side {
    fn from(player: Player) -> Self {
        match player {
            Player::Red => Self::Red,
            Player::Black => Self::Black,
        }
    }
}
