//! Corrected copies of records; the originals are only read.

mod correct;
mod edit;
mod place;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};
use thiserror::Error;

use self::correct::{Copy, corrected};
use self::place::Places;
use super::report::{MakeError, pretty, write};
use super::stream::{StreamError, guarded, set_aside, stream};
use crate::records::container::{Entry, Item, SetAside, SetAsideKind};
use crate::replay::RULESET;
use crate::report::csv;

/// What was copied.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RelabelSummary {
    /// Records copied.
    pub records: u64,
    /// Copies with another label than the original.
    pub relabelled: u64,
    /// Copies whose label stands, where the record contradicted itself.
    pub reconciled: u64,
    /// Relabelled copies by cause.
    pub causes: BTreeMap<&'static str, u64>,
    /// Unusable documents.
    pub broken: u64,
    /// Documents of other kinds.
    pub not_records: u64,
    /// The first few unusable documents: place and reason.
    pub examples: Vec<String>,
}

/// Why relabelling stopped.
#[derive(Debug, Error)]
pub enum RelabelError {
    /// The records cannot be read.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// A copy cannot be written.
    #[error(transparent)]
    Write(#[from] MakeError),
}

/// Writes a corrected copy of every record of `inputs` into `folder`, with
/// `relabelled.csv` (every change), `set_aside.csv` and `manifest.json`.
///
/// # Errors
///
/// When an input path does not exist, a copy cannot be written, or `stop`
/// becomes true.
pub fn relabel(
    inputs: &[PathBuf],
    folder: &Path,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<RelabelSummary, RelabelError> {
    let mut work = Work::new(inputs, folder)?;
    stream(
        inputs,
        stop,
        process,
        |done: Vec<Done>| -> Result<(), RelabelError> {
            for one in done {
                work.take(one)?;
            }
            progress(work.summary.records);
            Ok(())
        },
    )?;
    Ok(work.finish()?)
}

/// One document after the parallel part.
enum Done {
    Copy(Entry, Copy),
    Aside(SetAside),
    Input(Value),
}

fn process(items: &[Item]) -> Vec<Done> {
    let one = |item: &Item| match item {
        Item::InputDone(input) => {
            Done::Input(json!({"path": input.path, "bytes": input.bytes, "sha256": input.sha256}))
        }
        Item::SetAside(aside) => Done::Aside(aside.clone()),
        Item::Entry(entry) => match guarded(|| corrected(entry)) {
            Ok(copy) => Done::Copy(
                Entry {
                    bytes: Vec::new(),
                    ..entry.clone()
                },
                copy,
            ),
            Err(reject) => Done::Aside(set_aside(entry, reject)),
        },
    };
    items.iter().map(one).collect()
}

/// Unusable documents that the summary names.
const EXAMPLES: usize = 5;

struct Work {
    folder: PathBuf,
    places: Places,
    changes: Sheet,
    set_aside: Sheet,
    inputs: Vec<Value>,
    summary: RelabelSummary,
}

impl Work {
    fn new(inputs: &[PathBuf], folder: &Path) -> Result<Self, MakeError> {
        Ok(Self {
            folder: folder.to_owned(),
            places: Places::new(inputs),
            changes: Sheet::create(
                folder.join("relabelled.csv"),
                ["source", "line", "copy", "causes", "field", "from", "to"],
            )?,
            set_aside: Sheet::create(
                folder.join("set_aside.csv"),
                ["source", "line", "kind", "reason"],
            )?,
            inputs: Vec::new(),
            summary: RelabelSummary::default(),
        })
    }

    fn take(&mut self, done: Done) -> Result<(), MakeError> {
        match done {
            Done::Input(input) => self.inputs.push(input),
            Done::Aside(aside) => self.note_aside(&aside)?,
            Done::Copy(entry, copy) => self.write_copy(&entry, &copy)?,
        }
        Ok(())
    }

    fn note_aside(&mut self, aside: &SetAside) -> Result<(), MakeError> {
        let kind = match aside.kind {
            SetAsideKind::Broken => {
                self.summary.broken += 1;
                if self.summary.examples.len() < EXAMPLES {
                    let example = format!("{}: {}", aside.source, aside.reason);
                    self.summary.examples.push(example);
                }
                "broken"
            }
            SetAsideKind::NotARecord => {
                self.summary.not_records += 1;
                "not_a_record"
            }
        };
        let line = aside.line.map_or_else(String::new, |line| line.to_string());
        self.set_aside
            .row([&aside.source, &line, kind, &aside.reason])
    }

    fn write_copy(&mut self, entry: &Entry, copy: &Copy) -> Result<(), MakeError> {
        let path = self.places.take(entry);
        write(&self.folder.join(&path), copy.text.as_bytes())?;
        self.summary.records += 1;
        if !copy.causes.is_empty() {
            self.summary.relabelled += 1;
        } else if !copy.changes.is_empty() {
            self.summary.reconciled += 1;
        }
        for cause in &copy.causes {
            *self.summary.causes.entry(cause).or_default() += 1;
        }
        let line = entry.line.map_or_else(String::new, |line| line.to_string());
        let (shown, causes) = (path.display().to_string(), copy.causes.join("+"));
        for change in &copy.changes {
            let (from, to) = (change.from.to_string(), change.to.to_string());
            let fields = [
                &entry.source,
                &line,
                &shown,
                &causes,
                change.field,
                &from,
                &to,
            ];
            self.changes.row(fields)?;
        }
        Ok(())
    }

    fn finish(self) -> Result<RelabelSummary, MakeError> {
        self.changes.finish()?;
        self.set_aside.finish()?;
        let summary = self.summary;
        let manifest = json!({
            "recount": env!("CARGO_PKG_VERSION"),
            "ruleset": RULESET,
            "inputs": self.inputs,
            "records": summary.records,
            "relabelled": summary.relabelled,
            "reconciled": summary.reconciled,
            "broken": summary.broken,
            "not_records": summary.not_records,
        });
        write(
            &self.folder.join("manifest.json"),
            pretty(&manifest).as_bytes(),
        )?;
        Ok(summary)
    }
}

/// A CSV file written row by row.
struct Sheet {
    path: PathBuf,
    file: BufWriter<File>,
}

impl Sheet {
    fn create<const N: usize>(path: PathBuf, header: [&str; N]) -> Result<Self, MakeError> {
        let file = File::create(&path).map_err(|error| MakeError::io(&path, error))?;
        let mut sheet = Self {
            path,
            file: BufWriter::new(file),
        };
        sheet.row(header)?;
        Ok(sheet)
    }

    fn row<const N: usize>(&mut self, fields: [&str; N]) -> Result<(), MakeError> {
        let mut row = String::new();
        csv::record(&mut row, fields);
        let written = self.file.write_all(row.as_bytes());
        written.map_err(|error| MakeError::io(&self.path, error))
    }

    fn finish(mut self) -> Result<(), MakeError> {
        let flushed: io::Result<()> = self.file.flush();
        flushed.map_err(|error| MakeError::io(&self.path, error))
    }
}
