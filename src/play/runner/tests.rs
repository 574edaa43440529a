//! The runner on a small game: a coin that shows what the trial's number says.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde_json::{Value, json};

use super::*;

/// What trial `n` does.
type Coin<'a> = dyn Fn(usize) -> Result<Value, PlayError> + Sync + 'a;

struct Coins<'a> {
    jobs: Vec<usize>,
    bias: u32,
    base_url: &'static str,
    toss: &'a Coin<'a>,
    workers_made: AtomicUsize,
    workers_to_be_had: usize,
}

impl<'a> Coins<'a> {
    fn new(count: usize, toss: &'a Coin<'a>) -> Self {
        Self {
            jobs: (0..count).collect(),
            bias: 1,
            base_url: "a",
            toss,
            workers_made: AtomicUsize::new(0),
            workers_to_be_had: usize::MAX,
        }
    }
}

impl Collection for Coins<'_> {
    type Job = usize;
    type Worker = ();

    fn jobs(&self) -> &[usize] {
        &self.jobs
    }

    fn place(&self, &job: &usize) -> String {
        format!("coin/{}/{job}.json", job % 3)
    }

    fn settings(&self, _: &usize) -> Value {
        json!({"game": "coin", "agent": {"bias": self.bias, "base_url": self.base_url}})
    }

    fn calls_at_most(&self, &job: &usize) -> u64 {
        job as u64
    }

    fn worker(&self) -> Result<(), PlayError> {
        if self.workers_made.fetch_add(1, Ordering::Relaxed) < self.workers_to_be_had {
            Ok(())
        } else {
            Err(PlayError::Equipment("no engine".to_owned()))
        }
    }

    fn play(&self, &job: &usize, (): &mut ()) -> Result<Value, PlayError> {
        (self.toss)(job)
    }

    fn verdict(&self, record: &Value) -> Option<Verdict> {
        match record.get("heads")?.as_bool()? {
            true => Some(Verdict::Pass),
            false => Some(Verdict::Fail),
        }
    }
}

fn fair(job: usize) -> Result<Value, PlayError> {
    Ok(json!({"n": job, "heads": job.is_multiple_of(2)}))
}

fn options(workers: usize, give_up_after: usize) -> Options {
    Options {
        workers: NonZeroUsize::new(workers).unwrap(),
        give_up_after: NonZeroUsize::new(give_up_after).unwrap(),
    }
}

fn go(coins: &Coins<'_>, folder: &std::path::Path, options: Options) -> Summary {
    let store = Store::open(folder).unwrap();
    run(coins, &store, options, &AtomicBool::new(false), &|_| ()).unwrap()
}

/// Every file below a folder with its content.
fn files(folder: &std::path::Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                found.push((name, std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn the_number_of_workers_changes_nothing() {
    let run = |workers| {
        let folder = tempfile::tempdir().unwrap();
        let summary = go(&Coins::new(20, &fair), folder.path(), options(workers, 5));
        assert!(summary.complete() && summary.ended == Ended::Through);
        assert_eq!((summary.played, summary.passed), (20, 10));
        files(folder.path())
    };
    let alone = run(1);
    assert_eq!(alone.len(), 20);
    assert_eq!(alone[0].0, "coin/0/0.json");
    assert_eq!(
        alone[0].1,
        "{\"n\":0,\"heads\":true,\"collection\":\
         {\"game\":\"coin\",\"agent\":{\"bias\":1,\"base_url\":\"a\"}}}\n"
    );
    assert_eq!(alone, run(7));
}

#[test]
fn a_second_run_plays_only_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let tossed = Mutex::new(Vec::new());
    let toss = |job| {
        tossed.lock().unwrap().push(job);
        fair(job)
    };
    let coins = Coins::new(6, &toss);
    go(&coins, folder.path(), options(1, 5));
    let before = files(folder.path());
    std::fs::remove_file(folder.path().join("coin/1/4.json")).unwrap();
    // What a killed run and a power cut may leave.
    std::fs::write(folder.path().join("coin/2/5.json"), "{\"n\":").unwrap();
    std::fs::write(folder.path().join("coin/2/5.json.partial"), "{").unwrap();
    std::fs::write(folder.path().join("coin/1/4.json.partial"), "{").unwrap();
    tossed.lock().unwrap().clear();
    let summary = go(&coins, folder.path(), options(2, 5));
    let mut again = tossed.lock().unwrap().clone();
    again.sort_unstable();
    assert_eq!(again, [4, 5]);
    assert_eq!((summary.present, summary.played, summary.passed), (4, 2, 3));
    let mut after = files(folder.path());
    after.retain(|(name, _)| !name.ends_with("5.json.partial"));
    assert_eq!(after, before);
}

#[test]
fn other_settings_are_not_mixed_in() {
    let folder = tempfile::tempdir().unwrap();
    go(&Coins::new(2, &fair), folder.path(), options(1, 5));
    let mut coins = Coins::new(3, &|_| panic!("nothing is to be played"));
    coins.bias = 2;
    let store = Store::open(folder.path()).unwrap();
    let error = run(
        &coins,
        &store,
        options(1, 5),
        &AtomicBool::new(false),
        &|_| (),
    )
    .unwrap_err();
    let text = error.to_string();
    assert!(text.contains("agent.bias is 1 there and 2 now"), "{text}");
    drop(store);
    let mut moved = Coins::new(3, &fair);
    moved.base_url = "b";
    let summary = go(&moved, folder.path(), options(1, 5));
    assert_eq!((summary.present, summary.played), (2, 1));
}

#[test]
fn a_skipped_trial_is_listed_and_played_next_time() {
    let folder = tempfile::tempdir().unwrap();
    let moody = |job| match job {
        1 => Err(PlayError::Skip("too long".to_owned())),
        3 => Ok(json!({"n": 3})),
        _ => fair(job),
    };
    let summary = go(&Coins::new(5, &moody), folder.path(), options(3, 5));
    let listed: Vec<(&str, &str)> = summary
        .skipped
        .iter()
        .map(|one| (one.place.as_str(), one.why.as_str()))
        .collect();
    assert_eq!(
        listed,
        [
            ("coin/1/1.json", "too long"),
            ("coin/0/3.json", "the trial ended without a verdict"),
        ]
    );
    assert_eq!((summary.played, summary.complete()), (3, false));
    assert_eq!(summary.ended, Ended::Through);
    assert_eq!(files(folder.path()).len(), 3);
    let summary = go(&Coins::new(5, &fair), folder.path(), options(3, 5));
    assert_eq!((summary.present, summary.played), (3, 2));
}

#[test]
fn a_stop_keeps_what_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let no_key = |job| match job {
        3 => Err(PlayError::Stop("bad key".to_owned())),
        _ => fair(job),
    };
    let summary = go(&Coins::new(9, &no_key), folder.path(), options(1, 5));
    assert_eq!(summary.ended, Ended::Stopped("bad key".to_owned()));
    assert_eq!((summary.played, files(folder.path()).len()), (3, 3));
    assert!(summary.skipped.is_empty());
}

#[test]
fn skips_in_a_row_end_the_run_and_others_do_not() {
    let down = |job| match job {
        2 | 4.. => Err(PlayError::Skip("down".to_owned())),
        _ => fair(job),
    };
    let folder = tempfile::tempdir().unwrap();
    let summary = go(&Coins::new(50, &down), folder.path(), options(1, 3));
    assert_eq!((summary.played, summary.skipped.len()), (3, 4));
    let why = "3 trials in a row came to nothing, the last because: down";
    assert_eq!(summary.ended, Ended::Stopped(why.to_owned()));
}

#[test]
fn broken_equipment_is_replaced_once() {
    let folder = tempfile::tempdir().unwrap();
    let crash = |job| match job {
        1 | 3 | 6.. => Err(PlayError::Equipment("engine died".to_owned())),
        _ => fair(job),
    };
    let coins = Coins::new(20, &crash);
    let summary = go(&coins, folder.path(), options(1, 9));
    // Replaced after 1, 3 and 6; the one that came after 6 failed at once.
    assert_eq!(coins.workers_made.load(Ordering::Relaxed), 4);
    assert_eq!((summary.played, summary.skipped.len()), (4, 3));
    assert_eq!(summary.ended, Ended::Stopped("engine died".to_owned()));
}

#[test]
fn equipment_that_cannot_be_had_stops_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let mut coins = Coins::new(5, &fair);
    coins.workers_to_be_had = 0;
    let summary = go(&coins, folder.path(), options(2, 9));
    assert_eq!(summary.ended, Ended::Stopped("no engine".to_owned()));
    assert_eq!(summary.played, 0);
}

#[test]
fn an_interruption_starts_nothing_more() {
    let folder = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(false);
    let toss = |job| {
        if job == 2 {
            stop.store(true, Ordering::Relaxed);
            // What an agent makes of a stop is no skip.
            return Err(PlayError::Stop("stopped".to_owned()));
        }
        fair(job)
    };
    let coins = Coins::new(9, &toss);
    let store = Store::open(folder.path()).unwrap();
    let summary = run(&coins, &store, options(1, 5), &stop, &|_| ()).unwrap();
    assert_eq!(summary.ended, Ended::Interrupted);
    assert_eq!((summary.played, summary.skipped.len()), (2, 0));
}

#[cfg(unix)]
#[test]
fn two_runs_do_not_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let first = Store::open(folder.path()).unwrap();
    assert!(matches!(
        Store::open(folder.path()),
        Err(StoreError::Busy(_))
    ));
    drop(first);
    Store::open(folder.path()).unwrap();
}

#[test]
fn a_forecast_counts_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let coins = Coins::new(4, &fair);
    let empty = forecast(&coins, None).unwrap();
    assert_eq!(
        (empty.planned, empty.to_play, empty.calls_at_most),
        (4, 4, 6)
    );
    assert!(Store::peek(&folder.path().join("absent")).is_none());
    go(&Coins::new(2, &fair), folder.path(), options(1, 5));
    let half = forecast(&coins, Store::peek(folder.path()).as_ref()).unwrap();
    assert_eq!((half.present, half.to_play, half.calls_at_most), (2, 2, 5));
}

#[test]
fn events_tell_the_whole_story() {
    let folder = tempfile::tempdir().unwrap();
    go(&Coins::new(1, &fair), folder.path(), options(1, 5));
    let moody = |job| match job {
        2 => Err(PlayError::Skip("x".to_owned())),
        _ => fair(job),
    };
    let story = Mutex::new(Vec::new());
    let store = Store::open(folder.path()).unwrap();
    let watch = |event: Event<'_>| story.lock().unwrap().push(format!("{event:?}"));
    run(
        &Coins::new(3, &moody),
        &store,
        options(1, 5),
        &AtomicBool::new(false),
        &watch,
    )
    .unwrap();
    assert_eq!(
        story.into_inner().unwrap(),
        [
            "Started { planned: 3, present: 1, passed: 1 }",
            "Recorded(Fail)",
            "Skipped(Skipped { place: \"coin/2/2.json\", why: \"x\" })",
        ]
    );
}

#[test]
fn a_packed_run_is_one_file_in_the_order_of_the_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let pack_with = |workers| {
        let trials = folder.path().join("trials");
        let coins = Coins::new(7, &fair);
        go(&coins, &trials, options(workers, 5));
        let target = folder.path().join("all.jsonl.zst");
        pack(&coins, Store::open(&trials).unwrap(), &target).unwrap();
        assert!(!trials.exists());
        std::fs::read(target).unwrap()
    };
    let bytes = pack_with(1);
    assert_eq!(bytes, pack_with(4));
    let text = String::from_utf8(zstd::decode_all(bytes.as_slice()).unwrap()).unwrap();
    let order: Vec<u64> = text
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).unwrap()["n"]
                .as_u64()
                .unwrap()
        })
        .collect();
    assert_eq!(order, [0, 1, 2, 3, 4, 5, 6]);
}

#[test]
fn an_incomplete_run_is_not_packed_away() {
    let folder = tempfile::tempdir().unwrap();
    let trials = folder.path().join("trials");
    go(&Coins::new(2, &fair), &trials, options(1, 5));
    let target = folder.path().join("all.jsonl.zst");
    pack(
        &Coins::new(3, &fair),
        Store::open(&trials).unwrap(),
        &target,
    )
    .unwrap_err();
    assert_eq!(files(folder.path()).len(), 2);
}

#[test]
fn slugs_are_safe_and_differ() {
    assert_eq!(slug("scripted-a_1.0"), "scripted-a_1.0");
    let texts = ["a/b", "a_b", "a b", "..", "", "../x", "炮", "马", ".hidden"];
    let slugs: Vec<String> = texts.iter().map(|text| slug(text)).collect();
    for (i, slug) in slugs.iter().enumerate() {
        assert!(!slugs[..i].contains(slug), "{slug}");
        assert!(!slug.is_empty() && !slug.starts_with('.'), "{slug}");
        assert!(
            slug.bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b))
        );
    }
    assert!(slug(&"x".repeat(500)).len() < 120);
}
