//! `recount relabel`.

use std::path::PathBuf;

use clap::Args;

use super::{FINE, Failure, Session};
use crate::pipeline::{Staged, relabel};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  recount relabel archive.tar.zst --out corrected")]
pub(super) struct Arguments {
    /// Files, folders or archives of records.
    #[arg(required = true)]
    archives: Vec<PathBuf>,
    /// Folder for the corrected copies; replaced as a whole when complete.
    #[arg(long)]
    out: PathBuf,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Failure> {
    let staged = Staged::beside(&arguments.out, &arguments.archives)?;
    let summary = relabel(&arguments.archives, staged.path(), session.stop())?;
    staged.commit()?;
    let causes: Vec<String> = summary
        .causes
        .iter()
        .map(|(cause, n)| format!("{cause} {n}"))
        .collect();
    session.say(&format!(
        "{} records copied, {} relabelled ({}), {} broken, {} not records",
        summary.records,
        summary.relabelled,
        if causes.is_empty() {
            "none".to_owned()
        } else {
            causes.join(", ")
        },
        summary.broken,
        summary.not_records
    ));
    Ok(FINE)
}
