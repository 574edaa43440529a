//! Xiangqi (Chinese chess): positions, legal moves, and how a game ends.
//!
//! The board has nine files `a`–`i`, from left to right as Red sees it, and ten
//! ranks `0`–`9` from Red's back rank to Black's.
//!
//! | module | idea |
//! |---|---|
//! | `side`, `piece`, `square`, `moves` | the small values |
//! | `move_list` | legal moves without allocation |
//! | `bits` | sets of squares, and iterating over them |
//! | `attacks`, `tables` | where a piece could go on a given board |
//! | `zobrist` | keys of positions |
//! | `setup`, `fen`, `fault` | read a FEN, then list all that makes it illegal |
//! | `position` | a legal position; make and unmake moves |
//! | `safety` | whether a king is attacked, and what shields it |
//! | `movegen` | legal moves |
//! | `threats` | legal moves that give check or could stalemate, without making them |
//! | `perft` | count move sequences |
//! | `game` | a position with its history |
//! | `terminal` | how a game ends on the board |
//! | `notation` | WXF and Chinese notation, for display |
//!
//! ```
//! use recount::rules::xiangqi::{Game, Position};
//!
//! let mut game = Game::new(Position::startpos());
//! let played = game.play("h2e2".parse()?)?;
//! assert_eq!(played.legal_replies, 45);
//! assert!(!played.gives_check && played.terminal.is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attacks;
mod bits;
#[cfg(test)]
mod clauses;
#[cfg(test)]
mod endings;
mod fault;
mod fen;
mod game;
mod move_list;
mod movegen;
mod moves;
mod notation;
mod perft;
mod piece;
mod position;
mod safety;
mod setup;
mod side;
mod square;
mod tables;
mod terminal;
mod threats;
mod zobrist;

pub use fault::{Fault, FenError};
pub use game::{Game, IllegalMove, Played};
pub use move_list::MoveList;
pub use moves::{Move, ParseMoveError};
pub use notation::{Script, chinese, wxf};
pub use perft::perft;
pub use piece::{Piece, PieceKind};
pub use position::{Position, Undo};
pub use setup::Setup;
pub use side::Side;
pub use square::{ParseSquareError, Square};
pub use terminal::Terminal;
