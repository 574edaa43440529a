//! Corrected copies of records; the originals are only read.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::report::{MakeError, pretty, write};
use crate::records::container::{
    Entry, InputError, Item, Limits, SetAside, SetAsideKind, read_inputs,
};
use crate::records::xiangqi::{Reject, parse};
use crate::replay::{Outcome, RULESET, Reason, Replayed, replay};
use crate::report::csv;

/// What was copied.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RelabelSummary {
    /// Records copied.
    pub records: u64,
    /// Copies whose label changed.
    pub relabelled: u64,
    /// Changed copies by cause.
    pub causes: BTreeMap<&'static str, u64>,
    /// Unusable documents.
    pub broken: u64,
    /// Documents of other kinds.
    pub not_records: u64,
}

/// Why relabelling stopped.
#[derive(Debug, Error)]
pub enum RelabelError {
    /// An input cannot be read at all.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A copy cannot be written.
    #[error(transparent)]
    Write(#[from] MakeError),
    /// The user asked to stop.
    #[error("interrupted; no copy was left in place, run the same command again")]
    Interrupted,
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
) -> Result<RelabelSummary, RelabelError> {
    let mut work = Work {
        folder: folder.to_owned(),
        ..Work::default()
    };
    csv::record(
        &mut work.changes,
        ["source", "line", "copy", "causes", "field", "from", "to"],
    );
    csv::record(&mut work.set_aside, ["source", "line", "kind", "reason"]);
    let mut failed = None;
    read_inputs(inputs, &Limits::default(), &mut |item| {
        if let Err(error) = work.take(item) {
            failed = Some(error);
        }
        if failed.is_some() || stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    if stop.load(Ordering::Relaxed) {
        return Err(RelabelError::Interrupted);
    }
    write(&folder.join("relabelled.csv"), work.changes.as_bytes())?;
    write(&folder.join("set_aside.csv"), work.set_aside.as_bytes())?;
    let summary = work.summary;
    let manifest = json!({
        "recount": env!("CARGO_PKG_VERSION"),
        "ruleset": RULESET,
        "inputs": work.inputs,
        "records": summary.records,
        "relabelled": summary.relabelled,
        "broken": summary.broken,
        "not_records": summary.not_records,
    });
    write(&folder.join("manifest.json"), pretty(&manifest).as_bytes())?;
    Ok(summary)
}

#[derive(Default)]
struct Work {
    folder: PathBuf,
    used: BTreeSet<PathBuf>,
    changes: String,
    set_aside: String,
    inputs: Vec<Value>,
    summary: RelabelSummary,
}

/// A field that differs in the copy.
struct Change {
    field: &'static str,
    from: Value,
    to: Value,
}

impl Work {
    fn take(&mut self, item: Item) -> Result<(), MakeError> {
        match item {
            Item::InputDone(input) => {
                self.inputs.push(
                    json!({"path": input.path, "bytes": input.bytes, "sha256": input.sha256}),
                );
            }
            Item::SetAside(aside) => self.note_aside(&aside),
            Item::Entry(entry) => match corrected(&entry) {
                Ok(copy) => self.write_copy(&entry, copy)?,
                Err(reject) => {
                    let (kind, reason) = match reject {
                        Reject::NotARecord(reason) => (SetAsideKind::NotARecord, reason),
                        Reject::Broken(reason) => (SetAsideKind::Broken, reason),
                    };
                    self.note_aside(&SetAside {
                        source: entry.source,
                        line: entry.line,
                        kind,
                        reason,
                    });
                }
            },
        }
        Ok(())
    }

    fn note_aside(&mut self, aside: &SetAside) {
        let kind = match aside.kind {
            SetAsideKind::Broken => {
                self.summary.broken += 1;
                "broken"
            }
            SetAsideKind::NotARecord => {
                self.summary.not_records += 1;
                "not_a_record"
            }
        };
        let line = aside.line.map_or_else(String::new, |line| line.to_string());
        csv::record(
            &mut self.set_aside,
            [aside.source.as_str(), &line, kind, &aside.reason],
        );
    }

    fn write_copy(&mut self, entry: &Entry, copy: Copy) -> Result<(), MakeError> {
        // A folder of their own, so that no copy can take the place of a summary.
        let path = Path::new("records").join(self.free_path(entry));
        write(&self.folder.join(&path), pretty(&copy.record).as_bytes())?;
        self.summary.records += 1;
        self.summary.relabelled += u64::from(!copy.causes.is_empty());
        for cause in &copy.causes {
            *self.summary.causes.entry(cause).or_default() += 1;
        }
        let line = entry.line.map_or_else(String::new, |line| line.to_string());
        let shown = path.display().to_string();
        for change in copy.changes {
            let (from, to) = (change.from.to_string(), change.to.to_string());
            csv::record(
                &mut self.changes,
                [
                    &entry.source,
                    &line,
                    &shown,
                    &copy.causes.join("+"),
                    change.field,
                    &from,
                    &to,
                ],
            );
        }
        Ok(())
    }

    /// A path inside the folder that no other copy has.
    fn free_path(&mut self, entry: &Entry) -> PathBuf {
        let mut stem: PathBuf = entry
            .source
            .split(['/', '\\', '!'])
            .filter(|part| !part.is_empty() && *part != "." && *part != "..")
            .map(safe_name)
            .collect();
        let name = stem
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        let name = [".gz", ".zst"].iter().fold(name.as_str(), |name, end| {
            name.strip_suffix(end).unwrap_or(name)
        });
        let name = [".jsonl", ".json"]
            .iter()
            .fold(name, |name, end| name.strip_suffix(end).unwrap_or(name));
        let name = match entry.line {
            Some(line) => format!("{name}.line{line}"),
            None => name.to_owned(),
        };
        stem.pop();
        let mut path = stem.join(format!("{name}.json"));
        let mut again = 1;
        while !self.used.insert(path.clone()) {
            again += 1;
            path = stem.join(format!("{name}.{again}.json"));
        }
        path
    }
}

/// A path component of letters, digits, `-`, `_`, `=` and dots after the first character.
fn safe_name(part: &str) -> String {
    let mut out = String::new();
    for byte in part.bytes().take(120) {
        let plain = byte.is_ascii_alphanumeric()
            || b"-_=".contains(&byte)
            || (byte == b'.' && !out.is_empty());
        if plain {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

struct Copy {
    record: Value,
    causes: Vec<&'static str>,
    changes: Vec<Change>,
}

fn corrected(entry: &Entry) -> Result<Copy, Reject> {
    let trial = parse(&entry.bytes)?;
    let replayed = replay(&trial)?;
    let mut record: Value = serde_json::from_slice(&entry.bytes)
        .map_err(|e| Reject::Broken(format!("not valid JSON: {e}")))?;
    // Only a scored trial has a verdict to correct.
    let (changes, causes) = if replayed.exclusion.is_none() {
        let causes = replayed.causes.iter().map(|cause| cause.name()).collect();
        (apply(&mut record, &replayed), causes)
    } else {
        (Vec::new(), Vec::new())
    };
    let sha256: String = Sha256::digest(&entry.bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let listed: Vec<Value> = changes
        .iter()
        .map(|change| json!({"field": change.field, "from": change.from, "to": change.to}))
        .collect();
    record["relabel"] = json!({
        "ruleset": RULESET,
        "source": entry.source,
        "line": entry.line,
        "record_sha256": sha256,
        "causes": causes,
        "changed": listed,
        "proof_ply": replayed.plies.len(),
        "exclusion": replayed.exclusion.map(crate::replay::Exclusion::name),
        "unlabelled": replayed.label.err().map(crate::replay::NoLabel::name),
    });
    Ok(Copy {
        record,
        causes,
        changes,
    })
}

/// Writes the replayed label into the record, in the benchmark's words.
fn apply(record: &mut Value, replayed: &Replayed) -> Vec<Change> {
    let Ok(label) = &replayed.label else {
        return Vec::new();
    };
    let mut changes = Vec::new();
    if replayed.causes.is_empty() {
        return changes;
    }
    let outcome = match label.outcome {
        Outcome::Win => "challenger_win",
        Outcome::Loss => "challenger_loss",
        Outcome::Draw => "draw",
        Outcome::TurnCap => "turn_cap",
    };
    let archived = record["endgame"]["termination_reason"].clone();
    // The cap has no reason word, and a forfeit keeps its own spelling.
    let reason = if label.reason == Reason::TurnCap || !label.reason.on_board() {
        archived
    } else {
        json!(label.reason.name())
    };
    let winner = json!(label.winner_name());
    let endgame = [
        ("endgame.outcome", "outcome", json!(outcome)),
        (
            "endgame.termination_reason",
            "termination_reason",
            reason.clone(),
        ),
        ("endgame.winner", "winner", winner.clone()),
        ("endgame.plies", "plies", json!(replayed.plies.len())),
    ];
    for (field, key, to) in endgame {
        set(&mut record["endgame"][key], field, to, &mut changes);
    }
    if record["result"].is_object() {
        set(
            &mut record["result"]["winner"],
            "result.winner",
            winner,
            &mut changes,
        );
        set(
            &mut record["result"]["reason"],
            "result.reason",
            reason,
            &mut changes,
        );
    }
    if replayed.synthetic {
        let moves: Vec<String> = replayed
            .plies
            .iter()
            .map(|ply| ply.mv.to_string())
            .collect();
        set(&mut record["moves"], "moves", json!(moves), &mut changes);
    }
    changes
}

fn set(slot: &mut Value, field: &'static str, to: Value, changes: &mut Vec<Change>) {
    if *slot != to {
        let from = std::mem::replace(slot, to.clone());
        changes.push(Change { field, from, to });
    }
}
