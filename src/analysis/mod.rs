//! Tables to result frames: one module a finding.

pub mod archive;
pub mod consistency;
pub mod conversion;
pub mod failures;
pub mod frames;
pub mod nested;
mod numbers;
mod order;
mod query;
mod trials;

pub use numbers::{Number, Numbers};
pub use order::{ModelInfo, Roster};
pub use query::{AnalysisError, Columns};
pub use trials::{TrialRow, Trials};

/// Parameters of the estimators, from the pipeline file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameters {
    /// Trials of a complete cell.
    pub per_cell: usize,
    /// Bootstrap resamples.
    pub resamples: usize,
    /// Bootstrap seed.
    pub seed: u64,
    /// Random case orderings of the nested subsets.
    pub orderings: usize,
    /// Seed of those orderings.
    pub ordering_seed: u64,
}
