//! XiangqiBench trial records, both generations.
//!
//! [`parse`] turns one JSON document into a [`Trial`]; [`Turn`]s and
//! [`Call`]s are what the agent did, read from the trajectory or rebuilt from
//! the conversation. Moves and positions stay text here: what they mean is for
//! the replay to say.

mod actions;
mod answer;
mod command;
mod conversation;
mod python_text;
mod python_value;
mod raw;
mod simulation;
mod trajectory;
mod trial;

pub use super::reject::Reject;
pub use actions::{Call, Category, Reading, Turn, TurnEnd, TurnLog};
pub use answer::Answer;
pub(crate) use answer::recover_command;
pub use command::Command;
pub(crate) use command::{command_words, prose};
pub use conversation::{EnvironmentText, StoredMessage, environment_texts};
pub use simulation::{GameOver, SimulatedStep, SimulationReport, Verdict};
pub use trial::{
    Archived, Budgets, Case, Generation, LoggedPly, Player, Setting, Trial, conversation, parse,
};
