//! `recount tables`.

use std::path::PathBuf;

use clap::Args;

use super::{FINE, Failure, Session};
use crate::pipeline::Staged;
use crate::tables::Layout;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  recount tables archive.tar.zst --out tables")]
pub(super) struct Arguments {
    /// Files, folders or archives of records.
    #[arg(required = true)]
    archives: Vec<PathBuf>,
    /// Folder for the Parquet files; replaced as a whole when complete.
    #[arg(long)]
    out: PathBuf,
    /// Write tables of trials as setting=…/model=… folders, for large archives.
    #[arg(long)]
    partition: bool,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Failure> {
    let layout = if arguments.partition {
        Layout::Partitioned
    } else {
        Layout::Flat
    };
    let staged = Staged::beside(&arguments.out, &arguments.archives)?;
    session.ingest(&arguments.archives, layout, staged.path())?;
    staged.commit()?;
    session.say(&format!("tables in {}", arguments.out.display()));
    Ok(FINE)
}
