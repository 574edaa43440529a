//! Bad input costs the documents it is in, with a reason, and never the run.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use arrow_array::Array;
use arrow_array::cast::AsArray;
use assert_cmd::Command;
use flate2::Compression;
use flate2::write::GzEncoder;
use recount::tables::{self, Table, read_table};
use serde_json::{Value, json};
use tempfile::TempDir;

const FEN: &str = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";

/// A record that nothing is wrong with: two moves, then the agent resigns.
fn record() -> Value {
    json!({
        "endgame": {
            "model": "model-a",
            "setting": "repl-sighted",
            "challenger": "red",
            "case": {"id": "case-1", "fen": FEN, "challenger": "red"},
            "outcome": "challenger_loss",
            "winner": "black",
            "termination_reason": "resignation",
            "plies": 2,
            "started_at": 1_780_000_000.0,
        },
        "moves": ["a0a1", "d9d8"],
    })
}

/// [`record`] with the value at a JSON pointer replaced.
fn record_with(pointer: &str, value: Value) -> String {
    let mut record = record();
    *record.pointer_mut(pointer).unwrap() = value;
    record.to_string()
}

/// A folder for inputs and outputs of one test.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    /// Makes tables of one input, which must work.
    fn tables(&self, input: &Path) -> Tables {
        let out = self.path("out");
        recount()
            .arg("tables")
            .arg(input)
            .arg("--out")
            .arg(&out)
            .assert()
            .code(0);
        Tables(out)
    }
}

fn recount() -> Command {
    Command::cargo_bin("recount").unwrap()
}

fn audit(input: &Path) -> Value {
    let run = recount()
        .args(["audit", "--json"])
        .arg(input)
        .assert()
        .code(0);
    serde_json::from_slice(&run.get_output().stdout).unwrap()
}

fn strict_code(input: &Path) -> Option<i32> {
    recount()
        .args(["audit", "--strict"])
        .arg(input)
        .output()
        .unwrap()
        .status
        .code()
}

struct Tables(PathBuf);

impl Tables {
    /// A text column.
    fn text(&self, table: &'static Table, column: &str) -> Vec<String> {
        let mut values = Vec::new();
        for batch in read_table(&self.0, table).unwrap() {
            let texts = batch
                .column_by_name(column)
                .unwrap()
                .as_string::<i32>()
                .clone();
            for row in 0..texts.len() {
                values.push(if texts.is_null(row) {
                    String::new()
                } else {
                    texts.value(row).to_owned()
                });
            }
        }
        values
    }

    fn trials(&self, column: &str) -> Vec<String> {
        self.text(&tables::trials::TABLE, column)
    }

    fn aside(&self, column: &str) -> Vec<String> {
        self.text(&tables::set_aside::TABLE, column)
    }
}

/// The document is broken, for a reason that holds `wanted`.
#[track_caller]
fn assert_broken(document: &str, wanted: &str) {
    let place = Place::new();
    let input = place.file("in/x.json", document);
    let tables = place.tables(&input);
    assert_eq!(tables.trials("trial_id").len(), 0);
    assert_eq!(tables.aside("kind"), ["broken"]);
    let reason = &tables.aside("reason")[0];
    assert!(reason.contains(wanted), "{wanted:?} is not in {reason:?}");
    assert_eq!(strict_code(&input), Some(3), "--strict lets it pass");
}

#[test]
fn a_good_record_passes() {
    let place = Place::new();
    let input = place.file("in/x.json", record().to_string());
    let tables = place.tables(&input);
    assert_eq!(tables.trials("outcome"), ["loss"]);
    assert_eq!(tables.trials("reason"), ["resignation"]);
    assert_eq!(tables.trials("exclusion"), [""]);
    assert_eq!(tables.aside("kind").len(), 0);
    assert_eq!(tables.text(&tables::plies::TABLE, "move"), ["a0a1", "d9d8"]);
    assert_eq!(strict_code(&input), Some(0));
}

#[test]
fn truncated_json_is_broken() {
    let text = record().to_string();
    assert_broken(&text[..text.len() / 2], "not valid JSON");
    assert_broken("", "empty");
}

#[test]
fn wrong_types_are_named() {
    assert_broken(&record_with("/moves", json!(7)), "moves");
    assert_broken(&record_with("/moves", json!(["a0a1", 7])), "moves");
    assert_broken(&record_with("/endgame/winner", json!(1)), "winner");
    assert_broken(&record_with("/endgame/model", Value::Null), "endgame.model");
    assert_broken(
        &record_with("/endgame/case/fen", json!(3)),
        "endgame.case.fen",
    );
}

#[test]
fn a_missing_case_is_broken() {
    let mut record = record();
    record["endgame"].as_object_mut().unwrap().remove("case");
    assert_broken(&record.to_string(), "endgame.case");
    record["endgame"]["case_id"] = json!("case-1");
    assert_broken(&record.to_string(), "endgame.case");
}

#[test]
fn absurd_positions_are_broken() {
    for fen in [
        "hello",
        "9/9/9/9/9/9/9/9/9/9 w",
        "3k5/9/9/9/9/9/9/9/9/R3K4 x",
        "3k5/9/9/9/9/9/9/9/9/R3K99999 w",
        "k8/9/9/9/9/9/9/9/9/R3K4 w",
    ] {
        assert_broken(
            &record_with("/endgame/case/fen", json!(fen)),
            "endgame.case.fen",
        );
    }
}

#[test]
fn an_illegal_archived_move_excludes_the_trial_and_keeps_its_row() {
    let place = Place::new();
    let input = place.file("in/x.json", record_with("/moves", json!(["a0a1", "d9a9"])));
    let tables = place.tables(&input);
    assert_eq!(tables.trials("exclusion"), ["illegal_archived_move"]);
    assert_eq!(tables.trials("outcome"), [""]);
    assert!(
        tables.trials("illegal_move")[0].starts_with("d9a9: "),
        "{:?}",
        tables.trials("illegal_move")
    );
    assert_eq!(tables.text(&tables::plies::TABLE, "move"), ["a0a1"]);
    let audit = audit(&input);
    assert_eq!(audit["archive"]["records"], 1);
    assert_eq!(audit["archive"]["scored"], 0);
    assert_eq!(audit["excluded"]["illegal_archived_move"], 1);
    assert_eq!(strict_code(&input), Some(3));
}

#[test]
fn a_record_stored_twice_counts_twice_and_is_reported() {
    let place = Place::new();
    place.file("in/a.json", record().to_string());
    place.file("in/b.json", record().to_string());
    let audit = audit(&place.path("in"));
    assert_eq!(audit["archive"]["records"], 2);
    assert_eq!(audit["archive"]["scored"], 2);
    assert_eq!(audit["archive"]["recorded_twice"], 1);
    place.file(
        "in/b.json",
        record_with("/endgame/started_at", json!(1_780_000_001.0)),
    );
    assert_eq!(
        self::audit(&place.path("in"))["archive"]["recorded_twice"],
        0
    );
}

#[test]
fn nothing_in_it_is_no_error() {
    let place = Place::new();
    let tar = place.file(
        "empty.tar",
        tar::Builder::new(Vec::new()).into_inner().unwrap(),
    );
    let folder = place.path("empty");
    fs::create_dir(&folder).unwrap();
    for input in [tar, folder] {
        let tables = place.tables(&input);
        assert_eq!(tables.trials("trial_id").len(), 0, "{}", input.display());
        assert_eq!(tables.aside("kind").len(), 0, "{}", input.display());
        assert_eq!(audit(&input)["archive"]["records"], 0);
        assert_eq!(strict_code(&input), Some(0));
    }
}

#[test]
fn json_of_another_kind_is_not_a_record() {
    for document in [r#"{"results": [1]}"#, "[]", "17", r#"{"endgame": "x"}"#] {
        let place = Place::new();
        let input = place.file("in/x.json", document);
        let tables = place.tables(&input);
        assert_eq!(tables.trials("trial_id").len(), 0, "{document}");
        assert_eq!(tables.aside("kind"), ["not_a_record"], "{document}");
        assert_eq!(strict_code(&input), Some(0), "{document}");
    }
}

#[test]
fn a_member_that_climbs_out_is_read_under_its_name_and_written_nowhere() {
    let place = Place::new();
    let text = record().to_string();
    let mut header = tar::Header::new_gnu();
    let name = b"../../x.json";
    header.as_gnu_mut().unwrap().name[..name.len()].copy_from_slice(name);
    header.set_size(text.len() as u64);
    header.set_mode(0o644);
    header.set_cksum();
    let mut builder = tar::Builder::new(Vec::new());
    builder.append(&header, text.as_bytes()).unwrap();
    let input = place.file("a/b/in.tar", builder.into_inner().unwrap());

    let out = place.path("a/b/out");
    recount()
        .current_dir(place.path("a/b"))
        .arg("tables")
        .arg(&input)
        .arg("--out")
        .arg(&out)
        .assert()
        .code(0);
    assert_eq!(
        Tables(out.clone()).trials("source"),
        [format!("{}!../../x.json", input.display())]
    );
    fs::remove_dir_all(out).unwrap();
    assert_eq!(
        contents(place.0.path()).keys().collect::<Vec<_>>(),
        [&input]
    );
}

#[test]
fn a_truncated_gzip_is_broken() {
    let place = Place::new();
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(record().to_string().as_bytes()).unwrap();
    let whole = gzip.finish().unwrap();
    let input = place.file("in/x.json.gz", &whole);
    assert_eq!(place.tables(&input).trials("reason"), ["resignation"]);

    place.file("in/x.json.gz", &whole[..whole.len() / 2]);
    let tables = place.tables(&input);
    assert_eq!(tables.trials("reason").len(), 0);
    assert_eq!(tables.aside("kind"), ["broken"]);
    assert!(
        tables.aside("reason")[0].contains("truncated"),
        "{:?}",
        tables.aside("reason")
    );
    assert_eq!(strict_code(&input), Some(3));
}

#[test]
fn a_missing_path_fails_by_name() {
    let place = Place::new();
    let (input, out) = (place.path("no-such.tar"), place.path("out"));
    let runs = [
        recount()
            .arg("tables")
            .arg(&input)
            .arg("--out")
            .arg(&out)
            .assert()
            .code(1),
        recount().arg("audit").arg(&input).assert().code(1),
    ];
    for run in runs {
        let message = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(message.contains(input.to_str().unwrap()), "{message}");
    }
    assert_eq!(contents(place.0.path()).len(), 0);
    assert!(!out.exists());
}

#[test]
fn no_arguments_are_a_usage_error() {
    recount().assert().code(2);
    recount().arg("tables").assert().code(2);
    recount().arg("audit").assert().code(2);
}

#[test]
fn a_folder_of_someone_else_is_left_alone() {
    let place = Place::new();
    let input = place.file("in/x.json", record().to_string());
    place.file("mine/notes.txt", "keep");
    let before = contents(place.0.path());
    let out = place.path("mine");
    let run = recount()
        .arg("tables")
        .arg(&input)
        .arg("--out")
        .arg(&out)
        .assert()
        .code(1);
    let message = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(message.contains(out.to_str().unwrap()), "{message}");
    assert_eq!(contents(place.0.path()), before);
}

/// Every file below a folder.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.append(&mut contents(&path));
        } else {
            files.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
    files
}

#[test]
fn two_runs_write_the_same_bytes() {
    let place = Place::new();
    for n in 0..60 {
        let text = record_with("/endgame/model", json!(format!("model-{}", n % 7)));
        place.file(
            &format!("in/{n}.json"),
            if n % 9 == 0 { &text[1..] } else { &text },
        );
    }
    let [first, second] = ["one", "two"].map(|name| {
        let out = place.path(name);
        recount()
            .arg("tables")
            .arg(place.path("in"))
            .arg("--out")
            .arg(&out)
            .assert()
            .code(0);
        let name = |path: PathBuf| path.strip_prefix(&out).unwrap().to_owned();
        contents(&out)
            .into_iter()
            .map(|(path, bytes)| (name(path), bytes))
            .collect::<BTreeMap<_, _>>()
    });
    assert!(first.len() >= tables::ALL.len(), "{:?}", first.keys());
    assert_eq!(
        first.keys().collect::<Vec<_>>(),
        second.keys().collect::<Vec<_>>()
    );
    for (path, bytes) in &first {
        assert!(*bytes == second[path], "{} differs", path.display());
    }
}

#[test]
fn deep_nesting_costs_nothing() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let place = Place::new();
    let text = record().to_string();
    let unknown = format!(r#"{{"unknown": {deep}, {}"#, &text[1..]);
    let known = text.replacen(r#""red""#, &deep, 1);
    assert_ne!(known, text);
    for document in [unknown, known] {
        let input = place.file("in/x.json", document);
        let tables = place.tables(&input);
        assert_eq!(tables.trials("reason"), ["resignation"]);
        assert_eq!(tables.aside("reason").len(), 0);
    }
}
