//! The rules of the games, each in a room of its own.
//!
//! A rules room knows positions, moves and how a game ends. It knows nothing of
//! records, files or labels: whatever is read from an archive is judged by the
//! rules, never the other way round.

pub mod regent;
pub mod xiangqi;
