//! Regent Chess records through `recount tables`: hand-worked rows.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that panics has failed"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type};
use assert_cmd::Command;
use recount::tables::{self, Table, read_table, regent};
use serde_json::{Value, json};

type Row = BTreeMap<&'static str, Value>;

fn cell(column: &dyn Array, row: usize) -> Value {
    if column.is_null(row) {
        Value::Null
    } else if let Some(texts) = column.as_string_opt::<i32>() {
        json!(texts.value(row))
    } else if let Some(numbers) = column.as_primitive_opt::<Int64Type>() {
        json!(numbers.value(row))
    } else if let Some(flags) = column.as_boolean_opt() {
        json!(flags.value(row))
    } else {
        json!(column.as_primitive::<Float64Type>().value(row))
    }
}

fn rows(folder: &Path, table: &'static Table) -> Vec<Row> {
    let mut rows = Vec::new();
    for batch in read_table(folder, table).unwrap() {
        for row in 0..batch.num_rows() {
            let cells = table.columns.iter().zip(batch.columns());
            rows.push(
                cells
                    .map(|(column, cells)| (column.name, cell(cells.as_ref(), row)))
                    .collect(),
            );
        }
    }
    rows
}

/// Some columns of a row, as one JSON list.
fn pick(row: &Row, columns: &[&str]) -> Value {
    columns.iter().map(|column| row[column].clone()).collect()
}

/// White, the agent, shifts to a pawn and takes the queen that Black has made
/// its Regent.
fn game() -> Value {
    let ply = |ply: u32, mv: &str, shift: Value| {
        let white = ply.is_multiple_of(2);
        json!({
            "ply": ply, "color": if white { "white" } else { "black" },
            "actor": if white { "agent" } else { "opponent" }, "move": mv, "crown_shift": shift,
        })
    };
    let mut plies = vec![
        ply(0, "g1f3", Value::Null),
        ply(1, "d7d5", Value::Null),
        ply(2, "b1c3", Value::Null),
        ply(3, "d8d6", Value::Null),
        ply(4, "a2a3", Value::Null),
        ply(5, "d6f4", Value::Null),
        ply(6, "c3d5", json!("h2")),
        ply(7, "a7a6", json!("f4")),
        ply(8, "d5f4", Value::Null),
    ];
    plies[0]["elicitation"] = json!({
        "attempts": [
            {"raw": "{\"move\": \"g1g3\", \"belief\": null}", "move": "g1g3", "legal": false, "error": "illegal move"},
            {"raw": "Hm.", "move": null, "legal": false, "error": "no parse"},
            {"raw": "{\"move\": \"g1f3\"}", "move": "g1f3", "legal": true, "error": null},
        ],
        "belief": null, "well_formed": false, "truncated": true,
        "usage": {"prompt_tokens": 10, "completion_tokens": 20}, "latency_ms": 1.5, "cost_usd": 0.25,
    });
    plies[6]["elicitation"] = json!({
        "attempts": [{"raw": null, "move": "c3d5", "legal": true, "error": null}],
        "belief": {"candidates": [{"square": "e8", "p": 0.5}, {"square": "d5", "p": 0.25}], "other": 0.25},
        "well_formed": true, "truncated": false,
        "usage": {"prompt_tokens": 30, "completion_tokens": 40}, "latency_ms": 2, "cost_usd": 0.5,
    });
    plies[8]["elicitation"] = json!({
        "attempts": [{"raw": null, "move": "d5f4", "legal": true, "error": null}],
        "belief": {"candidates": [{"square": "f4", "p": 0.6}, {"square": "f5", "p": "0.3"}], "other": 0.4},
        "well_formed": true, "truncated": false,
    });
    json!({
        "format": "regent-chess/1", "ruleset": "1.2", "game_id": "g1", "condition": "regent",
        "batch": "original", "seat": {"label": "S1", "model": "m", "temperature": 0.5, "max_tokens": 64},
        "agent_color": "white", "opponent": {"policy": "tier1", "difficulty": "easy", "seed": 7, "version": "1"},
        "started_at": 100.0, "finished_at": 160.5, "plies": plies,
        "result": {"winner": "white", "reason": "checkmate"},
    })
}

fn probe() -> Value {
    json!({
        "format": "regent-chess/1", "game_id": "f1", "condition": "free_control", "batch": "free",
        "seat": {"label": "S1"}, "agent_color": "black", "fen": "4k3/8/8/8/8/8/8/R3K3 b - - 5 40",
        "elicitation": {
            "attempts": [{"raw": "", "move": "e8e7", "legal": true, "error": null}],
            "belief": {"candidates": [{"square": "e1", "p": 1}], "other": 0}, "well_formed": true,
        },
    })
}

fn xiangqi() -> Value {
    json!({
        "endgame": {
            "case_id": "c1", "model": "m", "challenger": "red", "outcome": "challenger_win",
            "winner": "red", "termination_reason": "checkmate", "plies": 1, "setting": "repl-sighted",
            "case": {"id": "c1", "fen": "3k5/4R4/9/9/9/9/9/9/9/R3K4 w", "challenger": "red"},
        },
        "moves": ["a0a9"],
    })
}

/// The tables of one folder with records of both games and two bad ones.
fn tables() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in");
    fs::create_dir(&input).unwrap();
    let mut late = game();
    late["plies"][4]["move"] = json!("a2a5");
    let documents = [
        ("a-game.json", game().to_string()),
        ("b-probe.json", probe().to_string()),
        ("c-xiangqi.json", xiangqi().to_string()),
        ("d-late.json", late.to_string()),
        ("e-cut.json", game().to_string()[..500].to_owned()),
        ("f-other.json", "{\"hello\": 1}".to_owned()),
    ];
    for (name, text) in documents {
        fs::write(input.join(name), text).unwrap();
    }
    let output = Command::cargo_bin("recount")
        .expect("the binary is built")
        .arg("tables")
        .arg(&input)
        .arg("--out")
        .arg(folder.path().join("out"))
        .output()
        .unwrap();
    assert!(output.status.success());
    (folder, String::from_utf8(output.stderr).unwrap())
}

#[test]
fn both_games_are_told_apart_by_their_content() {
    let (folder, said) = tables();
    assert!(
        said.contains("3 records read, 2 broken, 1 not records"),
        "{said}"
    );
    let out = folder.path().join("out");
    assert_eq!(rows(&out, &tables::trials::TABLE).len(), 1);
    assert_eq!(rows(&out, &regent::games::TABLE).len(), 2);
    let aside: Vec<Value> = rows(&out, &tables::set_aside::TABLE)
        .iter()
        .map(|row| pick(row, &["kind", "reason"]))
        .collect();
    assert_eq!(
        aside[0],
        json!(["broken", "ply 4: a2a5 is not a legal move"])
    );
    assert_eq!(aside[1][0], "broken");
    assert_eq!(aside[2][0], "not_a_record");
}

#[test]
fn games_rows_hold_stored_and_true_results_side_by_side() {
    let (folder, _) = tables();
    let games = rows(&folder.path().join("out"), &regent::games::TABLE);
    let columns = [
        "game_id",
        "condition",
        "batch",
        "seat",
        "model",
        "agent_color",
        "opponent_seed",
        "fen",
        "plies",
        "passes",
        "agent_moves",
        "fallback_moves",
        "crown_shifts",
        "captures",
    ];
    assert_eq!(
        pick(&games[0], &columns),
        json!([
            "g1", "regent", "original", "S1", "m", "white", 7, null, 9, 0, 5, 0, 2, 2
        ])
    );
    let columns = [
        "elicitations",
        "well_formed",
        "valid_beliefs",
        "replies",
        "illegal_replies",
        "truncated",
        "prompt_tokens",
        "completion_tokens",
        "latency_ms",
        "cost_usd",
    ];
    assert_eq!(
        pick(&games[0], &columns),
        json!([3, 1, 1, 5, 1, 1, 40, 60, 3.5, 0.75])
    );
    let columns = [
        "archived_winner",
        "archived_reason",
        "winner",
        "reason",
        "outcome",
        "on_board",
        "differing",
    ];
    // The reason, and the third belief, which is not valid.
    assert_eq!(
        pick(&games[0], &columns),
        json!([
            "white",
            "checkmate",
            "white",
            "regent_captured",
            "win",
            true,
            2
        ])
    );
    let columns = [
        "game_id",
        "condition",
        "agent_color",
        "fen",
        "plies",
        "reason",
        "elicitations",
    ];
    assert_eq!(
        pick(&games[1], &columns),
        json!([
            "f1",
            "free_control",
            "black",
            "4k3/8/8/8/8/8/8/R3K3 b - -",
            0,
            null,
            1
        ])
    );
}

#[test]
fn plies_and_shifts_tell_the_true_regents() {
    let (folder, _) = tables();
    let out = folder.path().join("out");
    let plies = rows(&out, &regent::plies::TABLE);
    assert_eq!(plies.len(), 9);
    let columns = [
        "ply",
        "side",
        "actor",
        "move",
        "crown_shift",
        "piece",
        "identity",
        "captured",
        "captured_square",
        "captured_regent",
        "regent_white",
        "regent_black",
        "regent_black_identity",
        "mode_white",
        "mode_black",
        "completed_white",
        "shift_available",
        "pieces_black",
    ];
    assert_eq!(
        pick(&plies[8], &columns),
        json!([
            8, "white", "agent", "d5f4", null, "knight", "b1", "queen", "f4", true, "h2", "f4",
            "d8", "regent", "regent", 4, false, 15
        ])
    );
    let shifts = rows(&out, &regent::crown_shifts::TABLE);
    let columns = [
        "ply",
        "side",
        "own_move",
        "from",
        "from_identity",
        "to",
        "to_identity",
        "to_piece",
        "to_attacked",
        "mode_before",
        "mode_after",
        "targets",
    ];
    assert_eq!(
        pick(&shifts[0], &columns),
        json!([
            6, "white", 4, "e1", "e1", "h2", "h2", "pawn", true, "king", "regent", 15
        ])
    );
    assert_eq!(
        pick(&shifts[1], &columns),
        json!([
            7, "black", 4, "e8", "e8", "f4", "d8", "queen", true, "king", "regent", 14
        ])
    );
}

#[test]
fn questions_beliefs_and_captures_carry_what_calibration_needs() {
    let (folder, _) = tables();
    let out = folder.path().join("out");
    let questions = rows(&out, &regent::elicitations::TABLE);
    let columns = [
        "ply",
        "own_move",
        "replies",
        "illegal_replies",
        "first_names_move",
        "first_legal",
        "first_form",
        "belief_valid",
        "belief_faults",
        "well_formed",
        "archived_well_formed",
        "candidates",
        "residual",
        "total",
        "enemy_pieces",
        "truncated",
    ];
    assert_eq!(
        pick(&questions[0], &columns),
        json!([
            0, 1, 3, 1, true, false, "json", false, "absent", false, false, 0, null, null, 16, true
        ])
    );
    assert_eq!(
        pick(&questions[1], &columns),
        json!([
            6, 4, 1, 0, true, true, null, true, "", true, true, 2, 0.25, 1.0, 16, false
        ])
    );
    assert_eq!(
        pick(&questions[2], &columns),
        json!([
            8,
            5,
            1,
            0,
            true,
            true,
            null,
            false,
            "empty_square p_wrong_type",
            false,
            true,
            2,
            0.4,
            null,
            15,
            false
        ])
    );
    assert_eq!(
        pick(&questions[3], &["ply", "first_form"]),
        json!([0, "empty"])
    );
    let beliefs = rows(&out, &regent::beliefs::TABLE);
    let columns = [
        "ply",
        "candidate",
        "square",
        "p",
        "piece",
        "is_regent",
        "enemy_pieces",
        "faults",
        "well_formed",
    ];
    let beliefs: Vec<Value> = beliefs.iter().map(|row| pick(row, &columns)).collect();
    assert_eq!(
        beliefs,
        [
            json!([6, 0, "e8", 0.5, "king", true, 16, "", true]),
            json!([6, 1, "d5", 0.25, "pawn", false, 16, "", true]),
            json!([8, 0, "f4", 0.6, "queen", true, 15, "", false]),
            json!([
                8,
                1,
                "f5",
                null,
                null,
                false,
                15,
                "empty_square p_wrong_type",
                false
            ]),
            json!([0, 0, "e1", 1.0, "king", true, 2, "", true]),
        ]
    );
    let captures = rows(&out, &regent::captures::TABLE);
    let columns = [
        "ply",
        "actor",
        "square",
        "piece",
        "identity",
        "is_regent",
        "enemy_pieces",
        "capturable",
        "well_formed",
        "named",
        "p",
        "residual",
    ];
    let captures: Vec<Value> = captures.iter().map(|row| pick(row, &columns)).collect();
    assert_eq!(
        captures,
        [
            json!([
                6, "agent", "d5", "pawn", "d7", false, 16, "d5", true, 2, 0.25, 0.25
            ]),
            json!([
                8, "agent", "f4", "queen", "d8", true, 15, "c7 e7 f4", false, 2, 0.6, 0.4
            ]),
        ]
    );
}

#[test]
fn discrepancies_name_the_stored_value_and_the_true_one() {
    let (folder, _) = tables();
    let out = folder.path().join("out");
    let columns = ["item", "kind", "ply", "reply", "archived", "replayed"];
    let items: Vec<Value> = rows(&out, &regent::discrepancies::TABLE)
        .iter()
        .map(|row| pick(row, &columns))
        .collect();
    assert_eq!(
        items,
        [
            json!([1, "well_formed", 8, null, "true", "false"]),
            json!([
                2,
                "result_reason",
                null,
                null,
                "checkmate",
                "regent_captured"
            ]),
        ]
    );
    let comparisons = rows(&out, &regent::comparisons::TABLE);
    assert_eq!(
        pick(&comparisons[2], &["kind", "compared", "differing"]),
        json!(["well_formed", 4, 1])
    );
}

#[test]
fn every_row_belongs_to_a_game() {
    let (folder, _) = tables();
    let out = folder.path().join("out");
    let ids: Vec<Value> = rows(&out, &regent::games::TABLE)
        .iter()
        .map(|row| row["record_id"].clone())
        .collect();
    for table in [
        &regent::plies::TABLE,
        &regent::elicitations::TABLE,
        &regent::captures::TABLE,
    ] {
        for row in rows(&out, table) {
            assert!(ids.contains(&row["record_id"]), "{}", table.name);
        }
    }
}
