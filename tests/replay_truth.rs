//! The replay against archives whose true moves, checks and ends are known.

#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "helpers of tests fail like tests, and a skipped one says so"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type};
use assert_cmd::Command;
use recount::tables::{self, Table, read_table};
use serde_json::{Value, json};

type Row = BTreeMap<&'static str, Value>;

/// An archive beside the project; `None`, with a word about it, when absent.
fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/archives")
        .join(name);
    if !path.exists() {
        eprintln!("SKIPPED: {} is absent", path.display());
        return None;
    }
    Some(path)
}

fn cell(column: &dyn Array, row: usize) -> Value {
    if column.is_null(row) {
        Value::Null
    } else if let Some(texts) = column.as_string_opt::<i32>() {
        json!(texts.value(row))
    } else if let Some(numbers) = column.as_primitive_opt::<Int64Type>() {
        json!(numbers.value(row))
    } else if let Some(flags) = column.as_boolean_opt() {
        json!(flags.value(row))
    } else {
        json!(column.as_primitive::<Float64Type>().value(row))
    }
}

fn rows(folder: &Path, table: &'static Table) -> Vec<Row> {
    let mut rows = Vec::new();
    for batch in read_table(folder, table).unwrap() {
        for row in 0..batch.num_rows() {
            let cells = table.columns.iter().zip(batch.columns());
            rows.push(
                cells
                    .map(|(column, cells)| (column.name, cell(cells.as_ref(), row)))
                    .collect(),
            );
        }
    }
    rows
}

/// The causes that the true label and the archived one call for.
fn expected_causes(truth: &Value, plies: &Value) -> BTreeSet<String> {
    let mut causes = BTreeSet::new();
    match (
        truth["archived_reason"].as_str(),
        truth["true_reason"].as_str(),
    ) {
        (Some("stalemate"), Some("checkmate")) => {
            causes.insert("check_flag".to_owned());
        }
        (Some("repetition"), Some("perpetual_check")) => {
            causes.insert("perpetual_check".to_owned());
        }
        _ => {}
    }
    if truth["archived_plies"] != *plies {
        causes.insert("synthetic_move".to_owned());
    }
    causes
}

fn common_name(reason: &Value) -> Value {
    match reason.as_str() {
        Some("forfeit_no_tool_call") => json!("forfeit_no_command"),
        Some("forfeit_action_budget_exhausted") => json!("forfeit_action_limit"),
        _ => reason.clone(),
    }
}

/// Outcome, reason and winner that the table must hold; `None` for a trial
/// that is not about chess skill and so must not be scored.
fn expected_label(truth: &Value) -> Option<[Value; 3]> {
    let reason = &truth["true_reason"];
    if reason == "api_skipped" {
        return None;
    }
    let outcome = match truth["true_outcome"].as_str()? {
        "challenger_win" => "win",
        "challenger_loss" => "loss",
        "draw" => "draw",
        "turn_cap" => return Some([json!("turn_cap"), json!("turn_cap"), Value::Null]),
        _ => return None,
    };
    Some([json!(outcome), common_name(reason), truth["winner"].clone()])
}

#[test]
fn every_record_replays_to_its_truth() {
    let Some(archive) = shared("xq-dev-small.tar.zst") else {
        return;
    };
    let truths = fs::read_to_string(archive.with_file_name("xq-dev-small.truth.jsonl")).unwrap();
    let temp = tempfile::tempdir().unwrap();
    let out = temp.path().join("tables");
    Command::cargo_bin("recount")
        .unwrap()
        .arg("tables")
        .arg(&archive)
        .arg("--out")
        .arg(&out)
        .assert()
        .success();

    let mut moves: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let mut checks: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for ply in rows(&out, &tables::plies::TABLE) {
        let trial = ply["trial_id"].as_str().unwrap();
        moves
            .entry(trial.to_owned())
            .or_default()
            .push(ply["move"].clone());
        checks
            .entry(trial.to_owned())
            .or_default()
            .push(ply["gives_check"].clone());
    }
    let mut trials: BTreeMap<String, Row> = BTreeMap::new();
    for trial in rows(&out, &tables::trials::TABLE) {
        let (_, path) = trial["source"]
            .as_str()
            .unwrap()
            .split_once("!dev-small/")
            .unwrap();
        let path = path.to_owned();
        assert!(
            trials.insert(path.clone(), trial).is_none(),
            "{path} is there twice"
        );
    }

    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for line in truths.lines() {
        let truth: Value = serde_json::from_str(line).unwrap();
        let path = truth["path"].as_str().unwrap();
        let trial = trials.remove(path);
        assert!(trial.is_some(), "no trial for {path}");
        let trial = trial.unwrap();
        let id = trial["trial_id"].as_str().unwrap();
        let list = |lists: &BTreeMap<String, Vec<Value>>| {
            json!(lists.get(id).cloned().unwrap_or_default())
        };
        assert_eq!(list(&moves), truth["clean_moves"], "moves of {path}");
        assert_eq!(list(&checks), truth["gives_check"], "checks of {path}");

        let Some(label) = expected_label(&truth) else {
            assert_eq!(trial["scored"], false, "{path} is scored");
            *seen.entry("not scored".to_owned()).or_default() += 1;
            continue;
        };
        let found = ["outcome", "reason", "winner"].map(|column| trial[column].clone());
        assert_eq!(found, label, "label of {path}");
        let aborted = truth["true_reason"] == "timeout";
        assert_eq!(trial["scored"], !aborted, "whether {path} is scored");
        if aborted {
            assert_eq!(trial["exclusion"], "timeout", "{path}");
        }

        let causes = trial["relabel_cause"].as_str().unwrap_or_default();
        let causes: BTreeSet<String> = causes
            .split('+')
            .filter(|cause| !cause.is_empty())
            .map(str::to_owned)
            .collect();
        assert_eq!(
            causes,
            expected_causes(&truth, &trial["plies"]),
            "causes of {path}"
        );
        for cause in causes {
            *seen.entry(cause).or_default() += 1;
        }
        *seen
            .entry(label[0].as_str().unwrap().to_owned())
            .or_default() += 1;
    }
    assert!(trials.is_empty(), "no truth for {:?}", trials.keys());
    // None of the comparisons above went without a case.
    for kind in [
        "win",
        "loss",
        "draw",
        "turn_cap",
        "not scored",
        "check_flag",
        "perpetual_check",
        "synthetic_move",
    ] {
        assert!(seen.contains_key(kind), "no {kind} among {seen:?}");
    }

    let discrepancies = rows(&out, &tables::discrepancies::TABLE);
    assert!(!discrepancies.is_empty());
    for item in discrepancies {
        assert_ne!(item["cause"], "other", "{item:?}");
    }
}

#[test]
fn real_records_leave_nothing_unexplained() {
    let Some(archive) = shared("xq-real-10.tar.gz") else {
        return;
    };
    let run = Command::cargo_bin("recount")
        .unwrap()
        .args(["audit", "--json", "--strict"])
        .arg(&archive)
        .assert()
        .code(0);
    let audit: Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    assert_eq!(audit["archive"]["records"], 10);
    assert_eq!(audit["archive"]["broken"], 0);
    assert_eq!(audit["unexplained"], 0);
    let compare = audit["compare"].as_object().unwrap();
    for (kind, counts) in compare {
        assert_eq!(counts["mismatch"], 0, "{kind}");
    }
    let compared: u64 = compare
        .values()
        .filter_map(|counts| counts["n"].as_u64())
        .sum();
    assert!(compared > 0, "nothing was compared");
}
