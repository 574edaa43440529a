//! A child process that is asked one line at a time.
//!
//! Three threads keep every wait bounded: one writes to the child, so that one
//! that does not read cannot block us; one reads its lines; one keeps the end of
//! its standard error. They end when the child's pipes close.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::Settings;
use super::secrets::withheld;
use crate::play::agent::AgentError;
use crate::play::agent::snippet::snippet;

/// The longest line read: 4 MiB.
const LONGEST: u64 = 4 << 20;
/// Bytes of standard error kept.
const TAIL: usize = 4096;
/// How often waits look at the stop flag.
const GLANCE: Duration = Duration::from_millis(50);

/// One line of the child, or why there is none.
enum Line {
    Whole(String),
    TooLong,
    End,
}

/// A running child; killed when dropped.
pub(super) struct Process {
    name: String,
    child: Child,
    requests: Sender<String>,
    lines: Receiver<Line>,
    errors: Arc<Mutex<Vec<u8>>>,
    timeout: Duration,
    stop: Arc<AtomicBool>,
}

impl Process {
    pub(super) fn start(
        settings: &Settings,
        seed: u64,
        stop: Arc<AtomicBool>,
    ) -> Result<Self, AgentError> {
        let mut command = Command::new(&settings.program);
        command
            .args(&settings.arguments)
            .env("RECOUNT_SEED", seed.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        for name in withheld(names, &settings.key_variable, &settings.pass_on) {
            command.env_remove(name);
        }
        let mut child = command.spawn().map_err(|error| {
            AgentError::Stop(format!("cannot start {}: {error}", settings.program))
        })?;
        let (requests, to_write) = mpsc::channel::<String>();
        let (found, lines) = mpsc::channel();
        let errors = Arc::new(Mutex::new(Vec::new()));
        if let Some(mut stdin) = child.stdin.take() {
            thread::spawn(move || {
                while let Ok(request) = to_write.recv() {
                    let sent = stdin.write_all(request.as_bytes());
                    if sent.and_then(|()| stdin.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(BufReader::new(stdout), &found));
        }
        if let Some(stderr) = child.stderr.take() {
            let kept = Arc::clone(&errors);
            thread::spawn(move || keep_tail(stderr, &kept));
        }
        Ok(Self {
            name: settings.program.clone(),
            child,
            requests,
            lines,
            errors,
            timeout: settings.timeout,
            stop,
        })
    }

    /// Sends one line and waits for one.
    pub(super) fn ask(&mut self, request: String) -> Result<String, AgentError> {
        // A closed pipe shows as the end of the lines.
        self.requests.send(request).ok();
        let start = Instant::now();
        loop {
            let left = self.timeout.saturating_sub(start.elapsed());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(Line::Whole(line)) => return Ok(line),
                Ok(Line::TooLong) => {
                    let what = format!("it wrote a line of more than {} MiB", LONGEST >> 20);
                    return Err(AgentError::Skip(self.says(&what)));
                }
                Ok(Line::End) | Err(RecvTimeoutError::Disconnected) => {
                    let what = self.end();
                    return Err(AgentError::Skip(self.says(&what)));
                }
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::Relaxed) => {
                    return Err(AgentError::Stop("stopped".to_owned()));
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    let what = format!("no reply in {:?}", self.timeout);
                    return Err(AgentError::Skip(self.says(&what)));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// A complaint with the program's name and what it last wrote to standard
    /// error.
    pub(super) fn says(&self, what: &str) -> String {
        let tail = match self.errors.lock() {
            Ok(tail) => last_lines(&String::from_utf8_lossy(&tail)),
            Err(_) => String::new(),
        };
        if tail.is_empty() {
            format!("{}: {what}", self.name)
        } else {
            format!("{}: {what}; its standard error ends: {tail}", self.name)
        }
    }

    /// How the child ended. It has closed its output; a moment is granted for
    /// its exit and for its last words to arrive.
    fn end(&mut self) -> String {
        for _ in 0..20 {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    thread::sleep(Duration::from_millis(20));
                    return format!("it ended ({status})");
                }
                Ok(None) => thread::sleep(Duration::from_millis(10)),
                Err(_) => break,
            }
        }
        "it closed its output".to_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be gone already.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn read_lines(mut stdout: impl std::io::BufRead, found: &Sender<Line>) {
    loop {
        let mut bytes = Vec::new();
        let read = stdout
            .by_ref()
            .take(LONGEST + 1)
            .read_until(b'\n', &mut bytes);
        let line = match read {
            Err(_) | Ok(0) => Line::End,
            Ok(_) if bytes.len() as u64 > LONGEST => Line::TooLong,
            Ok(_) => Line::Whole(String::from_utf8_lossy(&bytes).into_owned()),
        };
        let last = !matches!(line, Line::Whole(_));
        if found.send(line).is_err() || last {
            return;
        }
    }
}

fn keep_tail(mut stderr: impl std::io::Read, kept: &Mutex<Vec<u8>>) {
    let mut chunk = [0; 1024];
    while let Ok(count @ 1..) = stderr.read(&mut chunk) {
        let Ok(mut kept) = kept.lock() else { return };
        kept.extend_from_slice(&chunk[..count]);
        let surplus = kept.len().saturating_sub(TAIL);
        kept.drain(..surplus);
    }
}

/// The last few lines of a text, in one.
fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    snippet(&lines[lines.len().saturating_sub(3)..].join(" / "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_standard_error_is_kept() {
        let kept = Mutex::new(Vec::new());
        let text = "noise\n".repeat(5000) + "one\n\ntwo\n";
        keep_tail(text.as_bytes(), &kept);
        let kept = kept.into_inner().unwrap();
        assert_eq!(kept.len(), TAIL);
        assert_eq!(
            last_lines(&String::from_utf8_lossy(&kept)),
            "noise / one / two"
        );
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let (found, lines) = mpsc::channel();
        let text = "a\n".to_owned() + &"x".repeat(5 << 20);
        read_lines(text.as_bytes(), &found);
        assert!(matches!(lines.recv(), Ok(Line::Whole(line)) if line == "a\n"));
        assert!(matches!(lines.recv(), Ok(Line::TooLong)));
    }
}
