//! The shared archives against the official tool, and relabelled copies.
//!
//! These need `../shared`; without it they say so and pass.

#![expect(
    clippy::print_stderr,
    clippy::expect_used,
    reason = "a test that panics has failed, and a skipped one says so"
)]

use std::path::{Path, PathBuf};

use assert_cmd::Command;
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
