//! Collecting through the binary: what it writes, what it replays, what it
//! refuses.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

fn recount() -> Command {
    Command::cargo_bin("recount").unwrap()
}

fn play(out: &Path, more: &[&str]) -> (bool, String) {
    let run = recount()
        .args([
            "play",
            "xiangqi",
            "--agent",
            "scripted:careful-searcher",
            "--cases",
            "2",
        ])
        .args([
            "--mode",
            "sighted,restricted",
            "--trials",
            "2",
            "--fixed-clock",
            "--out",
        ])
        .arg(out)
        .args(more)
        .output()
        .unwrap();
    (run.status.success(), String::from_utf8(run.stderr).unwrap())
}

fn records(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|end| end == "json") {
                let bytes = fs::read(&path).unwrap();
                found.push((path.strip_prefix(folder).unwrap().to_owned(), bytes));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn records_are_written_once_and_are_what_the_tool_reads() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("runs");
    let (fine, text) = play(&out, &[]);
    assert!(fine && text.contains("8 played, 0 skipped"), "{text}");
    let (fine, text) = play(&out, &[]);
    assert!(fine && text.contains("8 were there, 0 played"), "{text}");

    let audit = recount()
        .args(["audit", "--json", "--strict"])
        .arg(&out)
        .output()
        .unwrap();
    let audit: Value = serde_json::from_slice(&audit.stdout).unwrap();
    assert_eq!(audit["archive"]["scored"], 8);
    assert_eq!(audit["unexplained"], 0);
    assert_eq!(audit["relabel.all"]["records"], 0);

    let verify = recount()
        .args(["play", "xiangqi", "--verify"])
        .arg(&out)
        .output()
        .unwrap();
    let text = String::from_utf8(verify.stdout).unwrap();
    assert_eq!(
        text.lines().last(),
        Some("8 records, 0 differ, 0 not replayable")
    );
}

#[test]
fn the_same_run_gives_the_same_bytes_whoever_works() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    assert!(play(&one, &["--workers", "1"]).0);
    assert!(play(&two, &["--workers", "3"]).0);
    assert_eq!(records(&one), records(&two));
    let (_, bytes) = records(&one).swap_remove(0);
    let record: Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(
        record["endgame"]["standard"], false,
        "our own prompt is not the benchmark's"
    );
}

#[test]
fn a_dry_run_counts_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("runs");
    let run = recount()
        .args([
            "play",
            "xiangqi",
            "--agent",
            "scripted:guesser",
            "--dry-run",
            "--out",
        ])
        .arg(&out)
        .output()
        .unwrap();
    let text = String::from_utf8(run.stdout).unwrap();
    assert!(text.contains("trials planned     357"), "{text}");
    // Twenty turns of thirteen replies a trial.
    assert!(text.contains("92820 at most"), "{text}");
    assert!(!out.exists());
}

#[test]
fn what_cannot_be_played_is_said() {
    let folder = tempfile::tempdir().unwrap();
    for (more, wanted) in [
        (
            &["--defender", "pikafish"][..],
            "expected builtin, rule, or uci:PATH",
        ),
        (&["--prompt", "/no/such/prompt"][..], "/no/such/prompt"),
        (
            &["--defender", "uci:/no/such/engine"][..],
            "/no/such/engine",
        ),
    ] {
        let (fine, text) = play(&folder.path().join("runs"), more);
        assert!(!fine && text.contains(wanted), "{more:?}: {text}");
    }
}
