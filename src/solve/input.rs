//! The formats positions come in.

use serde_json::{Map, Value};

use super::problem::{BadProblem, Problem, Stored};

type Entry = Result<Problem, BadProblem>;

/// One FEN a line.
pub(super) fn fens(text: &str) -> Vec<Entry> {
    numbered(text)
        .filter(|(_, line)| !line.starts_with('#'))
        .filter_map(|(number, line)| {
            let fen = match line.strip_prefix('[') {
                Some(tag) => quoted(tag.strip_prefix("FEN")?)?,
                None => line,
            };
            Some(Problem::new(number, None, fen, Stored::default()))
        })
        .collect()
}

/// One JSON object a line.
pub(super) fn json(text: &str) -> Vec<Entry> {
    numbered(text)
        .map(|(line, text)| {
            let object: Map<String, Value> =
                serde_json::from_str(text).map_err(|error| BadProblem {
                    line,
                    why: format!("not a JSON object: {error}"),
                })?;
            from_fields(line, |name| match object.get(name)? {
                Value::String(text) => Some(text.clone()),
                Value::Number(number) => Some(number.to_string()),
                _ => None,
            })
        })
        .collect()
}

/// A table with a header.
pub(super) fn csv(text: &str) -> Vec<Entry> {
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let header = match reader.headers() {
        Ok(header) => header.clone(),
        Err(error) => return vec![Err(bad_csv(1, &error))],
    };
    reader
        .records()
        .map(|record| {
            let record = record.map_err(|error| {
                let line = error.position().map_or(0, csv::Position::line);
                bad_csv(line, &error)
            })?;
            let line = record.position().map_or(0, csv::Position::line);
            from_fields(line, |name| {
                let column = header.iter().position(|column| column == name)?;
                Some(record.get(column)?.to_owned())
            })
        })
        .collect()
}

fn bad_csv(line: u64, error: &csv::Error) -> BadProblem {
    BadProblem {
        line,
        why: format!("not readable as CSV: {error}"),
    }
}

fn from_fields(line: u64, field: impl Fn(&str) -> Option<String>) -> Entry {
    let number = |name: &str| field(name)?.parse().ok();
    let fen = field("fen").ok_or_else(|| BadProblem {
        line,
        why: "no fen".to_owned(),
    })?;
    let stored = Stored {
        mate_in_plies: number("win_in_plies"),
        mate_within_plies: number("claimed_mate_within_plies"),
        category: field("category").filter(|text| !text.is_empty()),
        defender_threat_in_plies: number("defender_threat_in_plies"),
        first_winning_move: field("first_winning_move").and_then(|text| text.parse().ok()),
    };
    Problem::new(line, field("id"), &fen, stored)
}

/// Lines that are not blank, trimmed, with their numbers from 1.
fn numbered(text: &str) -> impl Iterator<Item = (u64, &str)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines.filter(|(_, line)| !line.is_empty())
}

/// What stands between the first two double quotes.
fn quoted(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once('"')?;
    Some(rest.split_once('"')?.0)
}
