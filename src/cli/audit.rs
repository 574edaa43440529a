//! `recount audit`.

use std::path::PathBuf;

use clap::Args;

use super::{FINDINGS, FINE, Failure, Session};
use crate::analysis::xiangqi::Audit;
use crate::pipeline::Staged;
use crate::tables::Layout;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  recount audit archive.tar.zst --strict")]
pub(super) struct Arguments {
    /// Files, folders or archives of records.
    #[arg(required = true)]
    archives: Vec<PathBuf>,
    /// Print the audit as JSON.
    #[arg(long)]
    json: bool,
    /// Exit with 3 when anything is unexplained or broken.
    #[arg(long)]
    strict: bool,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Failure> {
    let staged = Staged::beside(
        &std::env::temp_dir().join(format!("recount-audit-{}", std::process::id())),
        &arguments.archives,
    )?;
    let summary = session.ingest(&arguments.archives, Layout::Flat, staged.path())?;
    let audit = Audit::load(staged.path())?;
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&audit.to_json())?);
    } else {
        print!("{}", audit.to_text());
    }
    let unexplained = audit.unexplained() > 0 || summary.broken > 0;
    Ok(if arguments.strict && unexplained {
        FINDINGS
    } else {
        FINE
    })
}
