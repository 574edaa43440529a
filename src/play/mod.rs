//! Where new records come from: environments, agents, defenders, and the runner
//! that collects.

pub mod agent;
pub mod runner;
pub mod seed;
pub mod xiangqi;
