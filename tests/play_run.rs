//! Whole runs against a server that misbehaves, and runs that are killed.
//!
//! Environment variables cannot be set within a process safely, so some tests
//! start this test program again and look at what the child did.

mod play_support {
    pub(crate) mod referee;
    pub(crate) mod server;
}

use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use play_support::referee::Referee;
use play_support::server::{Server, Step};
use recount::play::agent::openai::{Address, Endpoint, Patience, Settings};
use recount::play::agent::{Agent, AgentError, Agents, Message, Reply, Trial};
use recount::play::runner::{Ended, Options, Store, Summary, run};
use recount::play::xiangqi::collection::{Endgames, Part};
use recount::play::xiangqi::scripted::Scripted;
use serde_json::{Map, Value, json};

const KEY: &str = "sk-test-0123456789abcdef";
const FOLDER: &str = "RECOUNT_TEST_FOLDER";
const URL: &str = "RECOUNT_TEST_URL";
const KEY_VARIABLE: &str = "RECOUNT_TEST_KEY";

#[expect(clippy::unwrap_used, reason = "a failed test")]
fn play(agents: Box<dyn Agents>, cases: usize, folder: &Path) -> Summary {
    let part = Part {
        modes: vec![0],
        cases: (0..cases).collect(),
    };
    let endgames = Endgames::new(Referee::new(), vec![agents], &[part], 1, 1);
    let options = Options {
        workers: NonZeroUsize::MIN,
        give_up_after: NonZeroUsize::new(3).unwrap(),
    };
    let store = Store::open(folder).unwrap();
    run(&endgames, &store, options, &AtomicBool::new(false), &|_| ()).unwrap()
}

#[expect(clippy::unwrap_used, reason = "a failed test")]
fn model(base_url: &str) -> Box<dyn Agents> {
    let settings = Settings {
        name: "vendor/m".to_owned(),
        model_id: "m".to_owned(),
        address: Address::new(base_url).unwrap(),
        key_variable: KEY_VARIABLE.to_owned(),
        temperature: None,
        max_tokens: None,
        extra: Map::new(),
        timeout: Duration::from_millis(500),
        patience: Patience {
            tries: 2,
            first_wait: Duration::from_millis(1),
            ..Patience::default()
        },
    };
    Box::new(Endpoint::new(settings, Arc::default()).unwrap())
}

fn resigns() -> Step {
    Step::reply("I give up.\n```bash\nresign\n```")
}

/// Every file below a folder with its content.
#[expect(clippy::unwrap_used, reason = "a failed test")]
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                // A running child renames its files while they are listed.
                if let Ok(bytes) = std::fs::read(&path) {
                    found.push((name, bytes));
                }
            }
        }
    }
    found.sort();
    found
}

#[test]
fn a_misbehaving_server_loses_no_finished_trial() {
    let hang = Step::Hang(Duration::from_secs(3));
    let huge = Step::reply(&"x".repeat(10 << 20));
    let script = vec![
        resigns(),
        // Mended by a second try.
        Step::error(429, "slow down"),
        resigns(),
        // Not mended: the third trial is skipped.
        hang.clone(),
        hang,
        resigns(),
        Step::CutOff,
        Step::Answer(200, "", "{\"choices\": oops".to_owned()),
        resigns(),
        huge.clone(),
        huge,
        // An empty text is a reply without a command; five of them lose.
        Step::reply(""),
        Step::message(&json!({"content": null})),
        Step::reply(""),
        Step::reply(""),
        Step::reply(""),
        Step::error(400, "context too long"),
        resigns(),
    ];
    let server = Server::start(script);
    let folder = tempfile::tempdir().unwrap();
    let summary = play(model(&server.base_url), 9, folder.path());
    let reasons: Vec<&str> = summary.skipped.iter().map(|one| one.why.as_str()).collect();
    assert_eq!(reasons.len(), 4, "{reasons:?}");
    for (reason, expected) in reasons.iter().zip([
        "did not answer in time (after 2 tries)",
        "the reply is not JSON",
        "sent a reply of more than 4 MiB (after 2 tries)",
        "HTTP 400: context too long",
    ]) {
        assert!(reason.contains(expected), "{reason}");
    }
    assert_eq!(summary.ended, Ended::Through);
    assert_eq!((summary.played, files(folder.path()).len()), (5, 5));

    // Another port, and the rest is played.
    let good = Server::start(vec![resigns()]);
    let summary = play(model(&good.base_url), 9, folder.path());
    assert_eq!((summary.present, summary.played), (5, 4));
    let asked = good.asked();
    assert_eq!(asked.len(), 4);
    assert!(asked.iter().all(|one| one.body["model"] == "m"));
}

#[test]
fn a_server_that_is_down_ends_the_run_soon() {
    let server = Server::start(vec![resigns(), Step::Drop]);
    let folder = tempfile::tempdir().unwrap();
    let summary = play(model(&server.base_url), 50, folder.path());
    assert_eq!((summary.played, summary.skipped.len()), (1, 3));
    assert!(matches!(summary.ended, Ended::Stopped(why) if why.contains("3 trials in a row")));
    assert_eq!(server.asked().len(), 1 + 3 * 2);
}

/// Starts this program again with one of the children below.
#[expect(clippy::unwrap_used, reason = "a failed test")]
fn child(name: &str, folder: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--ignored", "--exact", "--nocapture", name])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

#[test]
#[ignore = "started by the test below"]
#[expect(clippy::print_stdout, reason = "the parent looks for the key in it")]
fn child_with_a_key() {
    let (Ok(folder), Ok(url)) = (std::env::var(FOLDER), std::env::var(URL)) else {
        return;
    };
    let agents = model(&url);
    println!("{:?}", agents.settings());
    println!("{:?}", play(agents, 6, Path::new(&folder)));
}

#[test]
fn the_key_is_sent_and_appears_nowhere() {
    let echo = format!("your key {KEY} is fine\n```bash\nresign\n```");
    let server = Server::start(vec![
        Step::reply(&echo),
        Step::error(400, &format!("I dislike {KEY}")),
        Step::Answer(500, "", format!("{KEY} {KEY}")),
        Step::Answer(200, "", format!("not json {KEY}")),
        Step::reply(&echo),
        Step::error(401, &format!("Incorrect API key provided: {KEY}")),
    ]);
    let folder = tempfile::tempdir().unwrap();
    let output = child("child_with_a_key", folder.path())
        .env(URL, &server.base_url)
        .env(KEY_VARIABLE, KEY)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8(said).unwrap();
    assert!(output.status.success(), "{said}");
    let asked = server.asked();
    assert_eq!(asked.len(), 6, "{said}");
    let sent = format!("authorization: bearer {KEY}").to_lowercase();
    assert!(
        asked
            .iter()
            .all(|one| one.head.to_lowercase().contains(&sent))
    );
    assert!(said.contains("Incorrect API key provided: [key]"), "{said}");
    assert!(
        said.contains("is the key in RECOUNT_TEST_KEY right?"),
        "{said}"
    );
    assert!(!said.contains(KEY), "{said}");
    let files = files(folder.path());
    assert_eq!(files.len(), 2);
    for (name, bytes) in files {
        assert!(!String::from_utf8_lossy(&bytes).contains(KEY), "{name}");
    }
}

/// An agent that takes its time, so that it can be killed at work.
struct Slow<T>(T);

impl Agents for Slow<Scripted> {
    fn model(&self) -> &str {
        self.0.model()
    }

    fn settings(&self) -> Value {
        self.0.settings()
    }

    fn start(&self, trial: Trial<'_>) -> Result<Box<dyn Agent>, AgentError> {
        Ok(Box::new(Slow(self.0.start(trial)?)))
    }
}

impl Agent for Slow<Box<dyn Agent>> {
    fn reply(&mut self, conversation: &[Message]) -> Result<Reply, AgentError> {
        std::thread::sleep(Duration::from_millis(5));
        self.0.reply(conversation)
    }
}

#[test]
#[ignore = "started by the test below"]
fn child_that_plays() {
    if let Ok(folder) = std::env::var(FOLDER) {
        let agents = Slow(Scripted::named("deep-thinker").unwrap());
        play(Box::new(agents), 119, Path::new(&folder));
    }
}

#[cfg(unix)]
#[test]
fn a_killed_run_is_finished_by_the_next() {
    let agents = || Box::new(Scripted::named("deep-thinker").unwrap());
    let whole = tempfile::tempdir().unwrap();
    play(agents(), 119, whole.path());

    let folder = tempfile::tempdir().unwrap();
    let mut running = child("child_that_plays", folder.path()).spawn().unwrap();
    while files(folder.path()).len() < 5 {
        assert!(running.try_wait().unwrap().is_none(), "it ended too soon");
    }
    running.kill().unwrap();
    running.wait().unwrap();
    let left = files(folder.path());
    let records = left.iter().filter(|(name, _)| name.ends_with(".json"));
    assert!(records.clone().count() < 119);
    for (name, bytes) in records {
        assert!(bytes.ends_with(b"}\n"), "{name} is half a record");
    }
    let summary = play(agents(), 119, folder.path());
    assert!(summary.complete() && summary.present >= 4);
    assert_eq!(files(folder.path()), files(whole.path()));
}
