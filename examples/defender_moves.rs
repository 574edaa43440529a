//! Says which moves a defender chooses, so that another program can check them.
//!
//! `defender_moves rule|builtin|uci:PATH [DEPTH]` reads one game a line on
//! standard input, such as `{"fen":"… b","moves":["d9d8"]}`, and writes the
//! defender's answer: `{"move":"…","backend":"…"}`, or `{"error":"…"}` where there
//! is none.
//!
//! `scripts/crosscheck_defender.py` drives it against the benchmark's defender.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use recount::play::xiangqi::defender::{Choice, Defender, DefenderOptions, DefenderSpec};
use recount::rules::xiangqi::{Game, Position};
use serde::Deserialize;
use serde_json::{Value, json};

/// One game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    fen: String,
    moves: Vec<String>,
}

fn choose(defender: &mut dyn Defender, line: &str) -> Result<Choice, Box<dyn std::error::Error>> {
    let request: Request = serde_json::from_str(line)?;
    let mut game = Game::new(Position::from_fen(&request.fen)?);
    for mv in &request.moves {
        game.play(mv.parse()?)?;
    }
    Ok(defender.choose(&game)?)
}

fn answer(defender: &mut dyn Defender, line: &str) -> Value {
    match choose(defender, line) {
        Ok(choice) => json!({"move": choice.mv.to_string(), "backend": choice.backend}),
        Err(error) => json!({"error": error.to_string()}),
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().ok_or("expected a defender")?;
    let depth = arguments.next().map(|depth| depth.parse()).transpose()?;
    let options = DefenderOptions {
        depth,
        ..DefenderOptions::default()
    };
    let mut defender = DefenderSpec::parse(&name, &options)?.make()?;
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        writeln!(out, "{}", answer(defender.as_mut(), &line?))?;
    }
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            writeln!(io::stderr(), "defender_moves: {error}").ok();
            ExitCode::FAILURE
        }
    }
}
