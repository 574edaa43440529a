//! `recount rules`.

mod regent;
mod xiangqi;

use clap::Subcommand;

use super::{Failure, Session};

#[derive(Debug, Subcommand)]
pub(super) enum Game {
    /// Chinese chess.
    #[command(subcommand)]
    Xiangqi(xiangqi::Command),
    /// Regent Chess.
    #[command(subcommand)]
    Regent(regent::Command),
}

pub(super) fn run(game: &Game, session: &Session) -> Result<u8, Failure> {
    match game {
        Game::Xiangqi(command) => xiangqi::run(command),
        Game::Regent(command) => regent::run(command, session),
    }
}
