//! `recount play`.

mod verify;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{Failure, Session};

/// The games that can be played.
#[derive(Debug, Subcommand)]
pub(super) enum Game {
    /// Xiangqi endgames.
    Xiangqi(Xiangqi),
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  recount play xiangqi --verify archive.tar.zst")]
pub(super) struct Xiangqi {
    /// Replay archived trials through the environment and say what differs.
    #[arg(long, value_name = "ARCHIVE", num_args = 1.., required = true)]
    verify: Vec<PathBuf>,
}

pub(super) fn run(game: &Game, session: &Session) -> Result<u8, Failure> {
    match game {
        Game::Xiangqi(arguments) => verify::verify(&arguments.verify, session),
    }
}
