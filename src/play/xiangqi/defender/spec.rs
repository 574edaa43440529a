//! Which defender is wanted, as the command line says it.

use std::num::{NonZeroU8, NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use thiserror::Error;

use super::builtin::{Builtin, Limits};
use super::rule::Rule;
use super::uci::{self, Uci};
use super::{Defender, DefenderError};

/// Settings beside a defender's name; what is absent has its default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DefenderOptions {
    /// Depth of the search: of an engine in its own count (18), of `rule` in
    /// plies (5), of `builtin` in plies (64, the most; its nodes end it earlier).
    pub depth: Option<NonZeroU8>,
    /// Positions that `builtin` looks at (20,000).
    pub nodes: Option<NonZeroU64>,
    /// Hash size of an engine, in MiB (256).
    pub hash_mb: Option<NonZeroU32>,
    /// Network file of an engine (`pikafish.nnue` beside it, or its own).
    pub network: Option<PathBuf>,
    /// The longest wait for a search of an engine (8 s for each unit of depth, at
    /// least 60 s).
    pub timeout: Option<Duration>,
}

/// A defender that can be made any number of times, once for each worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DefenderSpec {
    /// The rule-based defender, with the plies of its search.
    Rule(u8),
    /// Our own engine.
    Builtin(Limits),
    /// An external engine.
    Uci(uci::Settings),
}

/// Why a text or its options name no defender.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SpecError {
    /// The text is none of the forms.
    #[error("unknown defender {0:?}: expected builtin, rule, or uci:PATH")]
    Unknown(String),
    /// `uci:` without a program.
    #[error("uci: needs the path of an engine, as in uci:/usr/games/fairy-stockfish")]
    NoProgram,
    /// An option that this defender does not have.
    #[error("the defender {defender} has no {option}")]
    Option {
        /// The defender.
        defender: &'static str,
        /// What it does not have.
        option: &'static str,
    },
}

impl DefenderSpec {
    /// Reads `builtin`, `rule`, or `uci:PATH`.
    ///
    /// # Errors
    ///
    /// The text is none of these, or an option does not belong to the defender.
    pub fn parse(text: &str, options: &DefenderOptions) -> Result<Self, SpecError> {
        let depth = options.depth.map(NonZeroU8::get);
        match (text, text.split_once(':')) {
            ("rule", _) => {
                options.only("rule", &["depth"])?;
                Ok(Self::Rule(depth.unwrap_or(Rule::STANDARD_DEPTH)))
            }
            ("builtin", _) => {
                options.only("builtin", &["depth", "nodes"])?;
                let default = Limits::DEFAULT;
                Ok(Self::Builtin(Limits {
                    depth: depth.unwrap_or(default.depth).min(default.depth),
                    nodes: options.nodes.map_or(default.nodes, NonZeroU64::get),
                }))
            }
            (_, Some(("uci", ""))) => Err(SpecError::NoProgram),
            (_, Some(("uci", program))) => {
                options.only("uci", &["depth", "hash", "network", "timeout"])?;
                let standard = uci::Settings::standard(PathBuf::from(program));
                Ok(Self::Uci(uci::Settings {
                    depth: depth.unwrap_or(standard.depth),
                    hash_mb: options.hash_mb.map_or(standard.hash_mb, NonZeroU32::get),
                    network: options.network.clone(),
                    timeout: options.timeout,
                    ..standard
                }))
            }
            _ => Err(SpecError::Unknown(text.chars().take(100).collect())),
        }
    }

    /// Makes the defender; an engine is started and tried.
    ///
    /// # Errors
    ///
    /// The engine cannot be used.
    pub fn make(&self) -> Result<Box<dyn Defender>, DefenderError> {
        Ok(match self {
            Self::Rule(depth) => Box::new(Rule::new(*depth)),
            Self::Builtin(limits) => Box::new(Builtin::new(*limits)),
            Self::Uci(settings) => Box::new(Uci::start(settings.clone())?),
        })
    }

    /// The record's `defender_kind`: `engine` or `rule`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Rule(_) => "rule",
            Self::Builtin(_) | Self::Uci(_) => "engine",
        }
    }

    /// The settings that shape its choices, known without making it, to tell two
    /// runs apart. A record takes [`Defender::describe`], which also says what
    /// the engine calls itself.
    #[must_use]
    pub fn describe(&self) -> Value {
        match self {
            Self::Rule(depth) => Rule::settings(*depth),
            Self::Builtin(limits) => Builtin::settings(*limits),
            Self::Uci(settings) => json!({
                "backend": "uci",
                "engine_path": uci::file_name(&settings.program),
                "nnue": settings.network.as_deref().map(uci::file_name),
                "depth": settings.depth,
                "threads": 1,
                "hash_mb": settings.hash_mb,
            }),
        }
    }
}

impl DefenderOptions {
    /// Refuses options other than those a defender has.
    fn only(&self, defender: &'static str, known: &[&str]) -> Result<(), SpecError> {
        let given = [
            ("depth", self.depth.is_some()),
            ("nodes", self.nodes.is_some()),
            ("hash", self.hash_mb.is_some()),
            ("network", self.network.is_some()),
            ("timeout", self.timeout.is_some()),
        ];
        match given
            .into_iter()
            .find(|(option, given)| *given && !known.contains(option))
        {
            Some((option, _)) => Err(SpecError::Option { defender, option }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<DefenderSpec, SpecError> {
        DefenderSpec::parse(text, &DefenderOptions::default())
    }

    #[test]
    fn names_are_read_with_the_benchmarks_defaults() {
        assert_eq!(parse("rule"), Ok(DefenderSpec::Rule(5)));
        assert_eq!(parse("builtin"), Ok(DefenderSpec::Builtin(Limits::DEFAULT)));
        let program = PathBuf::from("a:b/c");
        let standard = uci::Settings::standard(program);
        assert_eq!((standard.depth, standard.hash_mb), (18, 256));
        assert_eq!(parse("uci:a:b/c"), Ok(DefenderSpec::Uci(standard)));
        assert_eq!(parse("uci:"), Err(SpecError::NoProgram));
        for text in ["", "Rule", "rules", "uci", "builtin:x", "pikafish", "UCI:x"] {
            assert_eq!(parse(text), Err(SpecError::Unknown(text.to_owned())));
        }
        let long = "x".repeat(1_000_000);
        assert!(parse(&long).unwrap_err().to_string().len() < 300);
    }

    #[test]
    fn options_are_taken_by_those_that_have_them() {
        let options = DefenderOptions {
            depth: NonZeroU8::new(3),
            ..DefenderOptions::default()
        };
        let with = |text, options: &DefenderOptions| DefenderSpec::parse(text, options);
        assert_eq!(with("rule", &options), Ok(DefenderSpec::Rule(3)));
        let DefenderSpec::Uci(settings) = with("uci:x", &options).unwrap() else {
            unreachable!("a uci spec");
        };
        assert_eq!((settings.depth, settings.hash_mb), (3, 256));
        let nodes = DefenderOptions {
            nodes: NonZeroU64::new(9),
            ..options
        };
        let limits = Limits { depth: 3, nodes: 9 };
        assert_eq!(with("builtin", &nodes), Ok(DefenderSpec::Builtin(limits)));
        let refused =
            |text, options: &DefenderOptions| with(text, options).unwrap_err().to_string();
        assert_eq!(refused("rule", &nodes), "the defender rule has no nodes");
        assert_eq!(refused("uci:x", &nodes), "the defender uci has no nodes");
        let hash = DefenderOptions {
            hash_mb: NonZeroU32::new(1),
            ..DefenderOptions::default()
        };
        assert_eq!(
            refused("builtin", &hash),
            "the defender builtin has no hash"
        );
    }

    #[test]
    fn what_is_made_says_what_was_asked_for() {
        for text in ["rule", "builtin"] {
            let spec = parse(text).unwrap();
            let made = spec.make().unwrap();
            assert_eq!(made.describe(), spec.describe());
            assert_eq!(made.kind(), spec.kind());
            assert!(!made.is_standard());
        }
        let missing = parse("uci:/nonexistent").unwrap();
        assert_eq!(missing.kind(), "engine");
        assert!(missing.make().is_err());
    }
}
