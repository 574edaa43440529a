//! The facts before every turn against those of an independent implementation.

#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "helpers of tests fail like tests, and a skipped one says so"
)]

use std::path::Path;

use recount::records::regent::RulesGame;
use recount::replay::regent::replay_rules_game;
use serde_json::Value;

/// Compares every game of a rules-games file; returns games and turns compared.
fn compare(text: &str) -> (usize, usize) {
    let (mut games, mut turns) = (0, 0);
    for line in text.lines() {
        let known: Value = serde_json::from_str(line).unwrap();
        let replay = replay_rules_game(&RulesGame::parse(line).unwrap());
        let ours = serde_json::to_value(&replay).unwrap();
        let id = &known["id"];
        assert_eq!(replay.error, None, "{id}");
        let expected = known["facts"].as_array().unwrap();
        for (ours, known) in ours["facts"].as_array().unwrap().iter().zip(expected) {
            // As text, so that the order of the keys is compared as well.
            assert_eq!(ours.to_string(), known.to_string(), "{id}");
            turns += 1;
        }
        assert_eq!(replay.facts.len(), expected.len(), "{id}");
        assert_eq!(
            ours["result"].to_string(),
            known["result"].to_string(),
            "{id}"
        );
        games += 1;
    }
    (games, turns)
}

#[test]
fn facts_of_the_games_kept_here() {
    let text = include_str!("../data/golden/regent-facts.jsonl");
    assert_eq!(compare(text), (8, 109));
}

#[test]
fn facts_of_the_shared_sample() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/regent-rules-sample.jsonl");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("SKIPPED: {} is absent", path.display());
        return;
    };
    let (games, turns) = compare(&text);
    assert_eq!(games, text.lines().count());
    assert!(turns > 900, "{turns}");
}
