//! From archives to tables: read, replay in parallel, write in order.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};
use thiserror::Error;
use tracing::debug;

use super::stream::{StreamError, guarded, set_aside, stream};
use crate::records::container::{Entry, InputDigest, Item, SetAside, SetAsideKind};
use crate::records::regent::{Record, is_regent_record};
use crate::records::xiangqi::{Reject, Trial, parse};
use crate::replay::regent::{self, replay_document};
use crate::replay::{RULESET, Replayed, Tally, replay};
use crate::tables::regent::RegentBatches;
use crate::tables::{
    self, Batch, Layout, Partition, Selection, TableError, TableWriter, TrialBatches, trial_id,
};

/// What to read and how to write it.
#[derive(Debug, Clone)]
pub struct IngestOptions {
    /// Files and folders.
    pub inputs: Vec<PathBuf>,
    /// Flat or partitioned tables.
    pub layout: Layout,
    /// Scored trials selected per model, setting and case.
    pub per_cell: usize,
}

/// What was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IngestSummary {
    /// Input files with size and SHA-256.
    pub inputs: Vec<InputDigest>,
    /// Records of either game.
    pub records: u64,
    /// Documents that should have been records and are not usable.
    pub broken: u64,
    /// Documents of other kinds.
    pub not_records: u64,
    /// The first few that were set aside: place and reason.
    pub examples: Vec<String>,
}

impl IngestSummary {
    /// The inputs as manifests list them.
    #[must_use]
    pub fn input_list(&self) -> Vec<Value> {
        let inputs = self.inputs.iter();
        inputs
            .map(|input| json!({"path": input.path, "bytes": input.bytes, "sha256": input.sha256}))
            .collect()
    }
}

/// Why ingestion stopped.
#[derive(Debug, Error)]
pub enum IngestError {
    /// The records cannot be read.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// A table cannot be written.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Reads every record of `options.inputs` and writes the tables into `folder`.
///
/// # Errors
///
/// When an input path does not exist, the tables cannot be written, or `stop`
/// becomes true. Broken documents are no error: they are counted and listed in
/// the `set_aside` table.
pub fn ingest(
    options: &IngestOptions,
    folder: &Path,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<IngestSummary, IngestError> {
    let provisional = folder.join("provisional");
    let mut writer = TableWriter::create(folder)?;
    let mut trials = TableWriter::create(&provisional)?;
    let mut whole = Whole::new(options.per_cell);
    stream(
        &options.inputs,
        stop,
        |items| process(items, options.layout),
        |chunk| -> Result<(), IngestError> {
            whole.append(chunk, &mut writer, &mut trials)?;
            progress(whole.summary.records);
            Ok(())
        },
    )?;
    trials.finish(&[&tables::trials::TABLE])?;
    whole.finish(&mut writer)?;
    let others: Vec<_> = tables::ALL
        .into_iter()
        .filter(|table| table.name != "trials")
        .collect();
    writer.finish(&others)?;
    let ranks = whole.selection.ranks();
    tables::select_trials(&provisional, folder, options.layout, &ranks)?;
    std::fs::remove_dir_all(&provisional).map_err(|error| TableError::Io {
        path: provisional.display().to_string(),
        error,
    })?;
    write_manifest(options, &whole.summary, folder)?;
    Ok(whole.summary)
}

/// Name of the file beside the tables that says what they were made from.
pub(super) const MANIFEST: &str = "manifest.json";

fn write_manifest(
    options: &IngestOptions,
    summary: &IngestSummary,
    folder: &Path,
) -> Result<(), TableError> {
    let path = folder.join(MANIFEST);
    let manifest = json!({
        "recount": env!("CARGO_PKG_VERSION"),
        "ruleset": RULESET,
        "per_cell": options.per_cell,
        "inputs": summary.input_list(),
        "records": summary.records,
        "broken": summary.broken,
        "not_records": summary.not_records,
    });
    std::fs::write(&path, format!("{manifest:#}\n")).map_err(|error| TableError::Io {
        path: path.display().to_string(),
        error,
    })
}

/// What a worker makes of a few documents.
#[derive(Default)]
struct ChunkResult {
    batches: BTreeMap<Partition, TrialBatches>,
    offers: Vec<Offer>,
    cases: tables::cases::Cases,
    tally: Tally,
    regent: RegentBatches,
    regent_tally: regent::Tally,
    records: u64,
    set_aside: Vec<SetAside>,
    inputs: Vec<InputDigest>,
}

/// A scored trial, for the selection.
struct Offer {
    cell: (String, String, String),
    started_at: Option<f64>,
    place: (String, Option<u64>),
    id: String,
}

fn process(items: &[Item], layout: Layout) -> ChunkResult {
    let mut result = ChunkResult::default();
    for item in items {
        match item {
            Item::Entry(entry) => {
                if let Err(reject) = result.take_in(entry, layout) {
                    result.set_aside.push(set_aside(entry, reject));
                }
            }
            Item::SetAside(aside) => result.set_aside.push(aside.clone()),
            Item::InputDone(digest) => {
                debug!("{}: {} bytes read", digest.path, digest.bytes);
                result.inputs.push(digest.clone());
            }
        }
    }
    result
}

/// A record of either game, replayed.
enum Document<'a> {
    Xiangqi(Box<Trial<'a>>, Box<Replayed>),
    Regent(Box<Record>, Box<regent::Replayed>),
}

/// Tells the game by the content: `format` names Regent Chess, a xiangqi trial
/// has an `endgame` object.
fn read_document(bytes: &[u8]) -> Result<Document<'_>, Reject> {
    let read_regent = || {
        let (record, replayed) = replay_document(bytes)?;
        Ok(Document::Regent(Box::new(record), Box::new(replayed)))
    };
    if is_regent_record(bytes) {
        return read_regent();
    }
    match parse(bytes) {
        Ok(trial) => {
            let replayed = replay(&trial)?;
            Ok(Document::Xiangqi(Box::new(trial), Box::new(replayed)))
        }
        // The quick look may have missed a `format` far down.
        Err(Reject::NotARecord(reason)) => match read_regent() {
            Err(Reject::NotARecord(_)) => Err(Reject::NotARecord(reason)),
            other => other,
        },
        Err(broken) => Err(broken),
    }
}

impl ChunkResult {
    fn take_in(&mut self, entry: &Entry, layout: Layout) -> Result<(), Reject> {
        match guarded(|| read_document(&entry.bytes))? {
            Document::Xiangqi(trial, replayed) => {
                self.take_trial(entry, layout, &trial, &replayed);
            }
            Document::Regent(record, replayed) => {
                let id = trial_id(&entry.source, entry.line);
                let place = (entry.source.as_str(), entry.line);
                self.regent.push(&id, place, &record, &replayed);
                self.regent_tally.add(&replayed.comparison().tally);
            }
        }
        self.records += 1;
        Ok(())
    }

    fn take_trial(
        &mut self,
        entry: &Entry,
        layout: Layout,
        trial: &Trial<'_>,
        replayed: &Replayed,
    ) {
        let id = trial_id(&entry.source, entry.line);
        let (setting, model) = (trial.setting.id().to_owned(), trial.model.to_string());
        let partition = (layout == Layout::Partitioned).then(|| (setting.clone(), model.clone()));
        self.batches.entry(partition).or_default().push(
            &id,
            (&entry.source, entry.line),
            trial,
            replayed,
        );
        if let Some(start) = replayed.positions.first() {
            self.cases.note(trial, start);
        }
        self.tally.add(&replayed.tally);
        if replayed.exclusion.is_none() {
            self.offers.push(Offer {
                cell: (model, setting, trial.case.id.to_string()),
                started_at: trial.started_at,
                place: (entry.source.clone(), entry.line),
                id,
            });
        }
    }
}

/// What is known only over all chunks.
struct Whole {
    selection: Selection,
    cases: tables::cases::Cases,
    tally: Tally,
    regent_tally: regent::Tally,
    summary: IngestSummary,
    set_aside: Batch,
}

/// Places shown in the summary.
const EXAMPLES: usize = 5;

impl Whole {
    fn new(per_cell: usize) -> Self {
        Self {
            selection: Selection::new(per_cell),
            cases: tables::cases::Cases::default(),
            tally: Tally::default(),
            regent_tally: regent::Tally::default(),
            summary: IngestSummary::default(),
            set_aside: Batch::new(&tables::set_aside::TABLE),
        }
    }

    fn append(
        &mut self,
        chunk: ChunkResult,
        writer: &mut TableWriter,
        trials: &mut TableWriter,
    ) -> Result<(), TableError> {
        for (partition, batches) in chunk.batches {
            for (table, rows) in batches.finish()? {
                if table.name == tables::trials::TABLE.name {
                    trials.append(table, &None, &rows)?;
                } else {
                    writer.append(table, &partition, &rows)?;
                }
            }
        }
        if chunk.regent.records() > 0 {
            for (table, rows) in chunk.regent.finish()? {
                writer.append(table, &None, &rows)?;
            }
        }
        for offer in &chunk.offers {
            let (model, setting, case) = &offer.cell;
            let (source, line) = &offer.place;
            self.selection.offer(
                (model, setting, case),
                offer.started_at,
                (source, *line),
                &offer.id,
            );
        }
        self.cases.merge(chunk.cases);
        self.tally.add(&chunk.tally);
        self.regent_tally.add(&chunk.regent_tally);
        self.summary.records += chunk.records;
        self.summary.inputs.extend(chunk.inputs);
        for aside in chunk.set_aside {
            self.note_aside(&aside);
        }
        if self.set_aside.rows() >= 8192 {
            let rows = self.set_aside.finish()?;
            writer.append(&tables::set_aside::TABLE, &None, &rows)?;
        }
        Ok(())
    }

    fn note_aside(&mut self, aside: &SetAside) {
        let kind = match aside.kind {
            SetAsideKind::Broken => {
                self.summary.broken += 1;
                if self.summary.examples.len() < EXAMPLES {
                    let line = aside
                        .line
                        .map(|line| format!(", line {line}"))
                        .unwrap_or_default();
                    self.summary
                        .examples
                        .push(format!("{}{line}: {}", aside.source, aside.reason));
                }
                "broken"
            }
            SetAsideKind::NotARecord => {
                self.summary.not_records += 1;
                "not_a_record"
            }
        };
        tables::set_aside::push(
            &mut self.set_aside,
            &aside.source,
            aside.line,
            kind,
            &aside.reason,
        );
    }

    fn finish(&mut self, writer: &mut TableWriter) -> Result<(), TableError> {
        let rows = self.set_aside.finish()?;
        writer.append(&tables::set_aside::TABLE, &None, &rows)?;
        let mut cases = Batch::new(&tables::cases::TABLE);
        self.cases.fill(&mut cases);
        writer.append(&tables::cases::TABLE, &None, &cases.finish()?)?;
        let mut comparisons = Batch::new(&tables::comparisons::TABLE);
        tables::comparisons::fill(&mut comparisons, &self.tally);
        writer.append(&tables::comparisons::TABLE, &None, &comparisons.finish()?)?;
        let table = &tables::regent::comparisons::TABLE;
        let mut comparisons = Batch::new(table);
        tables::regent::comparisons::fill(&mut comparisons, &self.regent_tally);
        writer.append(table, &None, &comparisons.finish()?)
    }
}
