//! The UCI conversation.

use std::path::PathBuf;

use super::Settings;
use super::coordinates::Ranks;
use super::process::{Process, Silence};
use crate::play::xiangqi::defender::DefenderError;
use crate::rules::xiangqi::{Move, Position};

/// The network that belongs to an engine if it lies beside it.
const NETWORK_BESIDE: &str = "pikafish.nnue";

/// An engine that is ready to search.
#[derive(Debug)]
pub(super) struct Engine {
    process: Process,
    settings: Settings,
    ranks: Ranks,
    /// What it calls itself.
    pub(super) name: Option<String>,
    /// The network it was told to load.
    pub(super) network: Option<PathBuf>,
}

/// What a search led to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// A move, legal or not.
    Move(Move),
    /// No move, or nothing that reads as one.
    Unusable,
    /// The engine refuses the position.
    Rejected,
}

/// What an engine says about itself.
#[derive(Debug, Default)]
struct Introduction {
    name: Option<String>,
    options: Vec<String>,
    /// Whether the variants it offers include xiangqi.
    plays_xiangqi: bool,
}

impl Engine {
    /// Starts the program, sets its options, and has it search once: a network
    /// is loaded at the first search, and a wrong one ends the engine then.
    pub(super) fn start(settings: &Settings) -> Result<Self, DefenderError> {
        let process = Process::start(&settings.program)
            .map_err(|error| settings.fails(&format!("cannot be started: {error}")))?;
        let mut engine = Self {
            process,
            settings: settings.clone(),
            ranks: Ranks::FromZero,
            name: None,
            network: None,
        };
        let introduction = engine.introduce()?;
        engine.configure(introduction)?;
        engine.wait_until_ready()?;
        engine.process.send("position startpos");
        engine.process.send("go depth 1");
        engine
            .best_move()
            .map_err(|silence| engine.fails(silence, "its first search"))?;
        Ok(engine)
    }

    /// Searches a position by itself: what was searched before has no influence.
    pub(super) fn search(&mut self, position: &Position) -> Result<Answer, DefenderError> {
        self.process.forget();
        self.process.send("ucinewgame");
        self.wait_until_ready()?;
        self.process
            .send(&format!("position fen {} - - 0 1", position.fen()));
        self.process.send("isready");
        let mut refused = false;
        let ready = self.process.listen(self.settings.answer_time(), |line| {
            refused |= line.contains("Unsupported position") || line.contains("CRITICAL ERROR");
            (line == "readyok").then_some(())
        });
        match ready {
            // Pikafish complains and exits; an exit without a word says the same,
            // since it answered a moment ago.
            _ if refused => return Ok(Answer::Rejected),
            Err(Silence::Ended) => return Ok(Answer::Rejected),
            Err(silence @ Silence::Late) => return Err(self.fails(silence, "the position")),
            Ok(()) => {}
        }
        let depth = self.settings.depth;
        self.process.send(&format!("go depth {depth}"));
        let best = self
            .best_move()
            .map_err(|silence| self.fails(silence, &format!("a search of depth {depth}")))?;
        Ok(match best.and_then(|text| self.ranks.read(&text)) {
            Some(mv) => Answer::Move(mv),
            None => Answer::Unusable,
        })
    }

    /// The word after `bestmove`, if there is one.
    fn best_move(&mut self) -> Result<Option<String>, Silence> {
        self.process.listen(self.settings.search_time(), |line| {
            let mut words = line.split_whitespace();
            (words.next() == Some("bestmove")).then(|| words.next().map(str::to_owned))
        })
    }

    fn introduce(&mut self) -> Result<Introduction, DefenderError> {
        self.process.send("uci");
        let mut said = Introduction::default();
        self.process
            .listen(self.settings.answer_time(), |line| said.hear(line))
            .map_err(|silence| self.fails(silence, "uci"))?;
        Ok(said)
    }

    fn configure(&mut self, said: Introduction) -> Result<(), DefenderError> {
        let offers = |name: &str| said.options.iter().any(|option| option == name);
        if offers("UCI_Variant") {
            // An engine for many games.
            if !said.plays_xiangqi {
                return Err(self.settings.fails("does not offer the variant xiangqi"));
            }
            self.ranks = Ranks::FromOne;
            self.set("UCI_Variant", "xiangqi");
        }
        if offers("EvalFile") {
            let beside = || Some(self.settings.program.with_file_name(NETWORK_BESIDE));
            let beside = || beside().filter(|path| path.is_file());
            self.network = self.settings.network.clone().or_else(beside);
            if let Some(network) = &self.network {
                let network = network.display().to_string();
                self.set("EvalFile", &network);
            }
        } else if self.settings.network.is_some() {
            return Err(self
                .settings
                .fails("takes no network file (no option EvalFile)"));
        }
        for (name, value) in [("Threads", 1), ("Hash", self.settings.hash_mb)] {
            if offers(name) {
                self.set(name, &value.to_string());
            }
        }
        self.name = said.name;
        Ok(())
    }

    fn set(&mut self, name: &str, value: &str) {
        self.process
            .send(&format!("setoption name {name} value {value}"));
    }

    fn wait_until_ready(&mut self) -> Result<(), DefenderError> {
        self.process.send("isready");
        self.process
            .listen(self.settings.answer_time(), |line| {
                (line == "readyok").then_some(())
            })
            .map_err(|silence| self.fails(silence, "isready"))
    }

    fn fails(&mut self, silence: Silence, asked: &str) -> DefenderError {
        let words = self.process.last_words();
        self.settings.fails(&match silence {
            Silence::Ended => format!("closed its output instead of answering {asked}: {words}"),
            Silence::Late => format!("did not answer {asked} in time: {words}"),
        })
    }
}

impl Introduction {
    /// Takes in a line; done at the last one.
    fn hear(&mut self, line: &str) -> Option<()> {
        if let Some(name) = line.strip_prefix("id name ") {
            self.name = Some(name.chars().take(100).collect());
        } else if let Some(option) = line.strip_prefix("option name ") {
            let (name, rest) = option.split_once(" type ").unwrap_or((option, ""));
            self.plays_xiangqi |=
                name == "UCI_Variant" && rest.split_whitespace().any(|word| word == "xiangqi");
            self.options.push(name.to_owned());
        }
        (line == "uciok").then_some(())
    }
}
