//! Mate proofs for xiangqi.

mod checks;
mod defence;
mod engine;
mod full;
mod last;
mod order;
mod proof_number;
mod solver;
mod table;
mod verdict;

pub use solver::Solver;
pub use verdict::{Bound, Verdict};
