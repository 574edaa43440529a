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
//! | `defender` | who plays against the agent |

mod answer;
mod budgets;
pub mod collection;
mod compat;
pub mod defender;
mod environment;
mod journal;
mod mode;
mod said;
pub mod scripted;
mod simulate;
mod speech;
mod verify;
mod wire;

pub use budgets::Budgets;
pub use compat::Compat;
pub use environment::{Due, End, Environment};
pub use mode::Mode;
pub use verify::{Difference, Verified, verify};
