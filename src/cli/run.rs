//! `recount run`.

use std::path::PathBuf;

use clap::Args;

use super::{FINE, Failure, Session};
use crate::pipeline::{Plan, RunOutcome, run as run_pipeline};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  recount run\n  recount run --archive my-records.tar.zst --out reports"
)]
pub(super) struct Arguments {
    /// Pipeline files, or names of pipelines that ship along.
    #[arg(default_value = "xiangqibench")]
    pipelines: Vec<PathBuf>,
    /// Files, folders or archives of records; the pipeline's own when absent.
    #[arg(long)]
    archive: Vec<PathBuf>,
    /// Folder for the reports.
    #[arg(long, default_value = "reports")]
    out: PathBuf,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Failure> {
    for path in &arguments.pipelines {
        let (plan, text) = Plan::load(path)?;
        let inputs = if arguments.archive.is_empty() {
            &plan.archives
        } else {
            &arguments.archive
        };
        let bar = session.progress();
        let outcome = run_pipeline(
            (&plan, &text),
            inputs,
            &arguments.out,
            session.stop(),
            &|n| {
                bar.set_position(n);
            },
        )?;
        bar.finish_and_clear();
        let place = arguments.out.join(&plan.name);
        match outcome {
            RunOutcome::Unchanged => {
                session.say(&format!(
                    "{}: nothing changed, nothing redone",
                    place.display()
                ));
            }
            RunOutcome::Made(summary) => {
                session.summarise(&summary);
                session.say(&format!("report in {}", place.display()));
            }
        }
    }
    Ok(FINE)
}
