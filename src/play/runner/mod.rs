//! Playing many trials: workers, resuming, and records that are whole or absent.
//!
//! | module | idea |
//! |---|---|
//! | `collection` | what is to be played, whatever the game |
//! | `store` | one file a trial, written beside its place and renamed |
//! | `pool` | workers, and when the run ends |
//! | `pack` | all records of a run in one compressed file |
//!
//! A trial has a place in the output folder that depends on nothing but what it
//! is, so a run finds what earlier ones left and plays the rest. Each record
//! says under `collection` what shaped it; a record found with other settings
//! stops the run before anything is played, since results would be mixed. Only
//! where a model is served may change between runs.

mod collection;
mod pack;
mod pool;
mod store;

#[cfg(test)]
mod tests;

pub use collection::{Collection, PlayError, Verdict};
pub use pack::{PackError, pack};
pub use pool::{Ended, Event, Options, Skipped, Summary, run};
pub use store::{Store, StoreError, slug};

use serde_json::Value;

/// What a run would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Forecast {
    /// Trials in all.
    pub planned: usize,
    /// Trials whose record is there.
    pub present: usize,
    /// Trials to be played.
    pub to_play: usize,
    /// Agent calls that these can take at most.
    pub calls_at_most: u64,
}

/// Looks at what is there, plays nothing and writes nothing. Without a store
/// nothing is there.
///
/// # Errors
///
/// When a record that is there was made with other settings, or cannot be read.
pub fn forecast<C: Collection>(
    collection: &C,
    store: Option<&Store>,
) -> Result<Forecast, StoreError> {
    let mut forecast = Forecast::default();
    for job in collection.jobs() {
        forecast.planned += 1;
        let present = match store {
            Some(store) => present(collection, job, store)?.is_some(),
            None => false,
        };
        if present {
            forecast.present += 1;
        } else {
            forecast.to_play += 1;
            forecast.calls_at_most += collection.calls_at_most(job);
        }
    }
    Ok(forecast)
}

/// The verdict of a trial whose record is there; none when it is to be played.
fn present<C: Collection>(
    collection: &C,
    job: &C::Job,
    store: &Store,
) -> Result<Option<Verdict>, StoreError> {
    let place = collection.place(job);
    let Some(record) = store.read(&place)? else {
        return Ok(None);
    };
    let made_with = record.get(SETTINGS).unwrap_or(&Value::Null);
    if let Some(difference) = difference(&collection.settings(job), made_with) {
        return Err(StoreError::Mixed {
            path: store.path(&place),
            difference,
        });
    }
    Ok(collection.verdict(&record))
}

/// The key under which a record says what shaped it.
const SETTINGS: &str = "collection";

/// The setting that is recorded and may change: a local server gets another port,
/// a model another gateway.
const MAY_CHANGE: &str = "base_url";

/// The first setting that differs, as `name is B there and A now`.
fn difference(now: &Value, there: &Value) -> Option<String> {
    let (Some(a), Some(b)) = (now.as_object(), there.as_object()) else {
        return (now != there).then(|| format!("{SETTINGS} is {there} there and {now} now"));
    };
    let names = a.keys().chain(b.keys().filter(|&key| !a.contains_key(key)));
    for name in names.filter(|&name| name != MAY_CHANGE) {
        let (a, b) = (
            a.get(name).unwrap_or(&Value::Null),
            b.get(name).unwrap_or(&Value::Null),
        );
        if a.is_object() && b.is_object() {
            if let Some(inner) = difference(a, b) {
                return Some(format!("{name}.{inner}"));
            }
        } else if a != b {
            return Some(format!("{name} is {b} there and {a} now"));
        }
    }
    None
}
