//! The cast of scripted agents in play: a bare referee with the environment's
//! wording, a defender that takes what it can, and the real runner.
//!
//! `cargo test --test play_scripted -- --nocapture` prints how each one fared.

mod play_support {
    pub(crate) mod referee;
}

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use play_support::referee::{Referee, SETTINGS};
use recount::play::agent::Agents;
use recount::play::runner::{Collection as _, Options, Store, Verdict, run};
use recount::play::xiangqi::collection::{Endgames, Part};
use recount::play::xiangqi::scripted::{CAST, Scripted};
use serde_json::json;

/// How one agent fared in one setting.
#[derive(Default)]
struct Score {
    trials: u32,
    wins: u32,
    calls: u64,
    first_illegal: u32,
    ends: BTreeMap<String, u32>,
}

#[test]
#[expect(clippy::print_stderr, reason = "figures for who asks with --nocapture")]
fn the_cast_differs_as_models_do() {
    let referee = Referee::new();
    assert_eq!(referee.cases.len(), 119);
    let agents: Vec<Box<dyn Agents>> = CAST
        .iter()
        .map(|persona| Box::new(Scripted::from(persona)) as Box<dyn Agents>)
        .collect();
    let part = Part {
        modes: vec![0, 1],
        cases: (0..119).step_by(3).collect(),
    };
    let endgames = Endgames::new(referee, agents, &[part], 2, 2027);
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let options = Options {
        workers: NonZeroUsize::new(2).unwrap(),
        give_up_after: NonZeroUsize::MIN,
    };
    let start = std::time::Instant::now();
    let summary = run(&endgames, &store, options, &AtomicBool::new(false), &|_| ()).unwrap();
    assert!(summary.complete());
    eprintln!("{} trials in {:.1?}", summary.planned, start.elapsed());

    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    for job in endgames.jobs() {
        let place = endgames.place(job);
        let record = store.read(&place).unwrap().unwrap();
        let row: Vec<&str> = place.split('/').take(2).collect();
        let score = scores.entry(row.join(" ")).or_default();
        score.trials += 1;
        score.wins += u32::from(endgames.verdict(&record) == Some(Verdict::Pass));
        score.calls += record["calls"].as_u64().unwrap();
        score.first_illegal += u32::from(record["first_legal"] == json!(false));
        let end = record["end"].as_str().unwrap().to_owned();
        *score.ends.entry(end).or_default() += 1;
    }
    for persona in &CAST {
        for setting in SETTINGS {
            let row = format!("{} {setting}", persona.name);
            let score = &scores[&row];
            eprintln!(
                "{row:34} {:3}/{} calls {:5} first move illegal {:2} {:?}",
                score.wins, score.trials, score.calls, score.first_illegal, score.ends
            );
        }
    }
    let wins = |name: &str, setting: &str| scores[&format!("{name} {setting}")].wins;
    let sighted = |name| wins(name, SETTINGS[0]);
    let blind = |name| wins(name, SETTINGS[1]);
    // From strong to hopeless, and nobody wins everything.
    assert!(sighted("careful-searcher") > sighted("steady-tracker"));
    assert!(sighted("steady-tracker") > sighted("piece-taker"));
    assert!(sighted("careful-searcher") < 80);
    assert!(sighted("guesser") <= 1);
    // Some need the board and some do not.
    assert!(blind("forgetful-tactician") * 2 < sighted("forgetful-tactician"));
    assert!(blind("steady-tracker") * 2 > sighted("steady-tracker"));
    // Each way to lose is somebody's.
    let all: Vec<&String> = scores
        .values()
        .flat_map(|score| score.ends.keys())
        .collect();
    for end in [
        "invalid_action_limit",
        "no_command",
        "action_limit",
        "resignation",
        "checkmate",
    ] {
        assert!(all.iter().any(|&found| found == end), "{end}");
    }
}
