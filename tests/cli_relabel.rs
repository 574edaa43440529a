//! Corrected copies: the right label, its cause, and every other byte as it was.

#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "helpers of tests fail like tests, and say what they skip"
)]

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use recount::records::container::{Item, Limits, read_inputs};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tempfile::TempDir;

/// Mate in one with the rook: a0a9 is mate.
const MATE: &str = "3k5/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1";

fn recount() -> Command {
    Command::cargo_bin("recount").unwrap()
}

/// A record as text: floats with more digits than a double has, odd spacing.
fn text(
    fen: &str,
    moves: &[&str],
    outcome: &str,
    winner: &str,
    reason: &str,
    plies: i64,
) -> String {
    format!(
        "{{ \"endgame\": {{\"model\": \"m\", \"setting\": \"repl-sighted\",  \"challenger\": \"red\", \
         \"case\": {{\"id\": \"c\", \"fen\": \"{fen}\"}}, \"outcome\": \"{outcome}\", \
         \"winner\": {winner}, \"termination_reason\": \"{reason}\", \"plies\": {plies}, \
         \"started_at\": 1780000000.12345678901234}},\n \"moves\": {}, \
         \"result\": {{\"winner\": {winner}, \"reason\": \"{reason}\", \"x\": 1e2}} }}\n",
        json!(moves)
    )
}

struct Copies {
    _folder: TempDir,
    out: PathBuf,
    summary: String,
}

impl Copies {
    fn of(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("in");
        for (name, text) in files {
            let path = input.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Self::made(folder, &input)
    }

    fn made(folder: TempDir, input: &Path) -> Self {
        let out = folder.path().join("out");
        let run = recount()
            .arg("relabel")
            .arg(input)
            .arg("--out")
            .arg(&out)
            .output()
            .unwrap();
        let summary = String::from_utf8(run.stderr).unwrap();
        assert!(run.status.success(), "{summary}");
        Self {
            _folder: folder,
            out,
            summary,
        }
    }

    fn copy(&self, name: &str) -> Value {
        let path = self.out.join("records/in").join(name);
        serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
    }

    fn audit(&self) -> Value {
        let run = recount()
            .args(["audit", "--json"])
            .arg(self.out.join("records"))
            .output()
            .unwrap();
        serde_json::from_slice(&run.stdout).unwrap()
    }
}

#[test]
fn a_false_stalemate_becomes_a_checkmate_everywhere() {
    let record = text(MATE, &["b0b9"], "challenger_win", "\"red\"", "stalemate", 1);
    let copies = Copies::of(&[("a.json", &record)]);
    let copy = copies.copy("a.json");
    assert_eq!(copy["endgame"]["termination_reason"], "checkmate");
    assert_eq!(copy["result"]["reason"], "checkmate");
    assert_eq!(copy["relabel"]["causes"], json!(["check_flag"]));
    let fields: Vec<_> = copy["relabel"]["changed"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| &c["field"])
        .collect();
    assert_eq!(fields, ["endgame.termination_reason", "result.reason"]);
    assert_eq!(copies.audit()["relabel.all"]["records"], 0);
    assert!(
        copies.summary.contains("1 relabelled (check_flag 1)"),
        "{}",
        copies.summary
    );
}

#[test]
fn a_repeated_forfeit_move_goes() {
    let record = text(
        "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1",
        &["a0a1", "d9d8", "d9d8"],
        "challenger_loss",
        "\"black\"",
        "forfeit_invalid_action_limit",
        3,
    );
    let copies = Copies::of(&[("a.json", &record)]);
    let copy = copies.copy("a.json");
    assert_eq!(copy["moves"], json!(["a0a1", "d9d8"]));
    assert_eq!(copy["endgame"]["plies"], 2);
    assert_eq!(copy["relabel"]["causes"], json!(["synthetic_move"]));
    assert_eq!(copies.audit()["relabel.all"]["records"], 0);
}

#[test]
fn a_perpetual_check_filed_as_a_draw_is_a_loss_for_the_checker() {
    // The rook checks on d1 and e1 in turn while the king steps between the files.
    let mut moves = vec!["a1d1"];
    for _ in 0..2 {
        moves.extend(["d9e9", "d1e1", "e9d9", "e1d1"]);
    }
    let record = text(
        "3k5/9/9/9/9/9/9/9/R8/5K3 w - - 0 1",
        &moves,
        "draw",
        "\"draw\"",
        "repetition",
        9,
    );
    let copies = Copies::of(&[("a.json", &record)]);
    let copy = copies.copy("a.json");
    assert_eq!(
        copy["relabel"]["causes"],
        json!(["perpetual_check"]),
        "{copy}"
    );
    assert_eq!(copy["endgame"]["outcome"], "challenger_loss");
    assert_eq!(copy["endgame"]["winner"], "black");
    assert_eq!(copy["result"]["winner"], "black");
    assert_eq!(copy["endgame"]["termination_reason"], "perpetual_check");
    assert_eq!(copies.audit()["relabel.all"]["records"], 0);
}

#[test]
fn several_causes_meet_in_one_record() {
    let record = text(MATE, &["b0b9"], "challenger_win", "\"red\"", "stalemate", 4);
    let copy = Copies::of(&[("a.json", &record)]).copy("a.json");
    assert_eq!(copy["relabel"]["causes"], json!(["check_flag", "other"]));
    assert_eq!(copy["endgame"]["plies"], 1);
}

#[test]
fn a_record_that_contradicts_itself_is_reconciled() {
    let record = text(MATE, &["b0b9"], "challenger_win", "\"red\"", "checkmate", 1).replace(
        "\"result\": {\"winner\": \"red\"",
        "\"result\": {\"winner\": \"black\"",
    );
    let copies = Copies::of(&[("a.json", &record)]);
    let copy = copies.copy("a.json");
    assert_eq!(copy["relabel"]["causes"], json!([]));
    assert_eq!(copy["result"]["winner"], "red");
    assert!(
        copies.summary.contains("0 relabelled, 1 reconciled"),
        "{}",
        copies.summary
    );
}

#[test]
fn a_label_that_stands_keeps_every_byte() {
    let record = text(MATE, &["b0b9"], "challenger_win", "\"red\"", "checkmate", 1);
    let copies = Copies::of(&[("a.json", &record)]);
    let copy = fs::read_to_string(copies.out.join("records/in/a.json")).unwrap();
    let (before, note) = copy.split_once(", \"relabel\": ").unwrap();
    assert_eq!(before, record.trim_end().trim_end_matches('}').trim_end());
    assert!(note.ends_with("} }\n"), "{note}");
}

#[test]
fn an_earlier_correction_is_kept() {
    let record = text(MATE, &["b0b9"], "challenger_win", "\"red\"", "stalemate", 1);
    let first = Copies::of(&[("a.json", &record)]);
    let once = fs::read_to_string(first.out.join("records/in/a.json")).unwrap();
    let copy = Copies::of(&[("a.json", &once)]).copy("a.json");
    assert_eq!(copy["relabel"]["causes"], json!([]));
    assert_eq!(copy["relabel"]["earlier"]["causes"], json!(["check_flag"]));
}

#[test]
fn unusable_documents_are_listed_and_the_rest_is_copied() {
    let record = text(MATE, &["b0b9"], "challenger_win", "\"red\"", "checkmate", 1);
    let copies = Copies::of(&[
        ("a.json", &record),
        ("b.json", &record[..record.len() / 2]),
        ("a.json.d/c.json/r.json", &record),
        ("notes.txt", "hello"),
    ]);
    assert!(
        copies.summary.contains("2 records copied"),
        "{}",
        copies.summary
    );
    assert!(
        copies.summary.contains("1 broken, 1 not records"),
        "{}",
        copies.summary
    );
    let aside = fs::read_to_string(copies.out.join("set_aside.csv")).unwrap();
    assert!(
        aside.contains("b.json") && aside.contains("notes.txt"),
        "{aside}"
    );
}

/// Path and text of every leaf, in document order.
fn leaves(text: &str) -> Vec<(String, String)> {
    fn walk(at: &str, raw: &RawValue, out: &mut Vec<(String, String)>) {
        if let Ok(object) = serde_json::from_str::<serde_json::Map<String, Value>>(raw.get()) {
            let members: BTreeMap<String, &RawValue> = serde_json::from_str(raw.get()).unwrap();
            for key in object.keys() {
                walk(&format!("{at}.{key}"), members[key], out);
            }
        } else {
            out.push((at.to_owned(), raw.get().to_owned()));
        }
    }
    let mut out = Vec::new();
    walk("", serde_json::from_str(text).unwrap(), &mut out);
    out
}

fn only_listed_changes(archive: &Path) {
    let mut originals = BTreeMap::new();
    read_inputs(&[archive.to_owned()], &Limits::default(), &mut |item| {
        if let Item::Entry(entry) = item {
            originals.insert((entry.source, entry.line), entry.bytes);
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let copies = Copies::made(folder, archive);
    let mut open = vec![copies.out.join("records")];
    let mut seen = 0;
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            seen += 1;
            let copy = fs::read_to_string(&path).unwrap();
            let note = serde_json::from_str::<Value>(&copy).unwrap()["relabel"].clone();
            let place = (
                note["source"].as_str().unwrap().to_owned(),
                note["line"].as_u64(),
            );
            let original = String::from_utf8(originals[&place].clone()).unwrap();
            let listed: Vec<String> = note["changed"]
                .as_array()
                .unwrap()
                .iter()
                .map(|change| format!(".{}", change["field"].as_str().unwrap()))
                .collect();
            let untouched = |text: &str| -> Vec<(String, String)> {
                let kept =
                    |at: &str| !at.starts_with(".relabel.") && !listed.iter().any(|l| l == at);
                leaves(text)
                    .into_iter()
                    .filter(|(at, _)| kept(at))
                    .collect()
            };
            assert_eq!(untouched(&copy), untouched(&original), "{}", path.display());
        }
    }
    assert!(seen > 5, "{seen} copies");
}

#[test]
fn nothing_but_the_listed_changes_differs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    only_listed_changes(&root.join("data/archives/xiangqi-sample.jsonl.zst"));
    for name in ["xq-real-10.tar.gz", "xq-dev-small.tar.zst"] {
        let archive = root.join("../shared/archives").join(name);
        if archive.exists() {
            only_listed_changes(&archive);
        } else {
            eprintln!("SKIPPED: {} is absent", archive.display());
        }
    }
}
