//! Runs: archives in, tables and reports out.

mod ingest;
mod stage;

pub use ingest::{IngestError, IngestOptions, IngestSummary, ingest};
pub use stage::Staged;
