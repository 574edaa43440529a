//! Workers, and when the run ends.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use serde_json::Value;

use super::collection::{Collection, PlayError, Verdict};
use super::store::{Store, StoreError};
use super::{SETTINGS, present};

/// How a run is carried out. None of it shows in the records.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Trials played at the same time.
    pub workers: NonZeroUsize,
    /// Stop when this many trials in a row came to nothing: the endpoint or the
    /// engine is down, and the rest would be lost as well.
    pub give_up_after: NonZeroUsize,
}

/// Something to show while a run goes on.
#[derive(Debug, Clone, Copy)]
pub enum Event<'a> {
    /// What is there is known; playing begins.
    Started {
        /// Trials in all.
        planned: usize,
        /// Trials found with their record.
        present: usize,
        /// Passes among those.
        passed: usize,
    },
    /// A record was written.
    Recorded(Verdict),
    /// A trial came to nothing.
    Skipped(&'a Skipped),
}

/// A trial that came to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// Where its record would be.
    pub place: String,
    /// Why.
    pub why: String,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// Every trial was looked at.
    Through,
    /// The user stopped it.
    Interrupted,
    /// It cannot go on, for this reason.
    Stopped(String),
}

/// What a run did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Trials in all.
    pub planned: usize,
    /// Trials whose record was there.
    pub present: usize,
    /// Records written.
    pub played: usize,
    /// Passes among all records, found or written.
    pub passed: usize,
    /// Trials that came to nothing, in the order of the jobs.
    pub skipped: Vec<Skipped>,
    /// How it ended.
    pub ended: Ended,
}

impl Summary {
    /// Whether every trial has its record.
    #[must_use]
    pub const fn complete(&self) -> bool {
        self.present + self.played == self.planned
    }
}

/// Plays every trial that has no record yet.
///
/// # Errors
///
/// When the output folder cannot be used, or holds records made with other
/// settings. Nothing is played then. Whatever happens later is in the summary,
/// and all records written by then stay.
pub fn run<C: Collection>(
    collection: &C,
    store: &Store,
    options: Options,
    stop: &AtomicBool,
    watch: &(dyn Fn(Event<'_>) + Sync),
) -> Result<Summary, StoreError> {
    let mut pending = Vec::new();
    let (mut found, mut passed) = (0, 0);
    for job in collection.jobs() {
        match present(collection, job, store)? {
            None => pending.push(job),
            Some(verdict) => {
                found += 1;
                passed += usize::from(verdict == Verdict::Pass);
            }
        }
    }
    watch(Event::Started {
        planned: collection.jobs().len(),
        present: found,
        passed,
    });
    let shift = Shift {
        collection,
        store,
        pending,
        options,
        stop,
        watch,
        next: AtomicUsize::new(0),
        halt: AtomicBool::new(false),
        tally: Mutex::default(),
    };
    let workers = options.workers.get().min(shift.pending.len());
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| shift.work());
        }
    });
    let mut tally = match shift.tally.into_inner() {
        Ok(tally) => tally,
        Err(poisoned) => poisoned.into_inner(),
    };
    tally.skipped.sort_by_key(|&(index, _)| index);
    let interrupted = stop.load(Ordering::Relaxed);
    Ok(Summary {
        planned: collection.jobs().len(),
        present: found,
        played: tally.played,
        passed: passed + tally.passed,
        skipped: tally.skipped.into_iter().map(|(_, one)| one).collect(),
        ended: match tally.stopped {
            Some(why) => Ended::Stopped(why),
            None if interrupted => Ended::Interrupted,
            None => Ended::Through,
        },
    })
}

/// What workers share.
struct Shift<'a, C: Collection> {
    collection: &'a C,
    store: &'a Store,
    pending: Vec<&'a C::Job>,
    options: Options,
    /// Set by the user.
    stop: &'a AtomicBool,
    watch: &'a (dyn Fn(Event<'_>) + Sync),
    next: AtomicUsize,
    /// Set by a worker.
    halt: AtomicBool,
    tally: Mutex<Tally>,
}

/// What has come of it so far.
#[derive(Default)]
struct Tally {
    played: usize,
    passed: usize,
    skipped: Vec<(usize, Skipped)>,
    skipped_in_a_row: usize,
    stopped: Option<String>,
}

impl<C: Collection> Shift<'_, C> {
    fn work(&self) {
        let mut worker = None;
        // Whether the worker's equipment has failed and not worked since.
        let mut doubtful = false;
        while !self.over() {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&job) = self.pending.get(index) else {
                return;
            };
            let played = self.ready(&mut worker).and_then(|worker| {
                let record = self.collection.play(job, worker)?;
                self.keep(job, record)
            });
            match played {
                Ok(verdict) => {
                    doubtful = false;
                    self.recorded(verdict);
                }
                // A stop shows as whatever the agent made of it.
                Err(_) if self.stop.load(Ordering::Relaxed) => return,
                Err(PlayError::Stop(why)) => self.stop_run(why),
                Err(PlayError::Skip(why)) => self.skip(index, why),
                Err(PlayError::Equipment(why)) if doubtful => self.stop_run(why),
                Err(PlayError::Equipment(why)) => {
                    doubtful = true;
                    worker = None;
                    self.skip(index, why);
                }
            }
        }
    }

    fn over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.halt.load(Ordering::Relaxed)
    }

    fn ready<'w>(&self, worker: &'w mut Option<C::Worker>) -> Result<&'w mut C::Worker, PlayError> {
        match worker {
            Some(worker) => Ok(worker),
            // Equipment that cannot be had will not be had for the next trial.
            none => match self.collection.worker() {
                Ok(made) => Ok(none.insert(made)),
                Err(error) => Err(PlayError::Stop(error.to_string())),
            },
        }
    }

    /// Writes a record that has a verdict.
    fn keep(&self, job: &C::Job, mut record: Value) -> Result<Verdict, PlayError> {
        let verdict = self
            .collection
            .verdict(&record)
            .ok_or_else(|| PlayError::Skip("the trial ended without a verdict".to_owned()))?;
        if let Some(object) = record.as_object_mut() {
            object.insert(SETTINGS.to_owned(), self.collection.settings(job));
        }
        self.store
            .write(&self.collection.place(job), &record)
            .map_err(|error| PlayError::Stop(error.to_string()))?;
        Ok(verdict)
    }

    fn recorded(&self, verdict: Verdict) {
        if let Ok(mut tally) = self.tally.lock() {
            tally.played += 1;
            tally.passed += usize::from(verdict == Verdict::Pass);
            tally.skipped_in_a_row = 0;
        }
        (self.watch)(Event::Recorded(verdict));
    }

    fn skip(&self, index: usize, why: String) {
        let place = match self.pending.get(index) {
            Some(job) => self.collection.place(job),
            None => String::new(),
        };
        let skipped = Skipped { place, why };
        (self.watch)(Event::Skipped(&skipped));
        let Ok(mut tally) = self.tally.lock() else {
            return;
        };
        tally.skipped_in_a_row += 1;
        let in_a_row = tally.skipped_in_a_row;
        let why = skipped.why.clone();
        tally.skipped.push((index, skipped));
        drop(tally);
        if in_a_row >= self.options.give_up_after.get() {
            self.stop_run(format!(
                "{in_a_row} trials in a row came to nothing, the last because: {why}"
            ));
        }
    }

    /// Lets the others finish their trials and start no more.
    fn stop_run(&self, why: String) {
        self.halt.store(true, Ordering::Relaxed);
        if let Ok(mut tally) = self.tally.lock() {
            tally.stopped.get_or_insert(why);
        }
    }
}
