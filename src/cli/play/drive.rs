//! Carrying out a run: where records go, what is shown, how it ends.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::{FAILED, FINE, Failure, Session};
use crate::play::runner::{
    Collection, Ended, Event, Forecast, Options, Store, Summary, Verdict, forecast, pack, run,
};

/// How a run is carried out.
#[derive(Debug, Args)]
#[command(next_help_heading = "The run")]
pub(super) struct RunOptions {
    /// Trials played at the same time.
    #[arg(long, value_name = "W", default_value = "4")]
    workers: NonZeroUsize,
    /// Where records go: a folder, with a file a trial, or NAME.jsonl.zst, into
    /// which all are packed once the last is played (until then they are in
    /// NAME.jsonl.zst.trials). The same command again plays what is missing.
    #[arg(long, value_name = "DIR|FILE", required_unless_present = "verify")]
    out: Option<PathBuf>,
    /// Stop when this many trials in a row came to nothing.
    #[arg(long, value_name = "N", default_value = "10")]
    give_up_after: NonZeroUsize,
    /// Play nothing; say how many trials and agent calls it would take.
    #[arg(long)]
    dry_run: bool,
}

/// Plays a collection, or says what it would take.
pub(super) fn drive<C: Collection>(
    collection: &C,
    options: &RunOptions,
    session: &Session,
) -> Result<u8, Failure> {
    let out = options.out.as_deref().ok_or("where to? --out DIR")?;
    let packed = is_packed(out).then_some(out);
    if packed.is_some_and(Path::exists) {
        let out = out.display();
        return Err(format!("{out} is there and complete; name another, or remove it").into());
    }
    let folder = packed.map_or_else(|| out.to_owned(), trials_of);
    if options.dry_run {
        let forecast = forecast(collection, Store::peek(&folder).as_ref())?;
        print_forecast(&forecast);
        return Ok(FINE);
    }
    let store = Store::open(&folder)?;
    let how = Options {
        workers: options.workers,
        give_up_after: options.give_up_after,
    };
    let bar = bar(session);
    let shown = Shown::default();
    let summary = run(collection, &store, how, session.stop(), &|event| {
        shown.take(event, &bar);
    });
    bar.finish_and_clear();
    let summary = summary?;
    say(&summary, session);
    if !summary.complete() {
        session.say("the same command again plays what is missing");
        return Ok(FAILED);
    }
    if let Some(target) = packed {
        session.say(&format!("packing {} records", summary.planned));
        pack(collection, store, target)?;
    }
    Ok(FINE)
}

fn is_packed(out: &Path) -> bool {
    out.to_string_lossy().ends_with(".jsonl.zst")
}

fn trials_of(packed: &Path) -> PathBuf {
    let mut name = packed.as_os_str().to_owned();
    name.push(".trials");
    PathBuf::from(name)
}

fn print_forecast(forecast: &Forecast) {
    println!("trials planned     {}", forecast.planned);
    println!("already recorded   {}", forecast.present);
    println!("to be played       {}", forecast.to_play);
    println!("agent calls        {} at most", forecast.calls_at_most);
}

/// Progress on a terminal, nothing in a pipe.
fn bar(session: &Session) -> ProgressBar {
    if session.quiet() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::no_length();
    let template = "{bar:24} {pos}/{len} trials, {msg}, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// What the progress line counts.
#[derive(Default)]
struct Shown {
    recorded: AtomicU64,
    passed: AtomicU64,
    skipped: AtomicU64,
}

impl Shown {
    fn take(&self, event: Event<'_>, bar: &ProgressBar) {
        match event {
            Event::Started {
                planned,
                present,
                passed,
            } => {
                self.recorded.store(present as u64, Ordering::Relaxed);
                self.passed.store(passed as u64, Ordering::Relaxed);
                bar.set_length(planned as u64);
                bar.set_position(present as u64);
                // What was there before says nothing about the speed.
                bar.reset_eta();
            }
            Event::Recorded(verdict) => {
                self.recorded.fetch_add(1, Ordering::Relaxed);
                if verdict == Verdict::Pass {
                    self.passed.fetch_add(1, Ordering::Relaxed);
                }
                bar.inc(1);
            }
            Event::Skipped(skipped) => {
                self.skipped.fetch_add(1, Ordering::Relaxed);
                bar.println(format!("skipped {}: {}", skipped.place, skipped.why));
                bar.inc(1);
            }
        }
        let passed = self.passed.load(Ordering::Relaxed);
        let recorded = self.recorded.load(Ordering::Relaxed);
        let mut message = rate(passed, recorded);
        let skipped = self.skipped.load(Ordering::Relaxed);
        if skipped > 0 {
            message.push_str(&format!(", {skipped} skipped"));
        }
        bar.set_message(message);
    }
}

/// `passed 3 of 12 (25.0 %)`.
fn rate(passed: u64, recorded: u64) -> String {
    if recorded == 0 {
        return "none recorded".to_owned();
    }
    let share = 100.0 * passed as f64 / recorded as f64;
    format!("passed {passed} of {recorded} ({share:.1} %)")
}

/// Says what came of it.
fn say(summary: &Summary, session: &Session) {
    let recorded = summary.present + summary.played;
    session.say(&format!(
        "{} trials: {} were there, {} played, {} skipped; {}",
        summary.planned,
        summary.present,
        summary.played,
        summary.skipped.len(),
        rate(summary.passed as u64, recorded as u64),
    ));
    for skipped in &summary.skipped {
        session.say(&format!("  skipped {}: {}", skipped.place, skipped.why));
    }
    match &summary.ended {
        Ended::Through => {}
        Ended::Interrupted => session.say("interrupted; what was played is kept"),
        Ended::Stopped(why) => session.error(why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_output_is_told_by_its_name() {
        assert!(is_packed(Path::new("a/b.jsonl.zst")));
        assert!(!is_packed(Path::new("a/b.json")) && !is_packed(Path::new("runs")));
        assert_eq!(
            trials_of(Path::new("a/b.jsonl.zst")),
            Path::new("a/b.jsonl.zst.trials")
        );
    }

    #[test]
    fn a_rate_without_trials_is_none() {
        assert_eq!(rate(0, 0), "none recorded");
        assert_eq!(rate(1, 8), "passed 1 of 8 (12.5 %)");
    }
}
