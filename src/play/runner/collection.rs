//! What is to be played, whatever the game.

use serde_json::Value;
use thiserror::Error;

/// What a trial came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The agent did what the game asks for.
    Pass,
    /// It did not.
    Fail,
}

/// Why a trial left no record.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlayError {
    /// No trial can succeed: stop the run.
    #[error("{0}")]
    Stop(String),
    /// This trial came to nothing; others may succeed.
    #[error("{0}")]
    Skip(String),
    /// What the worker plays with (an engine) has failed: this trial came to
    /// nothing, and the worker needs a new one.
    #[error("{0}")]
    Equipment(String),
}

/// A set of trials to play. Regardless of workers and order, a trial must come
/// out the same wherever the agent and the opponent are deterministic.
pub trait Collection: Sync {
    /// One trial.
    type Job: Sync;
    /// What one worker keeps between trials, such as an engine.
    type Worker;

    /// All trials, in the order in which they are started.
    fn jobs(&self) -> &[Self::Job];

    /// Where its record belongs, relative to the output folder: parts joined by
    /// `/`, each made by [`slug`](super::slug) or otherwise safe as a file name.
    /// Different trials have different places.
    fn place(&self, job: &Self::Job) -> String;

    /// Everything that shapes the record, as an object; no secrets, no clock.
    fn settings(&self, job: &Self::Job) -> Value;

    /// The most agent calls that a trial can take.
    fn calls_at_most(&self, job: &Self::Job) -> u64;

    /// Gets a worker ready.
    ///
    /// # Errors
    ///
    /// When its equipment cannot be had.
    fn worker(&self) -> Result<Self::Worker, PlayError>;

    /// Plays a trial: its record, a JSON object.
    ///
    /// # Errors
    ///
    /// When there is nothing to record.
    fn play(&self, job: &Self::Job, worker: &mut Self::Worker) -> Result<Value, PlayError>;

    /// What a record says the trial came to; none when it has no verdict.
    fn verdict(&self, record: &Value) -> Option<Verdict>;
}
