//! Archived trials through our environment, and what it says of tampered ones.

#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "helpers of tests fail like tests, and say what they skip"
)]

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::{Value, json};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn verify(archive: &Path) -> (bool, String) {
    let run = Command::cargo_bin("recount")
        .unwrap()
        .args(["play", "xiangqi", "--verify"])
        .arg(archive)
        .output()
        .unwrap();
    (run.status.success(), String::from_utf8(run.stdout).unwrap())
}

/// The first records of the sample.
fn sample(count: usize) -> Vec<Value> {
    let path = root().join("data/archives/xiangqi-sample.jsonl.zst");
    let mut text = String::new();
    let file = fs::File::open(path).unwrap();
    let mut reader = zstd::stream::read::Decoder::new(file)
        .unwrap()
        .take(40 << 20);
    reader.read_to_string(&mut text).unwrap();
    text.lines()
        .take(count)
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn verify_one(record: &Value) -> (bool, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("record.json");
    fs::write(&path, record.to_string()).unwrap();
    verify(&path)
}

/// A record whose agent moved, and the index of the message that says so.
fn moved() -> (Value, usize) {
    sample(40)
        .into_iter()
        .find_map(|record| {
            let messages = record["per_player_messages"]["red"].as_array()?;
            let at = messages.iter().position(|message| {
                message["role"] == "user"
                    && message["content"]
                        .as_str()
                        .unwrap()
                        .starts_with("Move executed:")
            })?;
            (record["endgame"]["plies"].as_u64()? > 2).then(|| (record.clone(), at))
        })
        .unwrap()
}

#[test]
fn archived_trials_come_out_as_archived() {
    let mut archives = vec![root().join("data/archives/xiangqi-sample.jsonl.zst")];
    for name in ["xq-real-10.tar.gz", "xq-dev-small.tar.zst"] {
        let path = root().join("../shared/archives").join(name);
        if path.exists() {
            archives.push(path);
        } else {
            eprintln!("SKIPPED: {} is absent", path.display());
        }
    }
    for archive in archives {
        let (fine, text) = verify(&archive);
        let last = text.lines().last().unwrap();
        assert!(
            fine && last.contains(" 0 differ, 0 not replayable"),
            "{last}"
        );
        assert!(!last.starts_with("0 records"), "{last}");
    }
}

#[test]
fn a_changed_message_is_found_where_it_is() {
    let (mut record, at) = moved();
    let content = &mut record["per_player_messages"]["red"][at]["content"];
    *content = json!(content.as_str().unwrap().replace("Material", "Materiel"));
    let (fine, text) = verify_one(&record);
    assert!(!fine);
    assert!(
        text.contains(&format!("differs at message {at} (user)")),
        "{text}"
    );
    assert!(
        text.ends_with("1 records, 1 differ, 0 not replayable\n"),
        "{text}"
    );
}

#[test]
fn another_verdict_is_found() {
    for (key, value) in [
        ("outcome", json!("draw")),
        ("winner", json!("draw")),
        ("termination_reason", json!("resignation?")),
    ] {
        let (mut record, _) = moved();
        record["endgame"][key] = value;
        let (fine, text) = verify_one(&record);
        assert!(!fine && text.contains("1 differ"), "{key}: {text}");
    }
}

#[test]
fn another_reply_or_move_is_found() {
    let (mut record, at) = moved();
    record["per_player_messages"]["red"][at - 1]["content"] = json!("```\nresign\n```");
    assert!(!verify_one(&record).0);
    let (mut record, _) = moved();
    record["moves"][1] = json!("a0a0");
    assert!(!verify_one(&record).0);
    let (mut record, _) = moved();
    record["moves"].as_array_mut().unwrap().pop();
    assert!(!verify_one(&record).0);
}

#[test]
fn a_setting_nobody_knows_is_not_replayable() {
    let (mut record, _) = moved();
    record["endgame"]["setting"] = json!("repl-telepathy");
    let (fine, text) = verify_one(&record);
    assert!(
        fine && text.contains("not replayable: unknown setting repl-telepathy"),
        "{text}"
    );
}
