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
    let bar = session.progress();
    let summary = relabel(&arguments.archives, staged.path(), session.stop(), &|n| {
        bar.set_position(n);
    })?;
    bar.finish_and_clear();
    staged.commit()?;
    let causes: Vec<String> = summary
        .causes
        .iter()
        .map(|(cause, n)| format!("{cause} {n}"))
        .collect();
    let causes = if causes.is_empty() {
        String::new()
    } else {
        format!(" ({})", causes.join(", "))
    };
    session.say(&format!(
        "{} records copied, {} relabelled{causes}, {} reconciled, {} broken, {} not records",
        summary.records,
        summary.relabelled,
        summary.reconciled,
        summary.broken,
        summary.not_records
    ));
    for example in &summary.examples {
        session.say(&format!("  broken: {example}"));
    }
    session.say(&format!("copies in {}", arguments.out.display()));
    Ok(FINE)
}
