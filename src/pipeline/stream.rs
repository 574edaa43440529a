//! Documents read one after the other, worked on in parallel, taken in order.
//!
//! One thread reads and decompresses, a pool works, one thread takes the
//! results. Each stage holds one group of documents, so memory follows the
//! group size and not the archive; results keep input order whatever the
//! thread count.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use rayon::prelude::*;
use thiserror::Error;

use crate::records::container::{
    Entry, InputError, Item, Limits, SetAside, SetAsideKind, read_inputs,
};
use crate::records::xiangqi::Reject;

/// Documents a group ends at.
const GROUP_ENTRIES: usize = 256;
/// Bytes a group ends at.
const GROUP_BYTES: usize = 12 << 20;
/// Documents a worker takes at a time.
const CHUNK_ENTRIES: usize = 16;

/// Why a stream of documents stopped.
#[derive(Debug, Error)]
pub enum StreamError {
    /// A path cannot be read at all.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The user asked to stop.
    #[error(
        "interrupted; nothing was left behind that looks complete, run the same command again to finish"
    )]
    Interrupted,
    /// A thread died.
    #[error("internal error: the {0} thread stopped unexpectedly")]
    Thread(&'static str),
}

/// Reads `inputs`, hands chunks of documents to `work` in parallel and its
/// results to `take` in input order. Ends early when `take` fails.
///
/// # Errors
///
/// When an input path does not exist, `stop` becomes true, or `take` fails.
pub(super) fn stream<R, E>(
    inputs: &[PathBuf],
    stop: &AtomicBool,
    work: impl Fn(&[Item]) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E> + Send,
) -> Result<(), E>
where
    R: Send,
    E: From<StreamError> + Send,
{
    thread::scope(|scope| {
        let (groups_in, groups_out) = sync_channel::<Vec<Item>>(1);
        let (results_in, results_out) = sync_channel::<Vec<R>>(1);
        let reader = scope.spawn(move || read(inputs, stop, &groups_in));
        let taker = scope.spawn(move || results_out.iter().flatten().try_for_each(&mut take));
        for group in &groups_out {
            let results = group.par_chunks(CHUNK_ENTRIES).map(&work).collect();
            if results_in.send(results).is_err() {
                break; // The taker failed; its error is collected below.
            }
        }
        drop(groups_out);
        drop(results_in);
        let taken = taker.join().map_err(|_| StreamError::Thread("writing"))?;
        let read = reader.join().map_err(|_| StreamError::Thread("reading"))?;
        if stop.load(Ordering::Relaxed) {
            return Err(StreamError::Interrupted.into());
        }
        taken?;
        Ok(read.map_err(StreamError::from)?)
    })
}

fn read(
    inputs: &[PathBuf],
    stop: &AtomicBool,
    groups: &SyncSender<Vec<Item>>,
) -> Result<(), InputError> {
    let mut group = Vec::new();
    let mut bytes = 0;
    read_inputs(inputs, &Limits::default(), &mut |item| {
        if let Item::Entry(entry) = &item {
            bytes += entry.bytes.len();
        }
        group.push(item);
        if group.len() >= GROUP_ENTRIES || bytes >= GROUP_BYTES {
            bytes = 0;
            if groups.send(std::mem::take(&mut group)).is_err() {
                return ControlFlow::Break(());
            }
        }
        if stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    // A closed channel means the taker failed and says why itself.
    groups.send(group).ok();
    Ok(())
}

/// Runs the work on one document; a panic is a defect of ours and costs that
/// document, not the run.
pub(super) fn guarded<T>(work: impl FnOnce() -> Result<T, Reject>) -> Result<T, Reject> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        Err(Reject::Broken(
            "internal error while replaying (please report it)".to_owned(),
        ))
    })
}

/// A rejected document as the summary lists it.
pub(super) fn set_aside(entry: &Entry, reject: Reject) -> SetAside {
    let (kind, reason) = match reject {
        Reject::NotARecord(reason) => (SetAsideKind::NotARecord, reason),
        Reject::Broken(reason) => (SetAsideKind::Broken, reason),
    };
    SetAside {
        source: entry.source.clone(),
        line: entry.line,
        kind,
        reason,
    }
}
