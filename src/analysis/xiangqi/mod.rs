//! Findings about xiangqi endgames.

mod archive;
pub mod consistency;
pub mod conversion;
pub mod failures;
mod findings;
pub mod frames;
pub mod nested;
mod trials;

pub use archive::Audit;
pub use findings::Findings;
pub use trials::{TrialRow, Trials};
