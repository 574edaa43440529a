//! `recount solve` and `recount admit` as a user meets them.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that panics has failed"
)]

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::{Value, json};

const ONE: &str = "5k3/8R/9/9/9/9/9/9/9/R2K5 w";
const THREE: &str = "4k4/9/8R/9/9/9/9/9/9/R2K5 w";

struct Ran {
    code: i32,
    out: String,
    err: String,
}

fn recount(arguments: &[&str]) -> Ran {
    let mut command = Command::cargo_bin("recount").expect("the binary is built");
    let output = command.args(arguments).output().unwrap();
    Ran {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn objects(out: &str) -> Vec<Value> {
    out.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_fen_gives_one_object() {
    let ran = recount(&["solve", ONE, "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let objects = objects(&ran.out);
    assert_eq!(objects.len(), 1);
    let object = &objects[0];
    assert_eq!(object["id"], "line-1");
    assert_eq!(object["fen"], ONE);
    assert_eq!(object["mate_in_plies"], 1);
    assert_eq!(object["shortest_moves"], json!(["a0a9", "d0e0", "i8e8"]));
    assert_eq!(object["shortest_moves_complete"], true);
    let winning = object["winning_moves"].as_array().unwrap();
    assert!(winning.contains(&json!("a0a9")));
    assert_eq!(
        object["winning_plies"].as_object().unwrap().len(),
        winning.len()
    );
    assert!(object["unknown_moves"].is_array());
    assert!(object["nodes"].as_u64().unwrap() > 0);
    assert!(object["seconds"].is_number());
}

#[test]
fn all_formats_are_read_and_bad_entries_named_with_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, content: &str| {
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        path
    };
    let fens = file(
        "a.txt",
        &format!("# two\n{ONE}\n\nnonsense\n[Event \"x\"]\n[FEN \"{THREE}\"]\n"),
    );
    let ran = recount(&["solve", text(&fens), "--json", "--shortest"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains("a.txt: line 4: unknown piece letter"),
        "{}",
        ran.err
    );
    let plies = |out: &str| -> Vec<Value> {
        objects(out)
            .iter()
            .map(|object| object["mate_in_plies"].clone())
            .collect()
    };
    assert_eq!(plies(&ran.out), [1, 3]);

    let lines = file(
        "b.jsonl",
        &format!(
            "{{\"fen\":\"{ONE}\",\"claimed_mate_within_plies\":3}}\n{{\"fen\":\"{THREE}\",\"claimed_mate_within_plies\":1}}\n{{\"x\":1}}\n{{\n"
        ),
    );
    let ran = recount(&["solve", text(&lines), "--json", "--shortest"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("b.jsonl: line 3: no fen"), "{}", ran.err);
    assert!(
        ran.err.contains("b.jsonl: line 4: not a JSON object"),
        "{}",
        ran.err
    );
    let agrees: Vec<Value> = objects(&ran.out)
        .iter()
        .map(|object| object["agrees"].clone())
        .collect();
    assert_eq!(agrees, [true, false]);

    let table = file(
        "c.csv",
        &format!("id,fen,win_in_plies\nx,{ONE},1\n\"y, z\",{THREE},3\nbad,9/9 w,1\n"),
    );
    let ran = recount(&["solve", text(&table), "--json", "--shortest"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("c.csv: line 4: "), "{}", ran.err);
    let objects = objects(&ran.out);
    assert_eq!(objects[1]["id"], "y, z");
    assert_eq!(objects[1]["agrees"], true);
}

#[test]
fn what_is_neither_file_nor_fen_is_said() {
    for argument in ["no-such-file", "9/9 w", ""] {
        let ran = recount(&["solve", argument]);
        assert_eq!(ran.code, 1, "{argument}");
        assert!(ran.err.starts_with("error: "), "{}", ran.err);
        assert!(ran.out.is_empty());
    }
}

#[test]
fn output_is_the_same_whatever_the_number_of_workers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fens");
    fs::write(&path, format!("{THREE}\n{ONE}\n{THREE}\n{ONE}\n")).unwrap();
    let run = |workers: &str| {
        recount(&[
            "solve",
            text(&path),
            "--json",
            "--no-seconds",
            "--move-nodes",
            "20000",
            "--workers",
            workers,
        ])
        .out
    };
    assert_eq!(run("1"), run("3"));
    assert!(!run("2").contains("seconds"));
}

#[test]
fn certificates_are_written_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let fens = folder.path().join("fens");
    fs::write(&fens, format!("{THREE}\n{ONE}\n")).unwrap();
    let proofs = folder.path().join("proofs");
    let solve = || {
        recount(&[
            "solve",
            text(&fens),
            "--shortest",
            "--certificate",
            text(&proofs),
        ])
    };
    assert_eq!(solve().code, 0);
    assert_eq!(solve().code, 0, "an earlier run's folder is replaced");
    let verify = || recount(&["solve", "--verify", text(&proofs)]);
    let ran = verify();
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (0, "2 certificates, 0 rejected\n")
    );
    let first = proofs.join("0001-line-1.mate");
    let content = fs::read_to_string(&first).unwrap();
    fs::write(&first, content.replacen(" 3\n", " 1\n", 1)).unwrap();
    let ran = verify();
    assert_eq!(ran.code, 1);
    assert!(
        ran.out.ends_with("2 certificates, 1 rejected\n"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("0001-line-1.mate: "));
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    let ran = recount(&["solve", "--verify", text(&empty)]);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (1, "0 certificates, 0 rejected\n")
    );
    assert_eq!(
        recount(&["solve", "--verify", text(&folder.path().join("none"))]).code,
        1
    );
}

#[test]
fn positions_are_screened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.csv");
    // Black mates on the back rank if it is to move; in the second it has nothing.
    let race = "5k3/8R/9/9/9/9/9/1r7/r8/2R1K4 w";
    fs::write(
        &path,
        format!("id,fen,category,win_in_plies,first_winning_move\nrace,{race},forced_mate,1,a0a9\nlone,{THREE},forced_mate,3,a0a8\nnone,3k5/9/9/9/9/9/9/1r7/r8/4K4 w,,,\n"),
    )
    .unwrap();
    let ran = recount(&["admit", text(&path), "--json", "--nodes", "20000"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let objects = objects(&ran.out);
    let of = |key: &str| -> Vec<&Value> { objects.iter().map(|object| &object[key]).collect() };
    assert_eq!(of("id"), ["race", "lone", "none"]);
    assert_eq!(of("category")[1], "forced_mate");
    assert_eq!(of("win_in_plies")[1], 3);
    assert_eq!(of("status")[..2], ["admitted", "admitted"]);
    assert_eq!(of("status")[2], "rejected");
    assert_eq!(of("legal_move_count")[2], 1);
}
