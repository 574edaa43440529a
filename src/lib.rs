//! Recount archived logs of language models playing games.
//!
//! Data flows one way:
//!
//! ```text
//! records -> replay -> tables -> analysis -> report
//! ```

pub mod analysis;
pub mod cli;
pub mod pipeline;
pub mod play;
pub mod records;
pub mod replay;
pub mod report;
pub mod rules;
pub mod solve;
pub mod stats;
pub mod tables;
