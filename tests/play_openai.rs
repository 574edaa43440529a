//! What a Chat Completions endpoint may do to us, with a real socket.

mod play_support {
    pub(crate) mod server;
}

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use play_support::server::{Server, Step};
use recount::play::agent::openai::{Address, Endpoint, Patience, Settings, SettingsError};
use recount::play::agent::{AgentError, Agents, Message, Reply, Role, Trial, Usage};
use serde_json::{Map, json};

#[expect(clippy::unwrap_used, reason = "a failed test")]
fn settings(base_url: &str) -> Settings {
    Settings {
        name: "m".to_owned(),
        model_id: "vendor/m".to_owned(),
        address: Address::new(base_url).unwrap(),
        key_variable: "RECOUNT_TEST_NO_KEY".to_owned(),
        temperature: None,
        max_tokens: None,
        extra: Map::new(),
        timeout: Duration::from_secs(10),
        patience: Patience {
            tries: 3,
            first_wait: Duration::from_millis(1),
            ..Patience::default()
        },
    }
}

#[expect(clippy::unwrap_used, reason = "a failed test")]
fn ask_with(settings: Settings) -> Result<Reply, AgentError> {
    let endpoint = Endpoint::new(settings, Arc::default()).unwrap();
    let conversation = [
        Message {
            role: Role::System,
            content: "Rules.".to_owned(),
        },
        Message {
            role: Role::User,
            content: "Your turn: 炮.".to_owned(),
        },
    ];
    let trial = Trial {
        case: "c",
        number: 1,
        seed: 7,
    };
    endpoint.start(trial)?.reply(&conversation)
}

fn ask(script: Vec<Step>) -> (Result<Reply, AgentError>, Server) {
    let server = Server::start(script);
    (ask_with(settings(&server.base_url)), server)
}

#[track_caller]
#[expect(clippy::panic, reason = "a failed test")]
fn skipped(result: Result<Reply, AgentError>) -> String {
    match result {
        Err(AgentError::Skip(why)) => why,
        other => panic!("not skipped: {other:?}"),
    }
}

#[track_caller]
#[expect(clippy::panic, reason = "a failed test")]
fn stopped(result: Result<Reply, AgentError>) -> String {
    match result {
        Err(AgentError::Stop(why)) => why,
        other => panic!("not stopped: {other:?}"),
    }
}

#[test]
fn a_reply_arrives_whole() {
    let (result, server) = ask(vec![Step::message(
        &json!({"content": "go 炮", "reasoning_content": "why"}),
    )]);
    let expected = Reply {
        content: "go 炮".to_owned(),
        reasoning: Some("why".to_owned()),
        usage: Some(Usage {
            prompt_tokens: 11,
            completion_tokens: 3,
        }),
    };
    assert_eq!(result.unwrap(), expected);
    let asked = server.asked();
    assert!(
        asked[0]
            .head
            .starts_with("POST /v1/chat/completions HTTP/1.1")
    );
    assert!(!asked[0].head.to_lowercase().contains("authorization"));
    // Nothing is asked for that the user did not set.
    assert_eq!(
        asked[0].body,
        json!({"model": "vendor/m", "messages": [
            {"role": "system", "content": "Rules."},
            {"role": "user", "content": "Your turn: 炮."}]})
    );
}

#[test]
fn settings_reach_the_endpoint() {
    let server = Server::start(vec![Step::reply("a")]);
    let mut settings = settings(&server.base_url);
    settings.temperature = Some(0.5);
    settings.max_tokens = Some(64);
    settings
        .extra
        .insert("reasoning_effort".to_owned(), json!("high"));
    ask_with(settings).unwrap();
    let body = &server.asked()[0].body;
    assert_eq!(body["temperature"], json!(0.5));
    assert_eq!(body["max_tokens"], json!(64));
    assert_eq!(body["reasoning_effort"], json!("high"));
}

#[test]
fn the_conversation_is_not_free_to_set() {
    let mut settings = settings("http://127.0.0.1:1/v1");
    settings.extra.insert("stream".to_owned(), json!(true));
    assert_eq!(
        Endpoint::new(settings, Arc::default()).unwrap_err(),
        SettingsError::Reserved("stream".to_owned())
    );
}

#[test]
fn openai_itself_needs_a_key() {
    let settings = settings("https://api.openai.com/v1");
    let error = Endpoint::new(settings, Arc::default()).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("RECOUNT_TEST_NO_KEY is not set")
    );
}

#[test]
fn what_passes_is_tried_again() {
    for step in [
        Step::error(429, "slow down"),
        Step::error(500, "oops"),
        Step::error(503, "busy"),
        Step::error(529, "overloaded"),
        Step::error(408, "late"),
        Step::Drop,
        Step::CutOff,
        Step::Answer(200, "", "<html>not json</html>".to_owned()),
        Step::Answer(200, "", String::new()),
        Step::Answer(200, "", r#"{"choices":[]}"#.to_owned()),
        Step::Answer(
            200,
            "",
            r#"{"error":{"code":503,"message":"x"}}"#.to_owned(),
        ),
    ] {
        let (result, server) = ask(vec![step.clone(), step.clone(), Step::reply("at last")]);
        assert_eq!(result.unwrap().content, "at last", "{step:?}");
        assert_eq!(server.asked().len(), 3, "{step:?}");
    }
}

#[test]
fn patience_ends_and_the_reason_is_given() {
    for (step, expected) in [
        (
            Step::error(500, "oops"),
            "answers HTTP 500: oops (after 3 tries)",
        ),
        (
            Step::Answer(200, "", "<html>".to_owned()),
            "the reply is not JSON",
        ),
        (Step::CutOff, "127.0.0.1"),
        (Step::Drop, "127.0.0.1"),
    ] {
        let (result, server) = ask(vec![step.clone()]);
        let why = skipped(result);
        assert!(why.contains(expected), "{step:?}: {why}");
        assert_eq!(server.asked().len(), 3, "{step:?}");
    }
}

#[test]
fn what_concerns_the_run_stops_it() {
    for (status, hint) in [
        (401, "(RECOUNT_TEST_NO_KEY is not set)"),
        (403, "(RECOUNT_TEST_NO_KEY is not set)"),
        (404, "(check the base URL and the model)"),
        (402, "HTTP 402: no"),
        (405, "HTTP 405: no"),
    ] {
        let (result, server) = ask(vec![Step::error(status, "no")]);
        let why = stopped(result);
        assert!(why.contains(hint), "{status}: {why}");
        assert_eq!(server.asked().len(), 1, "{status}");
    }
    let spent = r#"{"error":{"message":"no credit","code":"insufficient_quota"}}"#;
    let (result, _) = ask(vec![Step::Answer(429, "", spent.to_owned())]);
    assert!(stopped(result).contains("no credit"));
}

#[test]
fn what_concerns_the_trial_skips_it() {
    for status in [400, 413, 422] {
        let (result, server) = ask(vec![Step::error(status, "too long")]);
        assert!(skipped(result).ends_with(&format!("HTTP {status}: too long")));
        assert_eq!(server.asked().len(), 1, "{status}");
    }
}

#[test]
fn a_redirect_is_not_followed() {
    let to = "location: https://elsewhere.example/v1?sig=1\r\n";
    for status in [301, 302, 307, 308] {
        let (result, server) = ask(vec![Step::Answer(status, to, String::new())]);
        let why = stopped(result);
        assert!(
            why.contains("redirects to https://elsewhere.example/v1 ("),
            "{why}"
        );
        assert_eq!(server.asked().len(), 1);
    }
}

#[test]
fn a_huge_reply_is_cut_short() {
    let (result, _) = ask(vec![Step::reply(&"x".repeat(10 << 20))]);
    let why = skipped(result);
    assert!(why.contains("sent a reply of more than 4 MiB"), "{why}");
}

#[test]
fn silence_ends_in_time() {
    let server = Server::start(vec![Step::Hang(Duration::from_secs(20))]);
    let mut settings = settings(&server.base_url);
    settings.timeout = Duration::from_millis(200);
    settings.patience.tries = 2;
    let start = Instant::now();
    let why = skipped(ask_with(settings));
    assert!(
        why.contains("did not answer in time (after 2 tries)"),
        "{why}"
    );
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn nobody_there_is_said() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap();
    drop(free);
    let why = skipped(ask_with(settings(&format!("http://{address}/v1"))));
    assert!(why.contains("refused"), "{why}");
}

#[test]
fn a_wait_asked_for_is_kept() {
    let asks = Step::Answer(429, "retry-after: 0.3\r\n", String::new());
    let start = Instant::now();
    let (result, _) = ask(vec![asks, Step::reply("a")]);
    result.unwrap();
    assert!(start.elapsed() >= Duration::from_millis(300));
}

#[test]
fn a_stop_interrupts_a_request_and_a_wait() {
    for step in [
        Step::Hang(Duration::from_secs(20)),
        Step::Answer(429, "retry-after: 60\r\n", String::new()),
    ] {
        let server = Server::start(vec![step]);
        let stop = Arc::new(AtomicBool::new(false));
        let endpoint = Endpoint::new(settings(&server.base_url), Arc::clone(&stop)).unwrap();
        let trial = Trial {
            case: "c",
            number: 1,
            seed: 1,
        };
        let mut agent = endpoint.start(trial).unwrap();
        let start = Instant::now();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            stop.store(true, Ordering::Relaxed);
        });
        assert_eq!(stopped(agent.reply(&[])), "stopped");
        assert!(start.elapsed() < Duration::from_secs(8));
    }
}
