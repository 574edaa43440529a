//! Findings about xiangqi endgames.

pub mod ablation;
mod archive;
pub mod calls;
pub mod composition;
pub mod consistency;
pub mod conversion;
pub mod failures;
mod findings;
pub mod frames;
pub mod material;
pub mod nested;
pub mod recovery;
pub mod root_choice;
pub mod simulation;
mod trials;
pub mod turn_patterns;

pub use archive::Audit;
pub use findings::Findings;
pub use trials::{Root, RootPiece, TrialRow, Trials};
