//! Archives through the play environment.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use super::stream::{StreamError, guarded, set_aside, stream};
use crate::play::xiangqi::{Difference, Verified, verify};
use crate::records::container::{Entry, Item, SetAside, SetAsideKind};
use crate::records::xiangqi::{conversation, parse};

/// One record that was verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// File, member and line.
    pub place: String,
    /// What became of it.
    pub result: Verified,
}

/// Documents that could not be verified because they are no records.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VerifySummary {
    /// How many.
    pub set_aside: u64,
    /// The damaged ones among them: place and reason.
    pub broken: Vec<String>,
}

/// Plays the replies and defender moves of every record of `inputs` through
/// our environment; `take` gets the results in input order.
///
/// # Errors
///
/// When an input path does not exist or `stop` becomes true.
pub fn verify_archives(
    inputs: &[PathBuf],
    stop: &AtomicBool,
    take: &mut (dyn FnMut(Checked) + Send),
) -> Result<VerifySummary, StreamError> {
    let mut summary = VerifySummary::default();
    stream(inputs, stop, check, |done| -> Result<(), StreamError> {
        for one in done {
            match one {
                Ok(checked) => take(checked),
                Err(aside) => {
                    summary.set_aside += 1;
                    if aside.kind == SetAsideKind::Broken {
                        let place = place(&aside.source, aside.line);
                        summary.broken.push(format!("{place}: {}", aside.reason));
                    }
                }
            }
        }
        Ok(())
    })?;
    Ok(summary)
}

fn check(items: &[Item]) -> Vec<Result<Checked, SetAside>> {
    let one = |item: &Item| match item {
        Item::InputDone(_) => None,
        Item::SetAside(aside) => Some(Err(aside.clone())),
        Item::Entry(entry) => Some(check_entry(entry)),
    };
    items.iter().filter_map(one).collect()
}

fn check_entry(entry: &Entry) -> Result<Checked, SetAside> {
    let read = || Ok((parse(&entry.bytes)?, conversation(&entry.bytes)?));
    let (trial, messages) = guarded(read).map_err(|reject| set_aside(entry, reject))?;
    // A defect of ours is a difference, not a document to be set aside.
    let result = guarded(|| Ok(verify(&trial, &messages))).unwrap_or_else(|_| {
        Verified::Differs(Difference {
            place: "the start (internal error, please report it)".to_owned(),
            archived: "a trial".to_owned(),
            ours: "a crash".to_owned(),
        })
    });
    Ok(Checked {
        place: place(&entry.source, entry.line),
        result,
    })
}

fn place(source: &str, line: Option<u64>) -> String {
    line.map_or_else(
        || source.to_owned(),
        |line| format!("{source}, line {line}"),
    )
}
