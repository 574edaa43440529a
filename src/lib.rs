//! Recount archived logs of language models playing games.
//!
//! Data flows one way:
//!
//! ```text
//! records -> replay -> tables -> analysis -> report
//! ```

pub mod pipeline;
pub mod records;
pub mod replay;
pub mod report;
pub mod rules;
pub mod stats;
pub mod tables;

pub mod analysis {
    //! Tables to result frames: one module a finding.
    pub mod frames;
}
