//! Which defender, as the command line says it.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::builtin::{Builtin, Effort};
use super::rule::Rule;
use super::uci::{Engine, EngineOptions};
use super::{Defender, DefenderError};

/// A defender to be made, one a worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DefenderSpec {
    /// `uci:PATH`.
    Uci(EngineOptions),
    /// `rule`: the paper's fallback, with the plies of its mate search.
    Rule(u8),
    /// `builtin`: our own.
    Builtin(Effort),
}

/// Knobs of defenders; those that do not apply are left aside.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DefenderKnobs {
    /// Depth of an engine's search, or plies of the rule-based mate search.
    pub depth: Option<u32>,
    /// Memory of an engine's table in MiB.
    pub hash_mb: Option<u32>,
    /// An engine's network file.
    pub network: Option<PathBuf>,
    /// Nodes a move of the built-in defender.
    pub nodes: Option<u64>,
}

impl DefenderSpec {
    /// Reads `uci:PATH`, `rule` or `builtin`.
    ///
    /// # Errors
    ///
    /// When the text is none of these.
    pub fn parse(text: &str, knobs: &DefenderKnobs) -> Result<Self, String> {
        let depth = |standard: u8| {
            let depth = knobs.depth.map(u8::try_from);
            depth.map_or(Some(standard), Result::ok)
        };
        match text {
            "builtin" => Ok(Self::Builtin(Effort {
                nodes: knobs.nodes.unwrap_or(Effort::default().nodes),
            })),
            "rule" => depth(Rule::STANDARD_DEPTH)
                .map(Self::Rule)
                .ok_or_else(|| "the mate search cannot be that deep".to_owned()),
            _ => {
                let path = text.strip_prefix("uci:").filter(|path| !path.is_empty());
                let path = path.ok_or_else(|| {
                    format!("unknown defender {text}: expected builtin, rule, or uci:PATH")
                })?;
                let mut options = EngineOptions::standard(PathBuf::from(path));
                options.depth = knobs.depth.unwrap_or(options.depth);
                options.hash_mb = knobs.hash_mb.unwrap_or(options.hash_mb);
                options.network.clone_from(&knobs.network);
                Ok(Self::Uci(options))
            }
        }
    }

    /// Everything that shapes its moves, with file names for paths.
    #[must_use]
    pub fn settings(&self) -> Value {
        match self {
            Self::Uci(options) => json!({
                "uci": options.path.file_name().map(|name| name.to_string_lossy()),
                "depth": options.depth,
                "hash_mb": options.hash_mb,
                "network": options.network.as_ref().and_then(|path| path.file_name()).map(|name| name.to_string_lossy()),
                "fallback_depth": options.fallback_depth,
            }),
            Self::Rule(depth) => json!({"rule": depth}),
            Self::Builtin(effort) => json!({"builtin": effort.nodes}),
        }
    }

    /// Makes the defender and says what records call it.
    ///
    /// # Errors
    ///
    /// When an engine cannot be started.
    pub fn make(&self) -> Result<Made, DefenderError> {
        Ok(match self {
            Self::Uci(options) => {
                let engine = Engine::start(options.clone())?;
                Made {
                    kind: "engine",
                    describe: engine.describe(),
                    defender: Box::new(engine),
                }
            }
            Self::Rule(depth) => Made {
                kind: "rule",
                describe: json!({"backend": "rule", "search_depth": depth}),
                defender: Box::new(Rule::new(*depth)),
            },
            Self::Builtin(effort) => Made {
                kind: "engine",
                describe: json!({"backend": "builtin", "nodes": effort.nodes}),
                defender: Box::new(Builtin::new(*effort)),
            },
        })
    }
}

/// A defender with what records say of it.
pub struct Made {
    /// `engine` or `rule`.
    pub kind: &'static str,
    /// Its settings; no paths.
    pub describe: Value,
    /// The defender.
    pub defender: Box<dyn Defender>,
}

impl Made {
    /// Whether this is the benchmark's own defender: Pikafish at its standard
    /// settings.
    #[must_use]
    pub fn is_standard(&self) -> bool {
        let EngineOptions {
            depth,
            hash_mb,
            fallback_depth,
            ..
        } = EngineOptions::standard(PathBuf::new());
        self.describe["backend"] == "pikafish"
            && self.describe["depth"] == depth
            && self.describe["hash_mb"] == hash_mb
            && self.describe["fallback"]["search_depth"] == fallback_depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defenders_are_named() {
        let none = DefenderKnobs::default();
        assert_eq!(
            DefenderSpec::parse("rule", &none),
            Ok(DefenderSpec::Rule(5))
        );
        assert!(matches!(
            DefenderSpec::parse("builtin", &none),
            Ok(DefenderSpec::Builtin(_))
        ));
        let engine = DefenderSpec::parse("uci:/bin/e", &none);
        assert!(matches!(engine, Ok(DefenderSpec::Uci(options)) if options.depth == 18));
        for bad in ["", "uci:", "pikafish", "Rule"] {
            assert!(DefenderSpec::parse(bad, &none).is_err(), "{bad}");
        }
    }
}
