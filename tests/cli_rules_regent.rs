//! `recount rules regent` as a user meets it.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that panics has failed"
)]

use assert_cmd::Command;
use serde_json::{Value, json};

fn rules(arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = Command::cargo_bin("recount")
        .expect("the binary is built")
        .args(["rules", "regent"])
        .args(arguments)
        .write_stdin(input)
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (
        output.status.code().unwrap(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[test]
fn replay_prints_the_line_that_others_compare() {
    let sample = include_str!("../data/golden/regent-facts.jsonl");
    let (code, out, err) = rules(&["replay", "-", "--json"], sample);
    assert_eq!((code, err.as_str()), (0, ""));
    for (ours, known) in out.lines().zip(sample.lines()) {
        let known: Value = serde_json::from_str(known).unwrap();
        let wanted = json!({
            "id": known["id"], "facts": known["facts"], "result": known["result"],
        });
        assert_eq!(ours, wanted.to_string());
    }
    assert_eq!(out.lines().count(), sample.lines().count());
}

#[test]
fn replay_reports_bad_lines_by_number_and_goes_on() {
    let good = |id: &str, turns: Value| {
        json!({"id": id, "condition": "regent", "start_fen": null,
               "regents": {"white": "e1", "black": "e8"}, "turns": turns})
        .to_string()
    };
    let turn = |ply: u32, color: &str, mv: &str| json!({"ply": ply, "color": color, "crown_shift": null, "move": mv});
    let mut broken_start: Value = serde_json::from_str(&good("start", json!([]))).unwrap();
    broken_start["regents"]["white"] = json!("e5");
    let lines = [
        "{\"id\": \"cut".to_owned(),
        good("fine", json!([turn(0, "white", "e2e4")])),
        String::new(),
        good(
            "illegal",
            json!([turn(0, "white", "e2e4"), turn(1, "black", "e2e4")]),
        ),
        good("colour", json!([turn(0, "black", "e7e5")])),
        good("index", json!([turn(1, "white", "e2e4")])),
        good("text", json!([turn(0, "white", "Nf3")])),
        broken_start.to_string(),
        good("last", json!([])),
    ];
    let (code, out, err) = rules(&["replay", "-", "--json"], &lines.join("\n"));
    assert_eq!(code, 1);
    let messages: Vec<&str> = err.lines().collect();
    assert!(
        messages[0].starts_with("line 1: not a rules game: "),
        "{err}"
    );
    assert_eq!(
        messages[1..],
        [
            "line 4: turn 1: e2e4 is not a legal move",
            "line 5: turn 0: color \"black\" where white is to move",
            "line 6: turn 0: ply 1 where 0 is due",
            "line 7: turn 0: \"Nf3\": not a move in UCI notation such as e2e4 or e7e8q",
            "line 8: impossible start: white has no piece on e5 to be its Regent",
        ]
    );
    let printed: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(printed.len(), 8);
    assert_eq!(printed[0]["line"], 1);
    assert_eq!(printed[1]["id"], "fine");
    assert_eq!(printed[1]["result"], Value::Null);
    assert_eq!(printed[2]["facts"].as_array().unwrap().len(), 2);
    assert_eq!(printed[2]["error"], "turn 1: e2e4 is not a legal move");
    assert_eq!(printed[7]["id"], "last");
}

#[test]
fn replay_in_words_is_one_line_a_game() {
    let sample = include_str!("../data/golden/regent-facts.jsonl");
    let (code, out, _) = rules(&["replay", "-"], sample);
    assert_eq!(code, 0);
    assert!(out.contains("seek_regent-0000: 13 turns, white wins by regent_captured\n"));
    assert!(out.contains("double_blocks-0007: 3 turns, drawn by consecutive_passes\n"));
}

#[test]
fn legal_depends_on_the_mode() {
    let fen = "4r1k1/8/8/8/8/8/4N3/4K3 w - -";
    let (code, out, _) = rules(&["legal", fen], "");
    assert_eq!((code, out.as_str()), (0, "e1d1 e1d2 e1f1 e1f2\n"));
    let (code, out, _) = rules(&["legal", fen, "--regents", "e2,g8", "--json"], "");
    let out: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &out["mode"]), (0, &json!("regent")));
    assert_eq!(out["legal"].as_array().unwrap().len(), 10);
    let (code, out, _) = rules(
        &["legal", "--stdin", "--json"],
        &format!("nonsense\n{fen}\n"),
    );
    assert_eq!((code, out.lines().count()), (1, 2));
}

#[test]
fn perft_counts_turns_or_standard_moves() {
    let (_, out, _) = rules(&["perft", "--depth", "3"], "");
    assert_eq!(out, "8902\n");
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let (_, out, _) = rules(&["perft", fen, "--depth", "2", "--standard"], "");
    assert_eq!(out, "2039\n");
}

#[test]
fn show_names_what_is_wrong() {
    let (code, out, _) = rules(&["show"], "");
    assert_eq!(code, 0);
    assert!(
        out.ends_with("white to move in king mode, 20 legal moves\n"),
        "{out}"
    );
    let (code, _, err) = rules(&["show", "8/8/8/8/8/8/8/8"], "");
    assert_eq!(code, 1);
    assert!(
        err.contains("white has no king and no other Regent"),
        "{err}"
    );
    let (code, _, err) = rules(&["show", "--regents", "e1"], "");
    assert_eq!(code, 1);
    assert!(err.contains("is not two squares"), "{err}");
}
