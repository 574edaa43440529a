//! The command line: one thin file a subcommand.
//!
//! Results go to stdout, messages to stderr. Exit codes: [`FINE`], [`FAILED`],
//! [`USAGE`] (given by the argument parser), [`FINDINGS`].

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is where the program talks"
)]

mod admit;
mod audit;
mod check_published;
mod play;
mod positions;
mod relabel;
mod report;
mod rules;
mod run;
mod schema;
mod solve;
mod tables;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{ArgAction, Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use tracing::level_filters::LevelFilter;

use crate::pipeline::{IngestOptions, IngestSummary, ingest};
use crate::tables::Layout;

/// Everything went well.
pub const FINE: u8 = 0;
/// Something failed; the message says what.
pub const FAILED: u8 = 1;
/// The command line is wrong.
pub const USAGE: u8 = 2;
/// `--strict` found something unexplained.
pub const FINDINGS: u8 = 3;

/// An error with a message for the user.
pub(crate) type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Count again from the raw records: replay, relabel, tabulate and report
/// archived logs of language models playing games.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true)]
struct Cli {
    /// Say nothing but errors.
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Say what is being done; twice for every file.
    #[arg(short, long, global = true, action = ArgAction::Count, conflicts_with = "quiet")]
    verbose: u8,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Everything, from raw records to the report.
    Run(run::Arguments),
    /// Replay archives and say what their labels get wrong, and why.
    Audit(audit::Arguments),
    /// Write corrected copies of records; originals are never touched.
    Relabel(relabel::Arguments),
    /// Just the Parquet tables.
    Tables(tables::Arguments),
    /// Just the figures, tables and numbers, from Parquet.
    Report(report::Arguments),
    /// Play, or replay archived trials through the environment.
    #[command(subcommand)]
    Play(play::Game),
    /// What the papers' printed figures imply about each other.
    CheckPublished(check_published::Arguments),
    /// Look at a position.
    #[command(subcommand)]
    Rules(rules::Game),
    /// Prove mates, and list every first move that wins.
    Solve(solve::Arguments),
    /// Screen positions: mate distance, category, reference move.
    Admit(admit::Arguments),
    /// The data dictionary.
    Schema(schema::Arguments),
}

/// What a command needs from its surroundings.
pub(crate) struct Session {
    quiet: bool,
    stop: Arc<AtomicBool>,
}

/// Runs the command line.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Without a handler Ctrl-C still ends the process; staged output is never in place.
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)).ok();
    log_to_stderr(&cli);
    let session = Session {
        quiet: cli.quiet,
        stop,
    };
    let result = match cli.command {
        Command::Run(arguments) => run::run(&arguments, &session),
        Command::Report(arguments) => report::run(&arguments, &session),
        Command::Relabel(arguments) => relabel::run(&arguments, &session),
        Command::Audit(arguments) => audit::run(&arguments, &session),
        Command::Tables(arguments) => tables::run(&arguments, &session),
        Command::Play(game) => play::run(&game, &session),
        Command::CheckPublished(arguments) => check_published::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments, &session),
        Command::Admit(arguments) => admit::run(&arguments, &session),
        Command::Rules(game) => rules::run(&game, &session),
        Command::Schema(arguments) => schema::run(&arguments),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(FAILED)
        }
    }
}

impl Session {
    pub(crate) fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// The flag that Ctrl-C sets, for work that outlives a borrow.
    pub(crate) const fn stop_flag(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    pub(crate) const fn quiet(&self) -> bool {
        self.quiet
    }

    /// A failure that ends a command after it has done part of its work.
    #[expect(clippy::unused_self, reason = "errors are said even when quiet")]
    pub(crate) fn error(&self, message: &str) {
        eprintln!("error: {message}");
    }

    /// A message on stderr unless quiet.
    pub(crate) fn say(&self, message: &str) {
        if !self.quiet {
            eprintln!("{message}");
        }
    }

    /// A message on stderr about something that is wrong.
    pub(crate) fn complain(&self, message: &str) {
        eprintln!("{message}");
    }

    /// Progress through a known number of things.
    pub(crate) fn progress_of(&self, things: &str, total: usize) -> ProgressBar {
        if self.quiet {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new(total as u64);
        let template = format!("{{spinner}} {{pos}}/{{len}} {things}, {{elapsed}}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        bar
    }

    /// Progress on a terminal, nothing in a pipe.
    pub(crate) fn progress(&self) -> ProgressBar {
        if self.quiet {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} records, {per_sec}") {
            bar.set_style(style);
        }
        bar
    }

    /// Tables of `inputs` in `folder`, with progress and a summary.
    pub(crate) fn ingest(
        &self,
        inputs: &[PathBuf],
        layout: Layout,
        folder: &Path,
    ) -> Result<IngestSummary, Failure> {
        let options = IngestOptions {
            inputs: inputs.to_vec(),
            layout,
            per_cell: 3,
        };
        let bar = self.progress();
        let summary = ingest(&options, folder, &self.stop, &|n| bar.set_position(n))?;
        bar.finish_and_clear();
        self.summarise(&summary);
        Ok(summary)
    }

    /// Says what was read and what was not.
    pub(crate) fn summarise(&self, summary: &IngestSummary) {
        self.say(&format!(
            "{} records read, {} broken, {} not records",
            summary.records, summary.broken, summary.not_records
        ));
        for example in &summary.examples {
            self.say(&format!("  broken: {example}"));
        }
        let more = summary.broken.saturating_sub(summary.examples.len() as u64);
        if more > 0 {
            self.say(&format!("  … and {more} more, all in the set_aside table"));
        }
    }
}

/// Warnings always (unless quiet), steps with `-v`, files with `-vv`.
fn log_to_stderr(cli: &Cli) {
    let level = match (cli.quiet, cli.verbose) {
        (true, _) => LevelFilter::ERROR,
        (false, 0) => LevelFilter::WARN,
        (false, 1) => LevelFilter::INFO,
        (false, _) => LevelFilter::DEBUG,
    };
    tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .with_target(false)
        .without_time()
        .init();
}
