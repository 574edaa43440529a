//! Findings about xiangqi endgames.

pub mod ablation;
mod archive;
pub mod calls;
pub mod consistency;
pub mod conversion;
pub mod failures;
mod findings;
pub mod frames;
pub mod nested;
pub mod simulation;
mod trials;

pub use archive::Audit;
pub use findings::Findings;
pub use trials::{TrialRow, Trials};
