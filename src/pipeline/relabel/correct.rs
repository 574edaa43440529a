//! One corrected copy.

use serde_json::value::RawValue;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::edit::{Change, Document};
use crate::records::container::Entry;
use crate::records::xiangqi::{Archived, Reject, Trial, parse};
use crate::replay::{Exclusion, Label, NoLabel, Outcome, RULESET, Reason, Replayed, replay};

/// A copy and what is different in it.
pub(super) struct Copy {
    pub(super) text: String,
    pub(super) causes: Vec<&'static str>,
    pub(super) changes: Vec<Change>,
}

/// What the copy says of itself under `relabel`.
#[derive(serde::Serialize)]
struct Note<'a> {
    ruleset: &'static str,
    source: &'a str,
    line: Option<u64>,
    record_sha256: String,
    causes: &'a [&'static str],
    changed: Vec<Value>,
    proof_ply: usize,
    exclusion: Option<&'static str>,
    unlabelled: Option<&'static str>,
    /// The block of an earlier correction, as it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    earlier: Option<&'a RawValue>,
}

/// The record with its replayed label: what states another label is replaced,
/// everything else keeps its bytes, and a `relabel` block says what changed.
pub(super) fn corrected(entry: &Entry) -> Result<Copy, Reject> {
    let trial = parse(&entry.bytes)?;
    let replayed = replay(&trial)?;
    let text = std::str::from_utf8(&entry.bytes)
        .map_err(|error| Reject::Broken(format!("cannot be copied: {error}")))?;
    let mut document = Document::new(text);
    let mut causes = Vec::new();
    let mut changes = Vec::new();
    // Only a scored trial has a verdict to correct.
    if let (None, Ok(label)) = (replayed.exclusion, &replayed.label) {
        causes.extend(replayed.causes.iter().map(|cause| cause.name()));
        changes = state(&mut document, &trial, label, &replayed);
    }
    let earlier = document.get(&["relabel"]);
    let sha256: String = Sha256::digest(&entry.bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let note = Note {
        ruleset: RULESET,
        source: &entry.source,
        line: entry.line,
        record_sha256: sha256,
        causes: &causes,
        changed: changes
            .iter()
            .map(|change| json!({"field": change.field, "from": change.from, "to": change.to}))
            .collect(),
        proof_ply: replayed.plies.len(),
        exclusion: replayed.exclusion.map(Exclusion::name),
        unlabelled: replayed.label.err().map(NoLabel::name),
        earlier: earlier.and_then(|raw| serde_json::from_str(raw).ok()),
    };
    let failed = |error| Reject::Broken(format!("cannot be copied: {error}"));
    let note = serde_json::to_string(&note).map_err(failed)?;
    document.put(&["relabel"], note);
    Ok(Copy {
        text: document.finish(),
        causes,
        changes,
    })
}

/// Makes every stored statement of the verdict agree with the label. Other
/// spellings of the same verdict stay.
fn state(
    document: &mut Document<'_>,
    trial: &Trial<'_>,
    label: &Label,
    replayed: &Replayed,
) -> Vec<Change> {
    let mut changes = Vec::new();
    let text = |document: &Document<'_>, path: [&str; 2]| -> Option<String> {
        serde_json::from_str(document.get(&path)?).ok()
    };
    if !text(document, ["endgame", "outcome"]).is_some_and(|stored| same_outcome(&stored, label)) {
        let outcome = match label.outcome {
            Outcome::Win => "challenger_win",
            Outcome::Loss => "challenger_loss",
            Outcome::Draw => "draw",
            Outcome::TurnCap => "turn_cap",
        };
        changes.extend(document.set("endgame.outcome", json!(outcome)));
    }
    let places: &[(_, _, _, _)] = &[
        (
            "endgame",
            "termination_reason",
            "endgame.termination_reason",
            "endgame.winner",
        ),
        ("result", "reason", "result.reason", "result.winner"),
    ];
    for &(object, reason_key, reason_field, winner_field) in places {
        // `result` is a second statement of the verdict; it is not invented.
        if object == "result" && document.get(&["result", "winner"]).is_none() {
            continue;
        }
        let reason = text(document, [object, reason_key]);
        // The cap has no word of its own, and a forfeit keeps its spelling.
        if label.reason.on_board() && !same_reason(trial, reason.as_deref(), label) {
            changes.extend(document.set(reason_field, json!(label.reason.name())));
        }
        let winner = text(document, [object, "winner"]).map(|winner| winner.to_lowercase());
        if winner.as_deref().filter(|winner| !winner.is_empty()) != label.winner_name() {
            changes.extend(document.set(winner_field, json!(label.winner_name())));
        }
    }
    let plies = replayed.plies.len();
    if trial
        .archived
        .plies
        .is_some_and(|stored| usize::try_from(stored) != Ok(plies))
    {
        changes.extend(document.set("endgame.plies", json!(plies)));
    }
    if replayed.synthetic {
        let moves: Vec<String> = replayed
            .plies
            .iter()
            .map(|ply| ply.mv.to_string())
            .collect();
        changes.extend(document.set("moves", json!(moves)));
    }
    changes
}

fn same_outcome(stored: &str, label: &Label) -> bool {
    let stored = stored.trim().to_lowercase();
    let name = label.outcome.name();
    stored == name || stored.strip_prefix("challenger_") == Some(name)
}

fn same_reason(trial: &Trial<'_>, stored: Option<&str>, label: &Label) -> bool {
    let archived = Archived {
        reason: stored.map(std::borrow::Cow::Borrowed),
        outcome: None,
        ..trial.archived.clone()
    };
    Reason::archived(&archived) == Some(label.reason)
}
