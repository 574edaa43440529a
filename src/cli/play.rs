//! `recount play`: collect new records.

mod agents;
mod cases;
mod drive;
mod verify;
mod xiangqi;

use clap::Subcommand;

use super::{Failure, Session};

/// The games that can be played.
#[derive(Debug, Subcommand)]
pub(super) enum Game {
    /// Xiangqi endgames.
    Xiangqi(Box<xiangqi::Arguments>),
}

pub(super) fn run(game: &Game, session: &Session) -> Result<u8, Failure> {
    match game {
        Game::Xiangqi(arguments) => xiangqi::run(arguments, session),
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory as _, Parser};

    #[derive(Debug, Parser)]
    struct Play {
        #[command(flatten)]
        xiangqi: super::xiangqi::Arguments,
    }

    fn read(line: &str) -> Result<Play, clap::Error> {
        Play::try_parse_from(["play"].into_iter().chain(line.split_whitespace()))
    }

    #[test]
    fn command_lines_are_checked() {
        Play::command().debug_assert();
        read("--agent scripted:all --mode sighted,R-T --cases 5 --out x").unwrap();
        read("--verify archive").unwrap();
        for line in [
            "",
            "--agent scripted:all",
            "--out x",
            "--agent robot --out x",
            "--agent openai:m --mode blind --out x",
            "--agent openai:m --cases 0 --out x",
            "--agent openai:m --trials 0 --out x",
            "--agent openai:m --workers 0 --out x",
            "--agent openai:m --body [] --out x",
            "--agent openai:m --timeout 0 --out x",
            "--verify a --agent openai:m",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
