//! The engine as a child process that speaks in lines.

use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes kept of a line; the rest of a longer one is dropped.
const LONGEST: usize = 16 << 10;
/// Lines read ahead. An engine that writes more has to wait for us.
const AHEAD: usize = 256;
/// Complaints of the engine kept for our own.
const KEPT: usize = 4;

/// Why no line came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Silence {
    /// The engine closed its output.
    Ended,
    /// The time is up.
    Late,
}

/// A running engine; killed and waited for when dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    complaints: Vec<String>,
}

impl Process {
    /// Starts a program. What it writes to standard error is dropped, so that it
    /// cannot block on it.
    pub(super) fn start(program: &Path) -> std::io::Result<Self> {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let stdin = child.stdin.take();
        let (found, lines) = sync_channel(AHEAD);
        if let Some(stdout) = child.stdout.take() {
            // Ends with the pipe, or with the receiver.
            thread::spawn(move || pass_on(BufReader::new(stdout), &found));
        }
        Ok(Self {
            child,
            stdin,
            lines,
            complaints: Vec::new(),
        })
    }

    /// Sends a line. That the engine is gone shows when it is listened to.
    pub(super) fn send(&mut self, line: &str) {
        if let Some(stdin) = &mut self.stdin {
            let sent = stdin.write_all(format!("{line}\n").as_bytes());
            if sent.and_then(|()| stdin.flush()).is_err() {
                self.stdin = None;
            }
        }
    }

    /// Hands lines to `heard` until it returns something.
    pub(super) fn listen<T>(
        &mut self,
        patience: Duration,
        mut heard: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Silence> {
        let start = Instant::now();
        loop {
            let left = patience.saturating_sub(start.elapsed());
            // Also when lines keep coming: nothing that matters is among them.
            if left.is_zero() {
                return Err(Silence::Late);
            }
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => Silence::Late,
                RecvTimeoutError::Disconnected => Silence::Ended,
            })?;
            let line = line.trim();
            if line.to_ascii_lowercase().contains("error") {
                self.complaints.push(shorten(line));
                self.complaints.truncate(KEPT);
            }
            if let Some(found) = heard(line) {
                return Ok(found);
            }
        }
    }

    /// Drops what was read ahead, and the complaints so far.
    pub(super) fn forget(&mut self) {
        self.complaints.clear();
        while self.lines.try_recv().is_ok() {}
    }

    /// What the engine said about errors, or how it ended.
    pub(super) fn last_words(&mut self) -> String {
        if !self.complaints.is_empty() {
            return self.complaints.join("; ");
        }
        match self.child.try_wait() {
            Ok(Some(status)) => format!("it ended ({status})"),
            _ => "it said nothing about why".to_owned(),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be gone already.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn pass_on(mut stdout: impl BufRead, found: &SyncSender<String>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = stdout
            .by_ref()
            .take(LONGEST as u64)
            .read_until(b'\n', &mut line);
        if matches!(read, Err(_) | Ok(0)) {
            return;
        }
        if line.last() != Some(&b'\n') && skip_line(&mut stdout).is_err() {
            return;
        }
        if found
            .send(String::from_utf8_lossy(&line).into_owned())
            .is_err()
        {
            return;
        }
    }
}

/// Reads to the end of the line without keeping it.
fn skip_line(stdout: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let buffer = stdout.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        if let Some(end) = buffer.iter().position(|&byte| byte == b'\n') {
            stdout.consume(end + 1);
            return Ok(());
        }
        let all = buffer.len();
        stdout.consume(all);
    }
}

/// At most a line's worth of what the engine wrote.
fn shorten(line: &str) -> String {
    const LONGEST: usize = 160;
    let line = line.strip_prefix("info string ").unwrap_or(line);
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_and_the_next_one_is_whole() {
        let (found, lines) = sync_channel(8);
        let text = format!("a\r\n{}\nb\nlast", "x".repeat(3 * LONGEST));
        pass_on(text.as_bytes(), &found);
        drop(found);
        let lines: Vec<String> = lines.iter().collect();
        assert_eq!(lines.len(), 4);
        assert_eq!(lines[0].trim(), "a");
        assert_eq!(lines[1].len(), LONGEST);
        assert_eq!((lines[2].trim(), lines[3].as_str()), ("b", "last"));
    }
}
