//! Interrupted, killed, or out of disk: never an output that looks complete,
//! and the next run finishes the job.

#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "helpers of tests fail like tests, and say what they skip"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn archive() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/archives/xiangqi-sample.jsonl.zst")
}

fn recount() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin!("recount"))
}

fn start(out: &Path) -> Child {
    recount()
        .arg("tables")
        .arg(archive())
        .arg("--out")
        .arg(out)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Starts a run and sends it a signal in mid-work: its output, or none when
/// the run was over first.
fn signalled(out: &Path, signal: &str) -> Option<Output> {
    for delay in [400, 150, 50, 10] {
        let child = start(out);
        sleep(Duration::from_millis(delay));
        let id = child.id().to_string();
        Command::new("kill").args([signal, &id]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        if !output.status.success() {
            return Some(output);
        }
        fs::remove_dir_all(out).unwrap();
    }
    None
}

fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().into(), fs::read(&path).unwrap()))
        .collect()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
    entries
        .map(|entry| name(entry).into_string().unwrap())
        .collect()
}

#[test]
fn ctrl_c_leaves_nothing_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let output = signalled(&out, "-INT").unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("interrupted"), "{text}");
    assert_eq!(names(folder.path()), Vec::<String>::new());
}

#[test]
fn after_a_kill_the_next_run_finishes_with_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    signalled(&out, "-KILL").unwrap();
    assert!(!out.exists(), "a killed run left its output in place");
    assert!(start(&out).wait_with_output().unwrap().status.success());
    assert_eq!(names(folder.path()), ["out"]);
    let other = folder.path().join("other");
    assert!(start(&other).wait_with_output().unwrap().status.success());
    assert_eq!(files(&out), files(&other));
}

#[test]
fn a_full_disk_is_named_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let disk = folder.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let script = format!(
        "mount -t tmpfs -o size=256k tmpfs '{disk}' || exit 77\n\
         '{recount}' tables '{archive}' --out '{disk}/out'\n\
         code=$?\nls -A '{disk}'\numount '{disk}'\nexit $code\n",
        disk = disk.display(),
        recount = assert_cmd::cargo::cargo_bin!("recount").display(),
        archive = archive().display(),
    );
    // As root the mount works as it is; elsewhere a namespace may allow it.
    let tries = [
        vec!["sh", "-c", &script],
        vec!["unshare", "-rm", "sh", "-c", &script],
    ];
    for words in tries {
        let Ok(output) = Command::new(words[0]).args(&words[1..]).output() else {
            continue;
        };
        if output.status.code() == Some(77) || output.status.code() == Some(127) {
            continue;
        }
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        if text.contains("unshare") {
            continue;
        }
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains("No space left"), "{text}");
        assert!(
            text.contains("/disk/"),
            "the message names no place: {text}"
        );
        assert_eq!(String::from_utf8_lossy(&output.stdout), "", "left behind");
        return;
    }
    eprintln!("SKIPPED: no small disk can be mounted here");
}
