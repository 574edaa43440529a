//! Runs: archives in, tables and reports out.

mod ingest;

pub use ingest::{IngestError, IngestOptions, IngestSummary, ingest};
