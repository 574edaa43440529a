//! Regent Chess records and the rules.
//!
//! [`replay_rules_game`] plays a rules game and states the facts before each of
//! its turns.

mod rules_game;

pub use rules_game::{RulesReplay, RulesResult, TurnFacts, replay_rules_game};
