//! Positions named on the command line: a FEN or a file.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;

use super::{Failure, Session};
use crate::solve::{BadProblem, Problem, benchmark, read_problems};

/// Positions read, and how many entries were none.
pub(super) struct Input {
    pub(super) problems: Vec<Problem>,
    pub(super) bad: usize,
}

/// Reads a FEN or a file of positions, the benchmark's when absent, and says what
/// cannot be read.
pub(super) fn read_input(argument: Option<&str>, session: &Session) -> Result<Input, Failure> {
    let (name, entries) = match argument {
        None => ("the benchmark".to_owned(), benchmark()),
        Some(text) if Path::new(text).exists() => {
            let bytes = fs::read(text).map_err(|error| format!("cannot read {text}: {error}"))?;
            let content = String::from_utf8_lossy(&bytes);
            (text.to_owned(), read_problems(&content))
        }
        Some(text) => match read_problems(text).into_iter().next() {
            Some(Ok(problem)) if text.contains('/') => (String::new(), vec![Ok(problem)]),
            Some(Err(BadProblem { why, .. })) => {
                return Err(format!("{text:?} is no file, and as a FEN: {why}").into());
            }
            _ => return Err(format!("{text:?} is no file and no FEN").into()),
        },
    };
    let mut input = Input {
        problems: Vec::with_capacity(entries.len()),
        bad: 0,
    };
    for entry in entries {
        match entry {
            Ok(problem) => input.problems.push(problem),
            Err(bad) => {
                input.bad += 1;
                session.complain(&format!("{name}: {bad}"));
            }
        }
    }
    if input.problems.is_empty() {
        return Err(format!("no positions in {name}").into());
    }
    Ok(input)
}

/// Threads asked for, or as many as there are processors.
pub(super) fn workers(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    asked
        .or_else(|| thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN)
}
