//! Xiangqi endgames: the benchmark's environment and who plays in it.

pub mod collection;
pub mod defender;
pub mod scripted;
