//! A UCI engine such as Pikafish or Fairy-Stockfish, at a fixed depth.
//!
//! As in the benchmark, each position is searched on its own: a new game, the
//! FEN without its past, one thread, a fixed hash. A position that the engine
//! rejects, or an answer that is no legal move, falls back to the rule-based
//! defender, and the record says so. A dead or silent engine is an error.

mod coordinates;
mod process;

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use self::coordinates::Coordinates;
use self::process::{Process, ProcessError};
use super::rule::Rule;
use super::{Choice, Defender, DefenderError};
use crate::rules::xiangqi::{Game, Move, Position};

/// How an engine is run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineOptions {
    /// The program.
    pub path: PathBuf,
    /// Depth of each search.
    pub depth: u32,
    /// Memory of its table in MiB.
    pub hash_mb: u32,
    /// Network file, for engines that load one.
    pub network: Option<PathBuf>,
    /// Plies of the fallback's mate search.
    pub fallback_depth: u8,
}

impl EngineOptions {
    /// The benchmark's settings for an engine.
    #[must_use]
    pub fn standard(path: PathBuf) -> Self {
        Self {
            path,
            depth: 18,
            hash_mb: 256,
            network: None,
            fallback_depth: Rule::STANDARD_DEPTH,
        }
    }
}

/// How long an engine may take to get ready.
const START: Duration = Duration::from_secs(20);
/// How long it may take to read a position.
const READ: Duration = Duration::from_secs(15);

/// A running engine.
pub struct Engine {
    options: EngineOptions,
    process: Process,
    coordinates: Coordinates,
    name: String,
    fallback: Rule,
}

impl Engine {
    /// Starts an engine and gets it ready.
    ///
    /// # Errors
    ///
    /// When the program cannot be started or does not speak UCI.
    pub fn start(options: EngineOptions) -> Result<Self, DefenderError> {
        let (process, name, coordinates) = start(&options)?;
        Ok(Self {
            fallback: Rule::new(options.fallback_depth),
            options,
            process,
            coordinates,
            name,
        })
    }

    /// What records say of the engine; file names only, no paths.
    #[must_use]
    pub fn describe(&self) -> Value {
        let file = |path: &Path| {
            path.file_name()
                .map(|name| name.to_string_lossy().into_owned())
        };
        let network = self.options.network.as_deref();
        let sum = network
            .and_then(|path| std::fs::read(path).ok())
            .map(|bytes| {
                let digest = Sha256::digest(&bytes);
                digest
                    .iter()
                    .map(|byte| format!("{byte:02x}"))
                    .collect::<String>()
            });
        json!({
            "backend": self.backend(),
            "engine_path": file(&self.options.path),
            "engine_id": self.name,
            "nnue": network.and_then(file),
            "nnue_sha256": sum,
            "depth": self.options.depth,
            "threads": 1,
            "hash_mb": self.options.hash_mb,
            "fallback": {"backend": "rule", "search_depth": self.options.fallback_depth},
        })
    }

    fn backend(&self) -> &'static str {
        let name = self.name.to_lowercase();
        if name.contains("pikafish") {
            "pikafish"
        } else if name.contains("fairy-stockfish") {
            "fairy-stockfish"
        } else {
            "uci"
        }
    }

    /// The engine's move; none when it rejects the position or answers with
    /// something that is no legal move there.
    fn ask(&mut self, position: &Position) -> Result<Option<Move>, ProcessError> {
        if !self.process.is_alive() {
            self.restart()?;
        }
        self.process.send("ucinewgame")?;
        self.process.send("isready")?;
        self.process.read_until("readyok", START)?;
        self.process
            .send(&format!("position fen {}", fen(position)))?;
        self.process.send("isready")?;
        match self.process.read_until("readyok", READ) {
            Ok(lines) if !lines.iter().any(|line| rejects(line)) => {}
            Ok(_) | Err(ProcessError::Ended(_)) => {
                self.restart()?;
                return Ok(None);
            }
            Err(error) => return Err(error),
        }
        self.process
            .send(&format!("go depth {}", self.options.depth))?;
        let patience = Duration::from_secs(60.max(u64::from(self.options.depth) * 8));
        let lines = self.process.read_until("bestmove", patience)?;
        let answer = lines.last().and_then(|line| line.split_whitespace().nth(1));
        let mv = answer.and_then(|text| self.coordinates.read(text));
        Ok(mv.filter(|mv| position.is_legal(*mv)))
    }

    fn restart(&mut self) -> Result<(), ProcessError> {
        let (process, name, coordinates) = start(&self.options)?;
        (self.process, self.name, self.coordinates) = (process, name, coordinates);
        Ok(())
    }
}

impl Defender for Engine {
    fn choose(&mut self, game: &Game) -> Result<Choice, DefenderError> {
        let position = game.position();
        if !position.has_legal_move() {
            return Err(DefenderError::GameOver);
        }
        match self.ask(position)? {
            Some(mv) => Ok(Choice {
                mv,
                backend: self.backend().to_owned(),
            }),
            None => self.fallback.choose(game),
        }
    }
}

impl From<ProcessError> for DefenderError {
    fn from(error: ProcessError) -> Self {
        Self::Engine(error.to_string())
    }
}

/// Whether a line says that the position cannot be searched.
fn rejects(line: &str) -> bool {
    line.contains("Unsupported position") || line.contains("CRITICAL ERROR")
}

/// Six fields, as engines expect them.
fn fen(position: &Position) -> String {
    let full = position.fen();
    let mut fields = full.split_whitespace();
    let (board, side) = (
        fields.next().unwrap_or_default(),
        fields.next().unwrap_or("w"),
    );
    format!("{board} {side} - - 0 1")
}

fn start(options: &EngineOptions) -> Result<(Process, String, Coordinates), ProcessError> {
    let mut process = Process::start(&options.path)?;
    process.send("uci")?;
    let greeting = process.read_until("uciok", START)?;
    let mut name = "unknown engine".to_owned();
    let mut variants = false;
    for line in &greeting {
        if let Some(id) = line.strip_prefix("id name ") {
            id.trim().clone_into(&mut name);
        }
        variants |= line.starts_with("option name UCI_Variant ");
    }
    if variants {
        process.send("setoption name UCI_Variant value xiangqi")?;
    }
    if let Some(network) = &options.network {
        process.send(&format!(
            "setoption name EvalFile value {}",
            network.display()
        ))?;
    }
    process.send("setoption name Threads value 1")?;
    process.send(&format!("setoption name Hash value {}", options.hash_mb))?;
    process.send("isready")?;
    process.read_until("readyok", START)?;
    // A network is loaded with the first search; a wrong one shows here.
    process.send("position startpos")?;
    process.send("go depth 1")?;
    process.read_until("bestmove", START)?;
    let coordinates = if variants {
        Coordinates::RanksFromOne
    } else {
        Coordinates::Iccs
    };
    Ok((process, name, coordinates))
}
