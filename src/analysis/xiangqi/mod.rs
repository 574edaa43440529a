//! Findings about xiangqi endgames.

mod archive;
pub mod consistency;
pub mod conversion;
pub mod failures;
mod findings;
pub mod frames;
pub mod material;
pub mod nested;
pub mod root_choice;
mod trials;

pub use archive::Audit;
pub use findings::Findings;
pub use trials::{Root, RootPiece, TrialRow, Trials};
