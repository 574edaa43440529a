//! Xiangqi endgames: the benchmark's environment and who plays in it.
//!
//! | module | idea |
//! |---|---|
//! | `mode`, `budgets`, `compat` | what is shown and asked, limits, whose behaviour |
//! | `said` | the command in a reply |
//! | `answer`, `simulate`, `speech`, `wire` | what the environment says |
//! | `environment` | the state machine; pure |
//! | `journal` | what a record keeps beside the conversations |
//! | `verify` | archived replies through the environment |
//! | `cases`, `prompt` | positions; the system message |
//! | `trial`, `record` | one trial, and the record it becomes |
//! | `bench` | the benchmark, as a collection plays it |
//! | `collection` | agents × modes × positions × trials |
//! | `scripted` | agents that need no model |
//! | `defender` | who plays against the agent |

mod answer;
mod bench;
mod budgets;
pub mod cases;
pub mod collection;
mod compat;
pub mod defender;
mod environment;
mod journal;
mod mode;
mod prompt;
mod record;
mod said;
pub mod scripted;
mod simulate;
mod speech;
mod trial;
mod verify;
mod wire;

pub use bench::{Bench, Clock};
pub use budgets::Budgets;
pub use compat::Compat;
pub use environment::{Due, End, Environment};
pub use mode::Mode;
pub use prompt::Prompt;
pub use record::Frame;
pub use trial::{Setup, TrialError, play_trial};
pub use verify::{Difference, Verified, verify};
