//! Tables to result frames: one module a finding, a folder a game.

mod estimate;
mod numbers;
pub mod published;
mod query;
mod roster;
pub mod xiangqi;

pub use estimate::{Estimate, Share};
pub use numbers::{Number, Numbers};
pub use query::{AnalysisError, Columns};
pub use roster::{ModelInfo, Roster};

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
