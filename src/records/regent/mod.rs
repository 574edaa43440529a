//! Regent Chess records (`regent-chess/1`).
//!
//! [`parse`] turns one JSON document into a [`Record`]: a game or a free-control
//! question. What an agent wrote is read leniently: a [`Reply`] says how a text
//! holds its answer, a [`Belief`] what was stated, however wrong. Moves and
//! squares stay text here: what they mean is for the replay to say.
//!
//! [`RulesGame`] is a line of a rules-games file: a game to be played through
//! the rules, without agents.

mod belief;
mod elicitation;
mod raw;
mod record;
mod reply;
mod rules_game;

pub use belief::{Belief, Candidate, Malformed, Probability, Stated};
pub use elicitation::{Attempt, Elicitation};
pub use record::{
    Content, Opponent, Probe, Record, Seat, Side, StoredGame, StoredPly, StoredResult, StoredText,
    is_regent_record, parse,
};
pub use reply::{Answer, Reply, ReplyForm};
pub use rules_game::{BadLine, RulesGame, RulesRegents, RulesTurn};
