//! A small Chat Completions server for tests: it answers each request with the
//! next step of a script and keeps what it was asked.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// How one request is answered.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    /// A status, headers and a body.
    Answer(u16, &'static str, String),
    /// Nothing for this long, then the connection is closed.
    Hang(Duration),
    /// The connection is closed at once.
    Drop,
    /// A body shorter than announced.
    CutOff,
}

impl Step {
    /// A proper reply.
    pub(crate) fn reply(content: &str) -> Self {
        Self::message(&json!({"content": content}))
    }

    /// A reply with a message of one's own.
    pub(crate) fn message(message: &Value) -> Self {
        let body = json!({
            "choices": [{"message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14},
        });
        Self::Answer(200, "", body.to_string())
    }

    /// An error with the usual body.
    pub(crate) fn error(status: u16, message: &str) -> Self {
        Self::Answer(
            status,
            "",
            json!({"error": {"message": message}}).to_string(),
        )
    }
}

/// What the server was asked.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    /// Request line and headers.
    pub head: String,
    /// The body, if it was JSON.
    pub body: Value,
}

/// A running server. The last step of the script is repeated for ever.
pub(crate) struct Server {
    pub(crate) base_url: String,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Server {
    #[expect(clippy::unwrap_used, reason = "a test that cannot listen cannot run")]
    pub(crate) fn start(script: Vec<Step>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (log, script) = (Arc::clone(&asked), Arc::new(script));
        // Lives as long as the test process.
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (log, script) = (Arc::clone(&log), Arc::clone(&script));
                thread::spawn(move || serve(stream, &script, &log));
            }
        });
        Self { base_url, asked }
    }

    /// All requests so far.
    #[expect(clippy::unwrap_used, reason = "a poisoned log means a failed test")]
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }
}

/// Answers one request and closes.
fn serve(stream: TcpStream, script: &[Step], log: &Mutex<Vec<Asked>>) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut head = String::new();
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        if line == "\r\n" {
            break;
        }
        head.push_str(&line);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let step = {
        let mut log = log.lock().ok()?;
        log.push(Asked {
            head,
            body: serde_json::from_slice(&body).unwrap_or(Value::Null),
        });
        script.get(log.len() - 1).or(script.last())?.clone()
    };
    let mut stream = stream;
    match step {
        Step::Drop => {}
        Step::Hang(time) => thread::sleep(time),
        Step::CutOff => {
            write!(
                stream,
                "HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n{{\"cho"
            )
            .ok()?;
        }
        Step::Answer(status, headers, body) => {
            write!(
                stream,
                "HTTP/1.1 {status} X\r\ncontent-length: {}\r\nconnection: close\r\n{headers}\r\n",
                body.len()
            )
            .ok()?;
            stream.write_all(body.as_bytes()).ok()?;
        }
    }
    Some(())
}
