//! `recount rules regent`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde_json::json;

use crate::cli::{FAILED, FINE, Failure, Session};
use crate::records::regent::RulesGame;
use crate::replay::regent::{RulesReplay, replay_rules_game};
use crate::rules::regent::{Condition, Facts, Game, Square, perft, side_name, turn_perft};

/// Bytes of a line that is still read; longer ones are reported and skipped.
const LONGEST_LINE: u64 = 64 << 20;

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Command {
    /// Legal moves of a position; crowns may not yet shift there.
    #[command(
        after_help = "Example:\n  recount rules regent legal '4r1k1/8/8/8/8/8/4N3/R3K3 w Q -' --regents a1,g8"
    )]
    Legal(Look),
    /// Count sequences of turns, shifts and passes included.
    #[command(after_help = "Example:\n  recount rules regent perft --depth 4")]
    Perft(Perft),
    /// Show a position.
    #[command(after_help = "Example:\n  recount rules regent show --json")]
    Show(Look),
    /// Play games through the rules, one JSON object a line in and one out, and
    /// state the facts before each turn.
    #[command(
        after_help = "Example:\n  recount rules regent replay games.jsonl --json\n\nReads line by line; memory follows the longest game. A line that cannot be\nread or played is reported with its number, the rest goes on, and the exit\ncode is 1."
    )]
    Replay(Replay),
}

#[derive(Debug, Args)]
pub(in crate::cli) struct Look {
    /// The position; the start position when absent.
    fen: Option<String>,
    /// Squares of White's and Black's Regent, as in e1,d8; the kings when absent.
    #[arg(long, value_name = "WHITE,BLACK")]
    regents: Option<String>,
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
    /// Squares of White's and Black's Regent, as in e1,d8; the kings when absent.
    #[arg(long, value_name = "WHITE,BLACK")]
    regents: Option<String>,
    /// Plies.
    #[arg(long, default_value_t = 4)]
    depth: u32,
    /// Count the moves of standard chess: no shifts, no passes, no draws.
    #[arg(long, conflicts_with = "regents")]
    standard: bool,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct Replay {
    /// Games as JSON lines; - for standard input.
    file: PathBuf,
    /// Print the facts before each turn and the result; otherwise one line of
    /// text a game.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(command: &Command, session: &Session) -> Result<u8, Failure> {
    match command {
        Command::Legal(look) => each_position(look, print_legal),
        Command::Show(look) => each_position(look, show),
        Command::Perft(arguments) => count(arguments),
        Command::Replay(arguments) => replay(arguments, session),
    }
}

fn game(fen: Option<&str>, regents: Option<&str>) -> Result<Game, Failure> {
    let regents = regents.map(squares).transpose()?;
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    Game::from_fen(fen.unwrap_or(start), regents, Condition::Regent)
        .map_err(|error| format!("not a position to play from: {error}").into())
}

fn squares(text: &str) -> Result<[Square; 2], Failure> {
    let both = text.split_once(',').and_then(|(white, black)| {
        let read = |square: &str| square.trim().parse().ok();
        Some([read(white)?, read(black)?])
    });
    both.ok_or_else(|| format!("{text:?} is not two squares such as e1,d8").into())
}

fn each_position(look: &Look, print: fn(&Game, bool)) -> Result<u8, Failure> {
    let regents = look.regents.as_deref();
    if !look.stdin {
        print(&game(look.fen.as_deref(), regents)?, look.json);
        return Ok(FINE);
    }
    let mut code = FINE;
    for line in io::stdin().lock().lines() {
        let line = line?;
        match game(Some(&line), regents) {
            Ok(game) => print(&game, look.json),
            Err(error) => {
                code = FAILED;
                println!("{}", json!({"fen": line, "error": error.to_string()}));
            }
        }
    }
    Ok(code)
}

fn print_legal(game: &Game, as_json: bool) {
    let side = game.side_to_move();
    let options = game.options();
    let moves = options.moves().sorted_uci();
    if as_json {
        println!(
            "{}",
            json!({
                "fen": game.board().fen(),
                "mode": game.mode(side).name(),
                "legal": moves,
                "check": game.board().in_check(side),
            })
        );
    } else {
        println!("{}", moves.join(" "));
    }
}

fn show(game: &Game, as_json: bool) {
    let facts = Facts::of(game);
    let fen = game.board().fen();
    let ending = game.ending();
    if as_json {
        let mut object = json!({
            "fen": fen,
            "side": side_name(facts.side),
            "over": ending.map(|ending| ending.reason.name()),
        });
        object["facts"] = json!(crate::replay::regent::TurnFacts::from(&facts));
        println!("{object}");
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
        println!("{} {}", 8 - row, squares.join(" "));
    }
    println!("  a b c d e f g h");
    println!("{fen}");
    let [white, black] = facts.regents;
    println!("Regents: white {white}, black {black}");
    let state = if let Some(ending) = ending {
        format!(", over: {}", ending.reason.name())
    } else if facts.pass_due() {
        ", passes".to_owned()
    } else if facts.in_check[facts.side as usize] {
        ", in check".to_owned()
    } else {
        String::new()
    };
    println!(
        "{} to move in {} mode{state}, {} legal moves",
        side_name(facts.side),
        facts.modes[facts.side as usize].name(),
        facts.options.moves().len()
    );
}

fn count(arguments: &Perft) -> Result<u8, Failure> {
    let game = game(arguments.fen.as_deref(), arguments.regents.as_deref())?;
    let nodes = if arguments.standard {
        perft(game.board(), arguments.depth)
    } else {
        turn_perft(&game, arguments.depth)
    };
    if arguments.json {
        println!(
            "{}",
            json!({"fen": game.board().fen(), "depth": arguments.depth, "nodes": nodes})
        );
    } else {
        println!("{nodes}");
    }
    Ok(FINE)
}

fn replay(arguments: &Replay, session: &Session) -> Result<u8, Failure> {
    let mut reader = open(&arguments.file)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut code = FINE;
    let mut number = 0_u64;
    while let Some(line) = next_line(&mut reader)? {
        number += 1;
        let line = match line {
            Ok(line) if line.trim().is_empty() => continue,
            other => other,
        };
        let replayed = line.and_then(|line| match RulesGame::parse(&line) {
            Ok(game) => Ok(replay_rules_game(&game)),
            Err(error) => Err(error.to_string()),
        });
        let error = match &replayed {
            Ok(replay) => replay.error.clone(),
            Err(error) => Some(error.clone()),
        };
        if let Some(error) = error {
            code = FAILED;
            session.say(&format!("line {number}: {error}"));
        }
        match replayed {
            Ok(replay) if arguments.json => {
                serde_json::to_writer(&mut out, &replay)?;
                writeln!(out)?;
            }
            Ok(replay) => writeln!(out, "{}", in_words(&replay))?,
            Err(error) if arguments.json => {
                writeln!(out, "{}", json!({"line": number, "error": error}))?;
            }
            Err(_) => {}
        }
    }
    out.flush()?;
    Ok(code)
}

fn in_words(replay: &RulesReplay) -> String {
    let end = match (&replay.result, &replay.error) {
        (_, Some(error)) => error.clone(),
        (None, None) => "goes on".to_owned(),
        (Some(result), None) => match result.winner {
            Some(winner) => format!("{winner} wins by {}", result.reason),
            None => format!("drawn by {}", result.reason),
        },
    };
    format!("{}: {} turns, {end}", replay.id, replay.facts.len())
}

fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if path == Path::new("-") {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    let file =
        File::open(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Ok(Box::new(BufReader::new(file)))
}

/// The next line without its end, or why it is no text; none at the end of the
/// file.
fn next_line(reader: &mut dyn BufRead) -> io::Result<Option<Result<String, String>>> {
    let mut bytes = Vec::new();
    let read = reader.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if read as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
        reader.skip_until(b'\n')?;
        return Ok(Some(Err(format!("longer than {LONGEST_LINE} bytes"))));
    }
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    Ok(Some(
        String::from_utf8(bytes).map_err(|_| "not UTF-8 text".to_owned()),
    ))
}
