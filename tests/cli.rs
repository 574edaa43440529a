//! The binary as a user meets it, on hand-made and damaged input.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that panics has failed"
)]

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::{Value, json};

fn recount() -> Command {
    Command::cargo_bin("recount").expect("the binary is built")
}

fn record(moves: &[&str], reason: &str) -> Value {
    json!({
        "endgame": {
            "case_id": "c1", "model": "m", "challenger": "red", "outcome": "challenger_win",
            "winner": "red", "termination_reason": reason, "plies": moves.len(),
            "started_at": 1.0, "setting": "repl-sighted",
            "case": {"id": "c1", "fen": "3k5/9/3R5/9/9/9/9/9/9/R3K4 b", "challenger": "red"},
        },
        "moves": moves,
    })
}

fn audit(folder: &Path) -> (i32, Value) {
    let output = recount()
        .args(["audit", "--json", "--strict"])
        .arg(folder)
        .output()
        .unwrap();
    let audit = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    (output.status.code().unwrap(), audit)
}

fn audit_of(documents: &[(&str, &str)]) -> (i32, Value) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in documents {
        fs::write(folder.path().join(name), text).unwrap();
    }
    audit(folder.path())
}

/// Two rooks mate on the last rank: one holds rank 8, the other comes to rank 9.
fn sound() -> String {
    let fen = "3k5/4R4/9/9/9/9/9/9/9/R3K4 w";
    let mut value = record(&["a0a9"], "checkmate");
    value["endgame"]["case"]["fen"] = json!(fen);
    value.to_string()
}

#[test]
fn a_sound_record_is_confirmed() {
    let (code, audit) = audit_of(&[("a.json", &sound())]);
    assert_eq!(audit["unexplained"], 0, "{audit}");
    assert_eq!(audit["archive"]["scored"], 1);
    assert_eq!(code, 0);
}

#[test]
fn damaged_documents_are_set_aside_and_the_rest_is_done() {
    let whole = sound();
    let mut no_case: Value = serde_json::from_str(&whole).unwrap();
    no_case["endgame"].as_object_mut().unwrap().remove("case");
    let mut bad_fen: Value = serde_json::from_str(&whole).unwrap();
    bad_fen["endgame"]["case"]["fen"] = json!("x".repeat(100_000));
    let mut bad_moves: Value = serde_json::from_str(&whole).unwrap();
    bad_moves["moves"] = json!(7);
    let mut bad_winner: Value = serde_json::from_str(&whole).unwrap();
    bad_winner["endgame"]["winner"] = json!({"red": true});
    let (code, audit) = audit_of(&[
        ("whole.json", &whole),
        ("truncated.json", &whole[..whole.len() / 2]),
        ("empty.json", ""),
        ("no_case.json", &no_case.to_string()),
        ("bad_fen.json", &bad_fen.to_string()),
        ("bad_moves.json", &bad_moves.to_string()),
        ("bad_winner.json", &bad_winner.to_string()),
        ("deep.json", &format!("{{\"x\":{}", "[".repeat(100_000))),
        ("index.json", "[1, 2]"),
        ("notes.txt", "hello"),
    ]);
    assert_eq!(audit["archive"]["records"], 1);
    assert_eq!(audit["archive"]["broken"], 7);
    assert_eq!(audit["archive"]["not_records"], 2);
    assert_eq!(code, 3);
}

#[test]
fn an_illegal_archived_move_has_no_label_but_a_row() {
    let mut value: Value = serde_json::from_str(&sound()).unwrap();
    value["moves"] = json!(["a0b5"]);
    let (code, audit) = audit_of(&[("a.json", &value.to_string())]);
    assert_eq!(audit["archive"]["records"], 1);
    assert_eq!(audit["excluded"]["illegal_archived_move"], 1);
    assert_eq!(code, 3);
}

#[test]
fn a_false_stalemate_is_relabelled_with_its_cause() {
    let value = sound().replace("\"checkmate\"", "\"stalemate\"");
    let (code, audit) = audit_of(&[("a.json", &value)]);
    assert_eq!(audit["relabel.all"]["check_flag"], 1);
    assert_eq!(audit["relabel.all"]["other"], 0);
    assert_eq!(code, 0);
}

#[test]
fn a_game_recorded_twice_counts_twice_and_is_named() {
    let (_, audit) = audit_of(&[("a.json", &sound()), ("b.json", &sound())]);
    assert_eq!(audit["archive"]["scored"], 2);
    assert_eq!(audit["archive"]["recorded_twice"], 1);
}

#[test]
fn an_empty_archive_is_no_error() {
    let (code, audit) = audit_of(&[]);
    assert_eq!(audit["archive"]["records"], 0);
    assert_eq!(code, 0);
}

#[test]
fn a_missing_path_is_named_and_wrong_usage_is_two() {
    let output = recount()
        .args(["audit", "/no/such/archive.tar"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/no/such/archive.tar"));
    assert_eq!(
        recount().arg("audit").output().unwrap().status.code(),
        Some(2)
    );
}

#[test]
fn a_folder_of_somebody_else_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.json"), sound()).unwrap();
    let mine = folder.path().join("mine");
    fs::create_dir(&mine).unwrap();
    fs::write(mine.join("thesis.txt"), "years of work").unwrap();
    let output = recount()
        .arg("tables")
        .arg(folder.path().join("a.json"))
        .arg("--out")
        .arg(&mine)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        fs::read_to_string(mine.join("thesis.txt")).unwrap(),
        "years of work"
    );
}

#[test]
fn two_runs_give_the_same_bytes_and_a_third_redoes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let archive = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/archives");
    let run = |out: &str| {
        let output = recount()
            .args(["run", "--archive"])
            .arg(&archive)
            .arg("--out")
            .arg(folder.path().join(out))
            .output()
            .unwrap();
        assert!(output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    run("a");
    run("b");
    assert!(run("a").contains("nothing redone"));
    let files = |out: &str| {
        let root = folder.path().join(out);
        let mut found = Vec::new();
        let mut open = vec![root.clone()];
        while let Some(next) = open.pop() {
            for entry in fs::read_dir(next).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    open.push(path);
                } else {
                    let name = path.strip_prefix(&root).unwrap().display().to_string();
                    found.push((name, fs::read(&path).unwrap()));
                }
            }
        }
        found.sort();
        found
    };
    let (a, b) = (files("a"), files("b"));
    assert!(a.len() > 40);
    for ((name, left), (other, right)) in a.iter().zip(&b) {
        assert_eq!(name, other);
        assert!(left == right, "{name} differs between two runs");
    }
}

#[test]
fn an_output_folder_that_holds_the_input_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("sub");
    fs::create_dir(&input).unwrap();
    fs::write(input.join("a.json"), sound()).unwrap();
    fs::write(folder.path().join("manifest.json"), "{}").unwrap();
    for command in ["relabel", "tables"] {
        let output = recount()
            .arg(command)
            .arg(&input)
            .arg("--out")
            .arg(folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(fs::read_to_string(input.join("a.json")).unwrap(), sound());
    }
}
