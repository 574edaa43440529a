//! Programs as agents, with real processes. The programs are shell scripts.

#![cfg(unix)]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use recount::play::agent::exec::{Program, Settings};
use recount::play::agent::{AgentError, Agents as _, Message, Reply, Role, Trial};

const TRIAL: Trial<'static> = Trial {
    case: "c",
    number: 1,
    seed: 7,
};

fn settings(script: &str) -> Settings {
    Settings {
        name: "m".to_owned(),
        program: "sh".to_owned(),
        arguments: vec!["-c".to_owned(), script.to_owned()],
        pass_on: Vec::new(),
        key_variable: "OPENAI_API_KEY".to_owned(),
        timeout: Duration::from_secs(10),
    }
}

fn hello() -> [Message; 1] {
    [Message {
        role: Role::User,
        content: "hello\n\"you\"".to_owned(),
    }]
}

fn ask(settings: Settings) -> Result<Reply, AgentError> {
    let program = Program::new(settings, Arc::default());
    program.start(TRIAL)?.reply(&hello())
}

#[track_caller]
#[expect(clippy::panic, reason = "a failed test")]
fn skipped(result: Result<Reply, AgentError>) -> String {
    match result {
        Err(AgentError::Skip(why)) => why,
        other => panic!("not skipped: {other:?}"),
    }
}

#[test]
fn one_process_answers_the_whole_trial() {
    // Counts its requests and repeats each as its reasoning.
    let script = r#"n=0; while read -r line; do n=$((n+1));
        printf '{"content":"%s","reasoning":"%s"}\n' $n "$(printf %s "$line" | cksum | cut -d' ' -f2)"; done"#;
    let program = Program::new(settings(script), Arc::default());
    let mut agent = program.start(TRIAL).unwrap();
    let request = r#"{"messages":[{"role":"user","content":"hello\n\"you\""}]}"#;
    for turn in ["1", "2", "3"] {
        let reply = agent.reply(&hello()).unwrap();
        assert_eq!(reply.content, turn);
        assert_eq!(reply.reasoning, Some(request.len().to_string()));
    }
}

#[test]
fn a_long_conversation_does_not_block() {
    // Writes before it reads; both sides would wait for ever on full pipes.
    let script =
        r#"head -c 300000 /dev/zero | tr '\0' x >&2; read -r line; echo '{"content":"a"}'"#;
    let program = Program::new(settings(script), Arc::default());
    let long = [Message {
        role: Role::User,
        content: "x".repeat(1 << 20),
    }];
    let reply = program.start(TRIAL).unwrap().reply(&long).unwrap();
    assert_eq!(reply.content, "a");
}

#[test]
fn a_dead_program_is_quoted() {
    let why = skipped(ask(settings(
        "echo first >&2; echo 'no such model' >&2; exit 3",
    )));
    assert!(why.contains("sh: it ended (exit status: 3)"), "{why}");
    assert!(
        why.ends_with("its standard error ends: first / no such model"),
        "{why}"
    );
}

#[test]
fn a_garbled_line_is_quoted() {
    let why = skipped(ask(settings("read -r l; echo loading...; cat >/dev/null")));
    assert!(
        why.contains("its line is not JSON") && why.ends_with(": loading..."),
        "{why}"
    );
}

#[test]
fn a_silent_program_is_given_up() {
    let mut settings = settings("exec sleep 30");
    settings.timeout = Duration::from_millis(150);
    let start = Instant::now();
    assert_eq!(skipped(ask(settings)), "sh: no reply in 150ms");
    assert!(start.elapsed() < Duration::from_secs(8));
}

#[test]
fn a_program_that_is_not_there_stops_the_run() {
    let mut settings = settings("");
    settings.program = "/nowhere/agent".to_owned();
    match ask(settings) {
        Err(AgentError::Stop(why)) => assert!(why.starts_with("cannot start /nowhere/agent: ")),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_program_can_stop_the_run_or_skip_a_trial() {
    let stops = r#"read -r l; echo '{"error":"no licence","stop":true}'"#;
    match ask(settings(stops)) {
        Err(AgentError::Stop(why)) => assert_eq!(why, "sh: it says: no licence"),
        other => panic!("{other:?}"),
    }
    let skips = r#"read -r l; echo '{"error":"too long"}'"#;
    assert_eq!(skipped(ask(settings(skips))), "sh: it says: too long");
}

#[test]
fn a_dropped_agent_leaves_no_process() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid");
    let script = format!("echo $$ > {}; exec sleep 300", file.display());
    let mut settings = settings(&script);
    settings.timeout = Duration::from_secs(2);
    let program = Program::new(settings, Arc::default());
    let agent = program.start(TRIAL).unwrap();
    let pid = loop {
        match std::fs::read_to_string(&file) {
            Ok(text) if text.ends_with('\n') => break text.trim().to_owned(),
            _ => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    let alive = || {
        std::process::Command::new("kill")
            .args(["-0", &pid])
            .stderr(std::process::Stdio::null())
            .status()
            .unwrap()
            .success()
    };
    assert!(alive());
    drop(agent);
    assert!(!alive());
}

#[test]
fn a_stop_interrupts_the_wait() {
    let stop = Arc::new(AtomicBool::new(false));
    let program = Program::new(settings("exec sleep 30"), Arc::clone(&stop));
    let mut agent = program.start(TRIAL).unwrap();
    let start = Instant::now();
    stop.store(true, Ordering::Relaxed);
    assert!(matches!(agent.reply(&hello()), Err(AgentError::Stop(_))));
    assert!(start.elapsed() < Duration::from_secs(8));
}

#[test]
fn the_seed_depends_on_the_trial() {
    let script = r#"read -r l; echo "{\"content\":\"$RECOUNT_SEED\"}""#;
    let program = Program::new(settings(script), Arc::default());
    let seed = |number| {
        let trial = Trial { number, ..TRIAL };
        program
            .start(trial)
            .unwrap()
            .reply(&hello())
            .unwrap()
            .content
    };
    assert_eq!(seed(1), seed(1));
    assert_ne!(seed(1), seed(2));
    assert!(seed(1).parse::<u64>().is_ok());
}
