//! A child process that talks in lines; never outlives us, never blocks us.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use thiserror::Error;

/// Lines an engine may be ahead of us.
const AHEAD: usize = 1024;
/// Longest line taken from an engine.
const LONGEST: u64 = 64 << 10;

/// What is wrong with an engine.
#[derive(Debug, Error)]
pub(super) enum ProcessError {
    /// The program cannot be started.
    #[error("cannot start the engine {path}: {error} (give a UCI engine as uci:PATH)")]
    Start { path: String, error: std::io::Error },
    /// It has ended.
    #[error("the engine {0} ended unexpectedly")]
    Ended(String),
    /// It does not answer.
    #[error("the engine {path} did not answer {wanted} within {seconds} s")]
    Silent {
        path: String,
        wanted: String,
        seconds: u64,
    },
}

/// The engine's process.
pub(super) struct Process {
    path: String,
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Process {
    pub(super) fn start(path: &Path) -> Result<Self, ProcessError> {
        let shown = path.display().to_string();
        let failed = |error| ProcessError::Start {
            path: shown.clone(),
            error,
        };
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take();
        let (sender, lines) = sync_channel(AHEAD);
        std::thread::spawn(move || {
            let Some(stdout) = stdout else { return };
            let mut reader = BufReader::new(stdout);
            let mut line = Vec::new();
            loop {
                line.clear();
                let limited = &mut std::io::Read::take(&mut reader, LONGEST);
                match limited.read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => break,
                    Ok(_) => {}
                }
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                // The receiver is gone once the engine is dropped.
                if sender.send(text).is_err() {
                    break;
                }
            }
        });
        Ok(Self {
            path: shown,
            child,
            stdin,
            lines,
        })
    }

    pub(super) fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    pub(super) fn send(&mut self, line: &str) -> Result<(), ProcessError> {
        let written = match &mut self.stdin {
            Some(stdin) => writeln!(stdin, "{line}").and_then(|()| stdin.flush()),
            None => Err(std::io::ErrorKind::BrokenPipe.into()),
        };
        written.map_err(|_| ProcessError::Ended(self.path.clone()))
    }

    /// Lines up to the one that begins with `wanted`, that one last.
    pub(super) fn read_until(
        &mut self,
        wanted: &str,
        patience: Duration,
    ) -> Result<Vec<String>, ProcessError> {
        let end = Instant::now() + patience;
        let mut lines = Vec::new();
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    let found = line.starts_with(wanted);
                    lines.push(line);
                    if found {
                        return Ok(lines);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(ProcessError::Ended(self.path.clone()));
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.child.kill().ok();
                    return Err(ProcessError::Silent {
                        path: self.path.clone(),
                        wanted: wanted.to_owned(),
                        seconds: patience.as_secs(),
                    });
                }
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit").ok();
        self.stdin = None;
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
