//! The replay of Regent Chess records on hand-made games.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests fail like tests"
)]

use proptest::prelude::*;
use recount::replay::regent::{Replayed, ReplayedGame, ReplayedProbe, replay_document};
use recount::rules::regent::{Color, Mode};
use serde_json::{Value, json};

/// Plies from a list such as `"e2e4 d1:g1f3 -"`: a move, a shift and a move, a
/// pass.
fn plies(turns: &str) -> Vec<Value> {
    turns
        .split_whitespace()
        .enumerate()
        .map(|(ply, text)| {
            let (shift, mv) = match text.split_once(':') {
                Some((shift, mv)) => (json!(shift), mv),
                None => (Value::Null, text),
            };
            let white = ply % 2 == 0;
            let mut value = json!({
                "ply": ply,
                "color": if white { "white" } else { "black" },
                "actor": if white { "agent" } else { "opponent" },
                "move": mv, "crown_shift": shift,
            });
            if mv == "-" {
                value["move"] = Value::Null;
                value["pass"] = json!(true);
            }
            value
        })
        .collect()
}

fn record(plies: Vec<Value>, winner: Value, reason: &str) -> Value {
    json!({
        "format": "regent-chess/1", "ruleset": "1.2", "game_id": "g", "condition": "regent",
        "batch": "b", "seat": {"label": "S1"}, "agent_color": "white",
        "opponent": {"policy": "tier1"}, "plies": plies,
        "result": {"winner": winner, "reason": reason},
    })
}

fn asked(attempts: &[(&str, bool)], belief: Value, well_formed: bool) -> Value {
    let attempts: Vec<Value> = attempts
        .iter()
        .map(|(mv, legal)| {
            let mv = if mv.is_empty() {
                Value::Null
            } else {
                json!(mv)
            };
            json!({"raw": null, "move": mv, "legal": legal, "error": null})
        })
        .collect();
    json!({"attempts": attempts, "belief": belief, "well_formed": well_formed, "truncated": false})
}

fn sure(square: &str) -> Value {
    json!({"candidates": [{"square": square, "p": 1}], "other": 0})
}

fn game(value: &Value) -> ReplayedGame {
    match replay_document(value.to_string().as_bytes()) {
        Ok((_, Replayed::Game(game))) => game,
        other => panic!("{other:?}"),
    }
}

fn probe(value: &Value) -> ReplayedProbe {
    match replay_document(value.to_string().as_bytes()) {
        Ok((_, Replayed::Probe(probe))) => probe,
        other => panic!("{other:?}"),
    }
}

fn broken(value: &Value) -> String {
    replay_document(value.to_string().as_bytes())
        .unwrap_err()
        .to_string()
}

/// `kind: stored / true` of every discrepancy.
fn differing(game: &ReplayedGame) -> Vec<String> {
    game.comparison
        .discrepancies
        .iter()
        .map(|item| {
            format!(
                "{}: {} / {}",
                item.kind.name(),
                item.archived,
                item.replayed
            )
        })
        .collect()
}

const QUIET: &str = "g1f3 g8f6 b1c3 b8c6 a2a3 a7a6";
const FOOLS: &str = "f2f3 e7e5 g2g4 d8h4";

#[test]
fn the_true_regent_and_modes_come_from_the_shift_log() {
    let turns = format!("{QUIET} d1:h2h3 c6:h7h6 d1:a1a2");
    let broken_again = broken(&record(plies(&turns), Value::Null, "aborted"));
    assert_eq!(
        broken_again,
        "ply 8: crown shift to d1 is not available on this turn"
    );
    let turns = format!("{QUIET} d1:h2h3 c6:h7h6 d2d3");
    let game = game(&record(plies(&turns), Value::Null, "aborted"));
    let last = &game.plies[8];
    let squares = last.regents.map(|square| square.to_string());
    assert_eq!(squares, ["d1", "c6"]);
    let identities = last
        .regent_identities
        .map(|identity| identity.unwrap().to_string());
    assert_eq!(identities, ["d1", "b8"]);
    assert_eq!(last.modes, [Mode::Regent, Mode::Regent]);
    assert_eq!(game.plies[6].modes, [Mode::King, Mode::King]);
    assert_eq!(game.shifts.len(), 2);
    assert_eq!((game.shifts[1].ply, game.shifts[1].own_move), (7, 4));
    assert_eq!(game.shifts[1].from.to_string(), "e8");
    assert!(differing(&game).is_empty(), "{:?}", differing(&game));
}

#[test]
fn attempts_are_judged_in_the_mode_after_the_shift() {
    // The bishop on g4 attacks e2.
    let turns = "e2e4 d7d5 a2a3 c8g4 b2b3 h7h6 a3:e4d5";
    let mut all = plies(turns);
    all[6]["elicitation"] = asked(&[("e1e2", true)], sure("e8"), true);
    let shifted = game(&record(all.clone(), Value::Null, "aborted"));
    assert!(shifted.elicitations[0].attempts[0].legal);
    assert!(shifted.elicitations[0].well_formed);
    // The king may step into attack in Regent Mode only.
    all[6]["crown_shift"] = Value::Null;
    let plain = game(&record(all, Value::Null, "aborted"));
    assert!(!plain.elicitations[0].attempts[0].legal);
    assert!(plain.elicitations[0].attempts[0].illegal());
}

#[test]
fn well_formed_is_recomputed_and_compared() {
    let mut all = plies("e2e4 e7e5");
    all[0]["elicitation"] = asked(&[("e2e4", true)], sure("e4"), true);
    let replayed = game(&record(all.clone(), Value::Null, "aborted"));
    assert!(!replayed.elicitations[0].well_formed);
    assert_eq!(differing(&replayed), ["well_formed: true / false"]);
    all[0]["elicitation"] = asked(&[("e2e5", true), ("e2e4", true)], sure("e8"), false);
    let replayed = game(&record(all.clone(), Value::Null, "aborted"));
    assert_eq!(differing(&replayed), ["attempt_legal: true / false"]);
    all[0]["elicitation"] = asked(&[("", false)], sure("e8"), false);
    let replayed = game(&record(all, Value::Null, "aborted"));
    let attempt = replayed.elicitations[0].attempts[0];
    assert!(!attempt.names_move && !attempt.illegal());
    assert_eq!(differing(&replayed), ["actor_fallback: false / true"]);
}

#[test]
fn a_belief_is_scored_against_the_regent_before_the_move() {
    // The fourth ply captures the pawn d5; the agent had named it.
    let mut all = plies("e2e4 d7d5 e4d5 d8d5");
    all[2]["elicitation"] = asked(&[("e4d5", true)], sure("d5"), true);
    let game = game(&record(all, Value::Null, "aborted"));
    let belief = &game.elicitations[0].belief;
    assert!(belief.is_valid() && !belief.candidates[0].regent);
    assert_eq!(game.elicitations[0].enemy_pieces, 16);
    let capture = game.captures[0];
    assert!(capture.agent && !capture.captured.regent);
    assert_eq!(capture.captured.identity.unwrap().to_string(), "d7");
    assert_eq!(capture.capturable.len(), 1);
    assert!(!game.captures[1].agent);
    assert_eq!(game.captures[1].enemy_pieces, 16);
}

#[test]
fn en_passant_is_captured_where_the_pawn_stood() {
    let game = game(&record(
        plies("e2e4 a7a6 e4e5 d7d5 e5d6"),
        Value::Null,
        "aborted",
    ));
    let capture = game.captures[0];
    assert_eq!(capture.captured.square.to_string(), "d5");
    let squares: Vec<String> = capture
        .capturable
        .into_iter()
        .map(|square| square.to_string())
        .collect();
    assert_eq!(squares, ["d5", "a6"]);
}

#[test]
fn board_endings_are_found_and_stored_ones_compared() {
    let sound = game(&record(plies(FOOLS), json!("black"), "checkmate"));
    let verdict = sound.verdict.unwrap();
    assert_eq!(verdict.winner, Some(Color::Black));
    assert_eq!(verdict.reason.name(), "checkmate");
    assert!(differing(&sound).is_empty());
    let wrong = game(&record(plies(FOOLS), json!("white"), "forfeit"));
    assert_eq!(
        differing(&wrong),
        [
            "result_winner: white / black",
            "result_reason: forfeit / checkmate"
        ]
    );
    let not_reached = game(&record(plies("e2e4"), json!("white"), "regent_captured"));
    assert_eq!(not_reached.verdict, None);
    assert_eq!(
        differing(&not_reached),
        [
            "result_winner: white / none",
            "result_reason: regent_captured / none"
        ]
    );
}

#[test]
fn a_regent_captured_ends_the_game() {
    // White's crown sits on the pawn h4, which the queen takes.
    let turns = "h2h3 e7e5 h3h4 a7a6 a2a3 b7b6 h4:b2b3 d8h4";
    let game = game(&record(plies(turns), json!("black"), "regent_captured"));
    assert!(game.captures[0].captured.regent);
    assert!(differing(&game).is_empty());
    let after = format!("{turns} h1h4");
    assert_eq!(
        broken(&record(plies(&after), json!("black"), "regent_captured")),
        "ply 8: a ply after the game had ended by regent_captured"
    );
}

#[test]
fn a_forfeit_s_closing_entry_counts_as_question_and_not_as_ply() {
    let mut all = plies("e2e4 e7e5 -");
    all[2]["pass"] = Value::Null;
    all[2]["elicitation"] = asked(&[("e4e5", false), ("", false)], Value::Null, false);
    let forfeit = game(&record(all.clone(), json!("black"), "forfeit"));
    assert_eq!(forfeit.plies.len(), 2);
    assert_eq!(forfeit.elicitations.len(), 1);
    assert!(forfeit.elicitations[0].attempts[0].illegal());
    assert_eq!(forfeit.verdict.unwrap().winner, Some(Color::Black));
    assert!(differing(&forfeit).is_empty(), "{:?}", differing(&forfeit));
    assert_eq!(
        broken(&record(all.clone(), json!("black"), "checkmate")),
        "ply 2: no move, though the turn does not pass"
    );
    all[2]["crown_shift"] = json!("d1");
    assert_eq!(
        broken(&record(all, json!("black"), "forfeit")),
        "ply 2: crown shift to d1 is not legal"
    );
}

#[test]
fn a_checkmate_let_stand_is_a_ply_without_a_move() {
    // Fool's mate once White may shift.
    let turns = "a2a3 a7a6 f2f3 e7e5 g2g4 b7b6 b2b3 d8h4 -";
    let mut all = plies(turns);
    all[8]["pass"] = json!(false);
    let stands = game(&record(all.clone(), json!("black"), "checkmate"));
    assert_eq!(stands.verdict.unwrap().reason.name(), "checkmate");
    assert_eq!(stands.plies.len(), 9);
    assert!(stands.plies[8].checkmate_pending && !stands.plies[8].pass);
    assert!(differing(&stands).is_empty());
    let forfeit = game(&record(all.clone(), json!("black"), "forfeit"));
    assert_eq!(forfeit.verdict.unwrap().reason.name(), "forfeit");
    all[8]["pass"] = json!(true);
    assert_eq!(
        broken(&record(all, json!("black"), "checkmate")),
        "ply 8: a pass that is not due"
    );
    let escape = game(&record(
        plies(&turns.replace(" -", " h1:a3a4")),
        Value::Null,
        "aborted",
    ));
    assert!(escape.shifts[0].checkmate_pending);
}

#[test]
fn resigned_and_aborted_games_keep_their_stored_end() {
    let resigned = game(&record(plies("e2e4"), json!("black"), "resignation"));
    assert_eq!(resigned.verdict.unwrap().winner, Some(Color::Black));
    let aborted = game(&record(plies("e2e4"), json!("black"), "aborted"));
    assert_eq!(aborted.verdict.unwrap().winner, None);
    assert_eq!(differing(&aborted), ["result_winner: black / none"]);
    let unknown = game(&record(plies("e2e4"), Value::Null, "rain"));
    assert_eq!(unknown.verdict, None);
    assert_eq!(differing(&unknown), ["result_reason: rain / none"]);
}

#[test]
fn the_control_condition_has_no_shift() {
    let turns = format!("{QUIET} d1:h2h3");
    let mut value = record(plies(&turns), Value::Null, "aborted");
    value["condition"] = json!("no_crown");
    assert_eq!(
        broken(&value),
        "ply 6: crown shift to d1 is not available on this turn"
    );
}

#[test]
fn records_that_cannot_be_replayed_are_broken_at_their_ply() {
    let with = |change: fn(&mut Vec<Value>)| {
        let mut all = plies("e2e4 e7e5 g1f3");
        change(&mut all);
        broken(&record(all, Value::Null, "aborted"))
    };
    assert_eq!(
        with(|all| all[2]["move"] = json!("g1g3")),
        "ply 2: g1g3 is not a legal move"
    );
    assert_eq!(
        with(|all| all[1]["move"] = json!("e5")),
        "ply 1: move \"e5\" cannot be read"
    );
    assert_eq!(
        with(|all| all[1]["move"] = json!(["e7e5"])),
        "ply 1: move is neither a string nor null"
    );
    assert_eq!(
        with(|all| all[1]["crown_shift"] = json!("d9")),
        "ply 1: crown_shift \"d9\" cannot be read"
    );
    assert_eq!(
        with(|all| all[2]["ply"] = json!(3)),
        "ply 2: its index is 3, 2 is due"
    );
    assert_eq!(
        with(|all| all[0]["color"] = json!("black")),
        "ply 0: its colour is black, white is to move"
    );
    assert_eq!(
        with(|all| all[1]["pass"] = json!(true)),
        "ply 1: a pass with a move or a crown shift"
    );
    assert_eq!(
        with(|all| all[1]["move"] = Value::Null),
        "ply 1: no move, though the turn does not pass"
    );
}

#[test]
fn a_free_control_question_is_judged_in_king_mode_for_the_side_to_move() {
    let mut value = record(Vec::new(), Value::Null, "");
    value["condition"] = json!("free_control");
    value["fen"] = json!("4k3/8/8/8/8/8/4r3/R3K3 w Q - 3 20");
    value["elicitation"] = asked(&[("e1e2", true)], sure("e2"), true);
    let sound = probe(&value);
    assert!(sound.elicitation.well_formed);
    assert_eq!((sound.legal_moves, sound.living), (3, [2, 2]));
    assert!(sound.comparison.discrepancies.is_empty());
    value["agent_color"] = json!("black");
    let other = probe(&value);
    assert_eq!(other.side, Color::White);
    assert_eq!(other.comparison.discrepancies[0].kind.name(), "agent_color");
    value["fen"] = json!("4k3/8/8/8/8/8/4R3/4K3 w - -");
    assert!(broken(&value).starts_with("fen: impossible position: black is in King Mode"));
}

#[test]
fn beliefs_of_every_bad_kind_are_classified_and_break_nothing() {
    let cases = [
        (json!(null), "absent"),
        (json!("e8"), "not_an_object"),
        (json!({"other": 1}), "candidates_not_a_list"),
        (
            json!({"candidates": [[[]]], "other": 1}),
            "candidate_not_an_object",
        ),
        (
            json!({"candidates": [{"p": 1}], "other": 0}),
            "square_not_text",
        ),
        (
            json!({"candidates": [{"square": "e9", "p": 1}], "other": 0}),
            "not_a_square",
        ),
        (sure("e4"), "empty_square"),
        (sure("e1"), "own_square"),
        (
            json!({"candidates": [{"square": "e8"}], "other": 1}),
            "p_missing",
        ),
        (
            json!({"candidates": [{"square": "e8", "p": "1"}], "other": 0}),
            "p_wrong_type",
        ),
        (
            json!({"candidates": [{"square": "e8", "p": "NaN"}], "other": 0}),
            "p_not_finite",
        ),
        (
            json!({"candidates": [{"square": "e8", "p": 1}]}),
            "residual_missing",
        ),
        (
            json!({"candidates": [{"square": "e8", "p": 1}], "other": "0"}),
            "residual_wrong_type",
        ),
        (
            json!({"candidates": [{"square": "e8", "p": 0.5}], "other": 0.4}),
            "total_off",
        ),
    ];
    for (belief, wanted) in cases {
        let mut all = plies("e2e4");
        all[0]["elicitation"] = asked(&[("e2e4", true)], belief, false);
        let game = game(&record(all, Value::Null, "aborted"));
        let fact = &game.elicitations[0];
        let names: Vec<_> = fact
            .belief
            .faults
            .iter()
            .map(|fault| fault.name())
            .collect();
        assert_eq!(names, [wanted]);
        assert!(!fact.well_formed && fact.attempts[0].legal);
    }
}

#[test]
fn bare_nan_in_the_document_is_a_bad_belief_and_no_broken_record() {
    let mut all = plies("e2e4");
    all[0]["elicitation"] = asked(&[("e2e4", true)], sure("e8"), false);
    let text = record(all, Value::Null, "aborted").to_string();
    for number in ["NaN", "-Infinity", "1e999"] {
        let text = text.replace("\"p\":1", &format!("\"p\":{number}"));
        let (_, replayed) = replay_document(text.as_bytes()).unwrap();
        let fault = replayed.elicitations()[0].belief.faults[0];
        assert_eq!(fault.name(), "p_not_finite", "{number}");
    }
}

/// A sound record with every part in it.
fn full() -> String {
    let mut all = plies(&format!("{QUIET} d1:h2h3 c6:h7h6 d2d3"));
    all[0]["elicitation"] = asked(&[("g1f3", true)], sure("e8"), true);
    all[0]["elicitation"]["attempts"][0]["raw"] = json!(
        "```json\n{\"move\": \"g1f3\", \"belief\": {\"candidates\": [{\"square\": \"e8\", \"p\": 1}], \"other\": 0}}\n```"
    );
    record(all, Value::Null, "aborted").to_string()
}

proptest! {
    #[test]
    fn damaged_text_never_panics(
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        end in any::<prop::sample::Index>(),
        cut in any::<bool>(),
    ) {
        let mut bytes = full().into_bytes();
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if cut {
            bytes.truncate(end.index(bytes.len()));
        }
        let _ = replay_document(&bytes);
    }

    #[test]
    fn swapped_values_never_panic(
        junk in prop::sample::select(vec![
            "null", "3", "-1", "\"\"", "[]", "{}", "true", "[{}]", "\"e8\"", "1e400", "NaN",
        ]),
        place in any::<prop::sample::Index>(),
    ) {
        // Replace what follows one of the colons.
        let text = full();
        let colons: Vec<usize> = text.match_indices("\":").map(|(at, _)| at + 2).collect();
        let start = *place.get(&colons);
        let rest = &text[start..];
        let length = rest.find([',', '}', ']']).unwrap();
        let swapped = format!("{}{junk}{}", &text[..start], &rest[length..]);
        let _ = replay_document(swapped.as_bytes());
    }
}
