//! `recount report`.

use std::path::PathBuf;

use clap::Args;

use super::{FINE, Failure, Session};
use crate::pipeline::{Plan, Staged, make_report};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  recount report tables --out report")]
pub(super) struct Arguments {
    /// Folder of Parquet tables, as `recount tables` writes it.
    tables: PathBuf,
    /// Pipeline file, or the name of one that ships along.
    #[arg(long, default_value = "xiangqibench")]
    pipeline: PathBuf,
    /// Folder for the report; replaced as a whole when complete.
    #[arg(long)]
    out: PathBuf,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Failure> {
    let (plan, _) = Plan::load(&arguments.pipeline)?;
    let staged = Staged::beside(&arguments.out, std::slice::from_ref(&arguments.tables))?;
    make_report(&plan, &arguments.tables, staged.path())?;
    staged.commit()?;
    session.say(&format!("report in {}", arguments.out.display()));
    Ok(FINE)
}
