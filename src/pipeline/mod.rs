//! Runs: archives in, tables and reports out.

mod html;
mod ingest;
mod plan;
mod relabel;
mod report;
mod run;
mod stage;
mod stream;
mod verify;

pub use ingest::{IngestError, IngestOptions, IngestSummary, ingest};
pub use plan::{Plan, PlanError, PlanFinding, PlanParameters};
pub use relabel::{RelabelError, RelabelSummary, relabel};
pub use report::{MakeError, make_report};
pub use run::{RunError, RunOutcome, run};
pub use stage::Staged;
pub use stream::StreamError;
pub use verify::{Checked, VerifySummary, verify_archives};
