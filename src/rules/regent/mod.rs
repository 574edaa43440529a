//! Regent Chess: chess with a crown that may secretly move to another piece.
//!
//! Ruleset 1.2. Attack tables and the small types of standard chess come from
//! `cozy-chess`; everything about crowns, modes and endings is here.
//!
//! | module | idea |
//! |---|---|
//! | `mode`, `moves` | the small values |
//! | `move_set` | the moves of a position without allocation |
//! | `castling` | castling rights |
//! | `board` | what both players see, and how moves change it |
//! | `fen`, `fault` | reading a position, and what can be wrong with it |
//! | `attacks`, `movegen` | attacked squares, moves in the two modes |
//! | `identity`, `crown` | which piece is which, and which is Regent |
//! | `options` | the legal turns of a player |
//! | `game`, `play`, `ending` | a game with its counters, turns, and its end |
//! | `facts` | everything derived from a state, for comparison |
//! | `perft` | count sequences |
//!
//! ```
//! use recount::rules::regent::{Condition, Game, Turn};
//!
//! let mut game = Game::startpos(Condition::Regent);
//! game.play(Turn::of("e2e4".parse()?))?;
//! assert_eq!(game.options().turn_count(), 20);
//! assert!(game.ending().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attacks;
mod board;
mod castling;
#[cfg(test)]
mod clauses;
mod crown;
mod ending;
#[cfg(test)]
mod endings;
mod facts;
mod fault;
mod fen;
mod game;
mod identity;
mod mode;
mod move_set;
mod movegen;
mod moves;
mod options;
mod perft;
mod play;

pub use board::Board;
pub use cozy_chess::{BitBoard, Color, Piece, Square};
pub use crown::Crown;
pub use ending::{Ending, Reason};
pub use facts::Facts;
pub use fault::{Fault, FenError};
pub use game::Game;
pub use identity::Identity;
pub use mode::{Condition, Mode, piece_name, side_name, side_named, square_name};
pub use move_set::MoveSet;
pub use moves::{Move, ParseMoveError, Turn};
pub use options::{Demand, Options};
pub use perft::{perft, turn_perft};
pub use play::{Captured, IllegalTurn, Played};
