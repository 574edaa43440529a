//! Regent Chess records.
//!
//! [`RulesGame`] is a line of a rules-games file: a game to be played through
//! the rules, without agents.

mod rules_game;

pub use rules_game::{BadLine, RulesGame, RulesRegents, RulesTurn};
