//! An engine that speaks UCI: Pikafish, Fairy-Stockfish.
//!
//! As the benchmark's own defender does, every position is sent as a FEN without
//! the moves that led to it, after `ucinewgame`, and searched by one thread to a
//! fixed depth, so that the same engine and network give the same move. A
//! position the engine refuses, and an answer that is no legal move, are left to
//! the rule-based defender. An engine that dies or stays silent is an error; the
//! next position starts it anew.
//!
//! | module | idea |
//! |---|---|
//! | `process` | a child that speaks in lines; every wait is bounded |
//! | `engine` | the UCI conversation |
//! | `coordinates` | how engines write squares |

mod coordinates;
mod engine;
mod process;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use self::engine::{Answer, Engine};
use super::rule::Rule;
use super::{Choice, Defender, DefenderError};
use crate::rules::xiangqi::Game;

/// How an engine is started and asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The program; a name without a slash is looked for in `PATH`.
    pub program: PathBuf,
    /// Depth of every search, in the engine's own count.
    pub depth: u8,
    /// Size of the engine's hash table in MiB.
    pub hash_mb: u32,
    /// The network file, if the engine takes one. Without it, a `pikafish.nnue`
    /// beside the program is used, or else the engine's default.
    pub network: Option<PathBuf>,
    /// The longest wait for a search; without it, 8 s for each unit of depth and
    /// at least 60 s. No other answer is waited for longer than this or 20 s.
    pub timeout: Option<Duration>,
}

impl Settings {
    /// Depth of the benchmark's defender.
    pub const STANDARD_DEPTH: u8 = 18;
    /// Hash size of the benchmark's defender, in MiB.
    pub const STANDARD_HASH_MB: u32 = 256;

    /// The benchmark's settings for a program.
    #[must_use]
    pub const fn standard(program: PathBuf) -> Self {
        Self {
            program,
            depth: Self::STANDARD_DEPTH,
            hash_mb: Self::STANDARD_HASH_MB,
            network: None,
            timeout: None,
        }
    }

    fn search_time(&self) -> Duration {
        let patient = Duration::from_secs(60.max(8 * u64::from(self.depth)));
        self.timeout.unwrap_or(patient)
    }

    fn answer_time(&self) -> Duration {
        self.search_time().min(Duration::from_secs(20))
    }

    fn fails(&self, what: &str) -> DefenderError {
        DefenderError::Engine(format!("engine {} {what}", self.program.display()))
    }
}

/// An engine as the defender. Its process is killed when the value is dropped.
#[derive(Debug)]
pub struct Uci {
    settings: Settings,
    /// None after a failure, until the next position.
    engine: Option<Engine>,
    identity: Identity,
    fallback: Rule,
}

/// What the engine is, for records: file names only, since paths are nobody's
/// business.
#[derive(Debug, Clone)]
struct Identity {
    name: Option<String>,
    network: Option<String>,
    network_sha256: Option<String>,
}

impl Uci {
    /// Starts the engine and has it search once.
    ///
    /// # Errors
    ///
    /// The program cannot be started, says nothing, ends, does not play xiangqi,
    /// or cannot load the network.
    pub fn start(settings: Settings) -> Result<Self, DefenderError> {
        if let Some(network) = &settings.network
            && let Err(error) = File::open(network)
        {
            let network = network.display();
            return Err(settings.fails(&format!("cannot have its network {network}: {error}")));
        }
        let engine = Engine::start(&settings)?;
        let network_sha256 = match &engine.network {
            Some(network) => Some(sha256(network).map_err(|error| {
                let network = network.display();
                settings.fails(&format!("cannot have its network {network}: {error}"))
            })?),
            None => None,
        };
        let identity = Identity {
            name: engine.name.clone(),
            network: engine.network.as_deref().map(file_name),
            network_sha256,
        };
        Ok(Self {
            settings,
            engine: Some(engine),
            identity,
            fallback: Rule::new(Rule::STANDARD_DEPTH),
        })
    }

    /// `pikafish` for Pikafish, as the benchmark names it, else `uci`.
    #[must_use]
    pub fn backend(&self) -> &'static str {
        match &self.identity.name {
            Some(name) if name.to_ascii_lowercase().starts_with("pikafish") => "pikafish",
            _ => "uci",
        }
    }

    /// The engine, started again if need be.
    fn engine(&mut self) -> Result<&mut Engine, DefenderError> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => Engine::start(&self.settings)?,
        };
        Ok(self.engine.insert(engine))
    }

    fn ask(&mut self, game: &Game) -> Result<Answer, DefenderError> {
        let answer = self.engine()?.search(game.position());
        if matches!(answer, Err(_) | Ok(Answer::Rejected)) {
            self.engine = None;
        }
        if matches!(answer, Ok(Answer::Rejected)) {
            // An engine that is merely broken does not come back.
            self.engine()?;
        }
        answer
    }
}

impl Defender for Uci {
    fn choose(&mut self, game: &Game) -> Result<Choice, DefenderError> {
        if !game.position().has_legal_move() {
            return Err(DefenderError::GameOver);
        }
        match self.ask(game)? {
            Answer::Move(mv) if game.position().is_legal(mv) => Ok(Choice {
                mv,
                backend: self.backend().to_owned(),
            }),
            Answer::Move(_) | Answer::Unusable | Answer::Rejected => self.fallback.choose(game),
        }
    }

    fn kind(&self) -> &'static str {
        "engine"
    }

    fn describe(&self) -> Value {
        json!({
            "backend": self.backend(),
            "engine_path": file_name(&self.settings.program),
            "engine_id": self.identity.name,
            "nnue": self.identity.network,
            "nnue_sha256": self.identity.network_sha256,
            "depth": self.settings.depth,
            "threads": 1,
            "hash_mb": self.settings.hash_mb,
            "fallback": self.fallback.describe(),
        })
    }

    fn is_standard(&self) -> bool {
        self.backend() == "pikafish"
            && self.settings.depth == Settings::STANDARD_DEPTH
            && self.settings.hash_mb == Settings::STANDARD_HASH_MB
    }
}

/// The last part of a path.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}

fn sha256(path: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut file = File::open(path)?;
    let mut chunk = vec![0; 1 << 16];
    loop {
        let count = io::Read::read(&mut file, &mut chunk)?;
        if count == 0 {
            break;
        }
        hash.update(chunk.get(..count).unwrap_or_default());
    }
    Ok(hash
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect())
}
