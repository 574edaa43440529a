//! A whole run, cached by content.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use thiserror::Error;
use tracing::info;

use super::ingest::{IngestError, IngestOptions, IngestSummary, ingest};
use super::plan::Plan;
use super::report::{MakeError, make_report, pretty, write};
use super::stage::Staged;
use crate::records::container::{InputDigest, InputError, Limits, digest_inputs};
use crate::tables::Layout;

/// What a run did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunOutcome {
    /// Inputs, parameters and program are those of the output in place.
    Unchanged,
    /// Everything was made.
    Made(IngestSummary),
}

/// Why a run failed.
#[derive(Debug, Error)]
pub enum RunError {
    /// An input cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The records could not be read or tabulated.
    #[error(transparent)]
    Ingest(#[from] IngestError),
    /// The report could not be made.
    #[error(transparent)]
    Report(#[from] MakeError),
    /// The output folder is in the way.
    #[error("output folder: {0}")]
    Output(#[from] io::Error),
}

/// Name of the file that says what an output was made from.
const CACHE: &str = ".cache.json";

/// Runs a pipeline on archives into `out/<pipeline name>`.
///
/// # Errors
///
/// When an input path does not exist, a file cannot be written, or `stop`
/// becomes true; the earlier output then stays in place.
pub fn run(
    (plan, plan_text): (&Plan, &str),
    inputs: &[PathBuf],
    out: &Path,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<RunOutcome, RunError> {
    info!("hashing the inputs");
    let digests = digest_inputs(inputs, &Limits::default())?;
    let target = out.join(&plan.name);
    let key = cache_key(plan_text, &digests)?;
    if is_current(&target, &key) {
        return Ok(RunOutcome::Unchanged);
    }
    let staged = Staged::beside(&target, inputs)?;
    let tables = staged.path().join("tables");
    let options = IngestOptions {
        inputs: inputs.to_vec(),
        layout: Layout::Flat,
        per_cell: plan.parameters.per_cell,
    };
    info!("replaying the records");
    let summary = ingest(&options, &tables, stop, progress)?;
    make_report(plan, &tables, staged.path())?;
    write(
        &staged.path().join("manifest.json"),
        pretty(&manifest(plan, &summary)).as_bytes(),
    )?;
    let made = outputs(staged.path())?;
    let cache = json!({"key": key, "outputs": made});
    write(&staged.path().join(CACHE), pretty(&cache).as_bytes())?;
    staged.commit()?;
    Ok(RunOutcome::Made(summary))
}

fn manifest(plan: &Plan, summary: &IngestSummary) -> Value {
    json!({
        "pipeline": plan.name,
        "recount": env!("CARGO_PKG_VERSION"),
        "ruleset": crate::replay::RULESET,
        "parameters": plan.parameters,
        "inputs": summary.input_list(),
        "records": summary.records,
        "broken": summary.broken,
        "not_records": summary.not_records,
    })
}

/// Everything that decides the output: pipeline file, inputs, and the program itself.
fn cache_key(plan_text: &str, inputs: &[InputDigest]) -> io::Result<String> {
    let mut hash = Sha256::new();
    hash.update(plan_text.as_bytes());
    for input in inputs {
        hash.update([0]);
        hash.update(input.path.as_bytes());
        hash.update(input.sha256.as_bytes());
    }
    hash.update([1]);
    hash.update(fs::read(std::env::current_exe()?)?);
    Ok(hash
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect())
}

/// Paths and sizes of the files made, to notice when one has gone.
fn outputs(folder: &Path) -> io::Result<Vec<(String, u64)>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.file_name().is_none_or(|name| name != CACHE) {
                let shown = path
                    .strip_prefix(folder)
                    .unwrap_or(&path)
                    .display()
                    .to_string();
                found.push((shown, fs::metadata(&path)?.len()));
            }
        }
    }
    found.sort();
    Ok(found)
}

fn is_current(target: &Path, key: &str) -> bool {
    let read = || -> Option<bool> {
        let cache: Value = serde_json::from_slice(&fs::read(target.join(CACHE)).ok()?).ok()?;
        let made = outputs(target).ok()?;
        Some(cache.get("key")? == key && *cache.get("outputs")? == json!(made))
    };
    read().unwrap_or(false)
}
