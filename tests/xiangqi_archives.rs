//! The shared archives, replayed, against their truth and the official tool.
//!
//! These need `../shared`; without it they say so and pass.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that panics has failed"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use assert_cmd::Command;
use recount::tables::{self, read_table};
use serde_json::Value;

fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/archives")
        .join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!("SKIPPED: {} is absent", path.display());
    None
}

fn recount() -> Command {
    Command::cargo_bin("recount").expect("the binary is built")
}

fn tables_of(archive: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    recount()
        .arg("tables")
        .arg(archive)
        .arg("--out")
        .arg(folder.path().join("t"))
        .assert()
        .success();
    folder
}

/// Moves and check flags by trial id.
fn plies(folder: &Path) -> BTreeMap<String, (Vec<String>, Vec<bool>)> {
    let mut out: BTreeMap<String, (Vec<String>, Vec<bool>)> = BTreeMap::new();
    for batch in read_table(folder, &tables::plies::TABLE).unwrap() {
        let id = batch.column_by_name("trial_id").unwrap().as_string::<i32>();
        let mv = batch.column_by_name("move").unwrap().as_string::<i32>();
        let check = batch.column_by_name("gives_check").unwrap().as_boolean();
        for row in 0..batch.num_rows() {
            let slot = out.entry(id.value(row).to_owned()).or_default();
            slot.0.push(mv.value(row).to_owned());
            slot.1.push(check.value(row));
        }
    }
    out
}

fn strings(value: &Value) -> Vec<String> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|v| v.as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn every_label_move_and_check_flag_of_the_small_archive_is_the_truth() {
    let (Some(archive), Some(truth)) = (
        shared("xq-dev-small.tar.zst"),
        shared("xq-dev-small.truth.jsonl"),
    ) else {
        return;
    };
    let folder = tables_of(&archive);
    let folder = folder.path().join("t");
    let plies = plies(&folder);
    let mut trials: BTreeMap<String, BTreeMap<&str, Option<String>>> = BTreeMap::new();
    for batch in read_table(&folder, &tables::trials::TABLE).unwrap() {
        let text = |name: &str, row: usize| {
            let column = batch.column_by_name(name).unwrap();
            match column.as_string_opt::<i32>() {
                Some(column) => column.is_valid(row).then(|| column.value(row).to_owned()),
                None => {
                    let column = column.as_primitive::<Int64Type>();
                    column.is_valid(row).then(|| column.value(row).to_string())
                }
            }
        };
        for row in 0..batch.num_rows() {
            let source = text("source", row).unwrap();
            let path = source.split_once("!dev-small/").unwrap().1.to_owned();
            let names = [
                "trial_id",
                "outcome",
                "reason",
                "winner",
                "relabel_cause",
                "exclusion",
                "archived_reason",
                "archived_plies",
                "plies",
            ];
            trials.insert(
                path,
                names
                    .into_iter()
                    .map(|name| (name, text(name, row)))
                    .collect(),
            );
        }
    }
    let truth = std::fs::read_to_string(truth).unwrap();
    assert_eq!(truth.lines().count(), trials.len());
    for line in truth.lines() {
        let truth: Value = serde_json::from_str(line).unwrap();
        let path = truth["path"].as_str().unwrap();
        let trial = &trials[path];
        let (moves, checks) = plies
            .get(trial["trial_id"].as_ref().unwrap())
            .cloned()
            .unwrap_or_default();
        assert_eq!(moves, strings(&truth["clean_moves"]), "{path}");
        let flags: Vec<bool> = truth["gives_check"]
            .as_array()
            .unwrap()
            .iter()
            .map(|v| v.as_bool().unwrap())
            .collect();
        assert_eq!(checks, flags, "{path}");
        check_label(path, trial, &truth);
        check_causes(path, trial);
    }
}

fn check_label(path: &str, trial: &BTreeMap<&str, Option<String>>, truth: &Value) {
    let outcome = match truth["true_outcome"].as_str().unwrap() {
        "challenger_win" => "win",
        "challenger_loss" => "loss",
        "draw" => "draw",
        "turn_cap" => "turn_cap",
        _ => {
            return assert!(
                trial["exclusion"].is_some(),
                "{path} has no verdict and must not be scored"
            );
        }
    };
    if trial["exclusion"].as_deref() == Some("api_skipped") {
        return;
    }
    assert_eq!(trial["outcome"].as_deref(), Some(outcome), "{path}");
    let reason = match truth["true_reason"].as_str() {
        _ if outcome == "turn_cap" => "turn_cap",
        Some("forfeit_action_budget_exhausted") => "forfeit_action_limit",
        Some("forfeit_no_tool_call") => "forfeit_no_command",
        reason => reason.unwrap(),
    };
    assert_eq!(trial["reason"].as_deref(), Some(reason), "{path}");
    if outcome != "turn_cap" {
        assert_eq!(
            trial["winner"].as_deref(),
            truth["winner"].as_str(),
            "{path}"
        );
    }
}

fn check_causes(path: &str, trial: &BTreeMap<&str, Option<String>>) {
    if trial["exclusion"].is_some() {
        return;
    }
    let causes = trial["relabel_cause"].as_deref().unwrap_or_default();
    assert!(!causes.contains("other"), "{path}: {causes}");
    let pair = (
        trial["archived_reason"].as_deref(),
        trial["reason"].as_deref(),
    );
    assert_eq!(
        causes.contains("check_flag"),
        pair == (Some("stalemate"), Some("checkmate")),
        "{path}"
    );
    assert_eq!(
        causes.contains("perpetual_check"),
        pair == (Some("repetition"), Some("perpetual_check")),
        "{path}"
    );
    assert_eq!(
        causes.contains("synthetic_move"),
        trial["archived_plies"] != trial["plies"],
        "{path}"
    );
}

#[test]
fn the_real_records_are_confirmed_in_full() {
    let Some(archive) = shared("xq-real-10.tar.gz") else {
        return;
    };
    let output = recount()
        .args(["audit", "--json", "--strict"])
        .arg(archive)
        .assert()
        .success();
    let audit: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!(audit["archive"]["records"], 10);
    assert_eq!(audit["unexplained"], 0);
    for (kind, counts) in audit["compare"].as_object().unwrap() {
        assert_eq!(counts["mismatch"], 0, "{kind}");
    }
    assert_eq!(audit["compare"]["msg_fen"]["n"], 45);
}

/// pass@k, pass^k and their intervals equal the official tool's, digit by digit.
#[test]
fn estimates_of_the_release_records_equal_the_official_tool() {
    let (Some(archive), Some(official)) = (
        shared("xq-dev-small.tar.zst"),
        shared("xq-dev-small-release.official-score.json"),
    ) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut tar =
        tar::Archive::new(zstd::Decoder::new(std::fs::File::open(archive).unwrap()).unwrap());
    tar.unpack(folder.path()).unwrap();
    recount()
        .args(["run", "--archive"])
        .arg(folder.path().join("dev-small/release"))
        .arg("--out")
        .arg(folder.path().join("out"))
        .assert()
        .success();
    let numbers = std::fs::read(folder.path().join("out/xiangqibench/numbers.json")).unwrap();
    let numbers: Value = serde_json::from_slice(&numbers).unwrap();
    let official: Value = serde_json::from_slice(&std::fs::read(official).unwrap()).unwrap();
    let rows = official["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 20);
    for row in rows {
        let setting = recount::records::xiangqi::Setting::new(row["setting"].as_str().unwrap());
        let at = format!("{}.{}", setting.key(), row["model"].as_str().unwrap());
        for (ours, theirs) in [("pass_at", "pass_at_k"), ("pass_hat", "pass_hat_k")] {
            for k in ["1", "2", "3"] {
                let get =
                    |suffix: &str| numbers["numbers"][format!("{ours}_{k}.{at}{suffix}")].as_f64();
                let interval = &row[format!("{theirs}_95ci")][k];
                assert_eq!(get(""), row[theirs][k].as_f64(), "{ours}_{k}.{at}");
                assert_eq!(get(".lo"), interval[0].as_f64(), "{ours}_{k}.{at}.lo");
                assert_eq!(get(".hi"), interval[1].as_f64(), "{ours}_{k}.{at}.hi");
            }
        }
    }
}

/// Corrected copies carry labels that a second replay has nothing to add to.
#[test]
fn relabelled_copies_need_no_relabelling() {
    let Some(archive) = shared("xq-dev-small.tar.zst") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let copies = folder.path().join("copies");
    recount()
        .arg("relabel")
        .arg(archive)
        .arg("--out")
        .arg(&copies)
        .assert()
        .success();
    let changes = std::fs::read_to_string(copies.join("relabelled.csv")).unwrap();
    assert!(
        changes.lines().count() > 260,
        "every relabelled record has its rows"
    );
    let output = recount()
        .args(["audit", "--json"])
        .arg(&copies)
        .output()
        .unwrap();
    let audit: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(audit["archive"]["scored"], 702);
    assert_eq!(audit["relabel.all"]["records"], 0);
    assert_eq!(audit["archive"]["broken"], 0);
}
