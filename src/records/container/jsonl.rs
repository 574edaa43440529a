//! One document a line.

use super::body::Trouble;
use super::entry::{Flow, Out};
use super::limits::{Limits, show_bytes};
use super::names::count_of;
use super::unpack::explain;
use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;

/// Most of a line taken before looking whether it is blank so far.
const STEP: u64 = 256 << 10;

enum Line {
    Text(Vec<u8>),
    Blank,
    TooLong,
    End,
}

/// Emits every line that is not blank.
pub(super) fn read_lines(
    source: &str,
    reader: &mut dyn BufRead,
    limits: &Limits,
    out: &mut Out<'_>,
) -> Flow<Result<(), Trouble>> {
    let limit = limits.largest_record;
    for line in 1.. {
        match next_line(reader, limit) {
            Ok(Line::Text(bytes)) => out.entry(source, Some(line), bytes)?,
            Ok(Line::Blank) => {}
            Ok(Line::TooLong) => {
                let reason = format!("line larger than {}", show_bytes(limit));
                out.broken(source, Some(line), reason)?;
            }
            Ok(Line::End) => break,
            Err(error) => {
                let whole = count_of(line - 1, "line");
                return ControlFlow::Continue(Err(Trouble {
                    line: Some(line),
                    reason: format!("{} after {whole}", explain(&error)),
                }));
            }
        }
    }
    ControlFlow::Continue(Ok(()))
}

/// Takes one line, holding no more than the limit and none of its leading white space.
fn next_line(reader: &mut dyn BufRead, limit: u64) -> io::Result<Line> {
    let mut bytes = Vec::new();
    let mut length = 0;
    loop {
        let count = (&mut *reader).take(STEP).read_until(b'\n', &mut bytes)? as u64;
        if count == 0 && length == 0 {
            return Ok(Line::End);
        }
        let ended = bytes.ends_with(b"\n");
        length += count - u64::from(ended);
        if length > limit {
            if !ended {
                reader.skip_until(b'\n')?;
            }
            return Ok(Line::TooLong);
        }
        let text = bytes.trim_ascii_start().len();
        if text == 0 {
            bytes.clear();
        }
        if ended || count < STEP {
            if text == 0 {
                return Ok(Line::Blank);
            }
            bytes.truncate(bytes.trim_ascii_end().len());
            bytes.drain(..bytes.len() - bytes.trim_ascii_start().len());
            return Ok(Line::Text(bytes));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8], limit: u64) -> Vec<String> {
        let mut reader = text;
        let mut seen = Vec::new();
        loop {
            seen.push(match next_line(&mut reader, limit).unwrap() {
                Line::Text(bytes) => String::from_utf8(bytes).unwrap(),
                Line::Blank => "(blank)".to_owned(),
                Line::TooLong => "(too long)".to_owned(),
                Line::End => return seen,
            });
        }
    }

    #[test]
    fn lines_are_trimmed_and_the_last_needs_no_end() {
        assert_eq!(
            lines(b"{}\r\n\n \t\n  [1] \n2", 9),
            ["{}", "(blank)", "(blank)", "[1]", "2"]
        );
        assert_eq!(lines(b"", 9), [""; 0]);
        assert_eq!(lines(b"\n", 9), ["(blank)"]);
    }

    #[test]
    fn a_line_may_be_as_long_as_the_limit() {
        assert_eq!(
            lines(b"1234\n12345\n    \n     \n1", 4),
            ["1234", "(too long)", "(blank)", "(too long)", "1"]
        );
    }

    #[test]
    fn a_line_of_many_steps_keeps_its_text() {
        let text = "x".repeat(STEP as usize * 2);
        let line = format!("{}{text}\n1", " ".repeat(STEP as usize * 3));
        assert_eq!(lines(line.as_bytes(), STEP * 6), [text, "1".to_owned()]);
    }
}
