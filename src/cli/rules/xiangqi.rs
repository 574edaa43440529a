//! `recount rules xiangqi`.

use std::io::BufRead;

use clap::{Args, Subcommand};
use serde_json::json;

use crate::cli::{FAILED, FINE, Failure};
use crate::rules::xiangqi::{Position, Script, chinese, perft, wxf};

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Command {
    /// Legal moves of a position.
    #[command(after_help = "Example:\n  recount rules xiangqi legal '3k5/9/9/9/9/9/9/9/9/4K3R w'")]
    Legal(Legal),
    /// Count move sequences.
    #[command(after_help = "Example:\n  recount rules xiangqi perft --depth 4")]
    Perft(Perft),
    /// Show a position.
    #[command(after_help = "Example:\n  recount rules xiangqi show '3k5/9/9/9/9/9/9/9/9/4K3R w'")]
    Show(Show),
}

#[derive(Debug, Args)]
pub(in crate::cli) struct Legal {
    /// The position; the start position when absent.
    fen: Option<String>,
    /// Print one JSON object a position.
    #[arg(long)]
    json: bool,
    /// Read one position a line from standard input.
    #[arg(long, conflicts_with = "fen")]
    stdin: bool,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct Perft {
    /// The position; the start position when absent.
    fen: Option<String>,
    /// Plies.
    #[arg(long, default_value_t = 4)]
    depth: u32,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct Show {
    /// The position; the start position when absent.
    fen: Option<String>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(command: &Command) -> Result<u8, Failure> {
    match command {
        Command::Legal(arguments) if arguments.stdin => legal_lines(arguments.json),
        Command::Legal(arguments) => {
            print_legal(&position(arguments.fen.as_deref())?, arguments.json);
            Ok(FINE)
        }
        Command::Perft(arguments) => {
            let position = position(arguments.fen.as_deref())?;
            let nodes = perft(&position, arguments.depth);
            if arguments.json {
                println!(
                    "{}",
                    json!({"fen": position.fen(), "depth": arguments.depth, "nodes": nodes})
                );
            } else {
                println!("{nodes}");
            }
            Ok(FINE)
        }
        Command::Show(arguments) => {
            show(&position(arguments.fen.as_deref())?, arguments.json);
            Ok(FINE)
        }
    }
}

fn position(fen: Option<&str>) -> Result<Position, Failure> {
    match fen {
        None => Ok(Position::startpos()),
        Some(fen) => {
            Position::from_fen(fen).map_err(|e| format!("not a legal position: {e}").into())
        }
    }
}

fn legal_lines(as_json: bool) -> Result<u8, Failure> {
    let mut code = FINE;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        match Position::from_fen(&line) {
            Ok(position) => print_legal(&position, as_json),
            Err(error) => {
                code = FAILED;
                println!("{}", json!({"fen": line, "error": error.to_string()}));
            }
        }
    }
    Ok(code)
}

fn print_legal(position: &Position, as_json: bool) {
    let moves: Vec<String> = position
        .legal_moves()
        .iter()
        .map(ToString::to_string)
        .collect();
    if as_json {
        println!(
            "{}",
            json!({"fen": position.fen(), "legal": moves, "check": position.in_check()})
        );
    } else {
        println!("{}", moves.join(" "));
    }
}

fn show(position: &Position, as_json: bool) {
    let fen = position.fen();
    if as_json {
        let moves: Vec<_> = position
            .legal_moves()
            .iter()
            .map(|&mv| {
                json!({
                    "iccs": mv.to_string(),
                    "wxf": wxf(position, mv),
                    "chinese": chinese(position, mv, Script::Simplified),
                    "check": position.gives_check(mv),
                })
            })
            .collect();
        println!(
            "{}",
            json!({"fen": fen, "side": position.side_to_move().name(), "check": position.in_check(), "moves": moves})
        );
        return;
    }
    let placement = fen.split(' ').next().unwrap_or_default();
    for (row, rank) in placement.split('/').enumerate() {
        let squares: Vec<String> = rank
            .chars()
            .flat_map(|c| match c.to_digit(10) {
                Some(empty) => vec![".".to_owned(); empty as usize],
                None => vec![c.to_string()],
            })
            .collect();
        println!("{} {}", 9 - row, squares.join(" "));
    }
    println!("  a b c d e f g h i");
    println!("{fen}");
    println!(
        "{} to move{}, {} legal moves",
        position.side_to_move().name(),
        if position.in_check() {
            ", in check"
        } else {
            ""
        },
        position.legal_moves().len()
    );
}
