//! The positions that are played.

use csv::StringRecord;
use serde_json::{Value, json};
use thiserror::Error;

use crate::rules::xiangqi::{Position, Side};

/// The benchmark's 119 positions.
const SHIPPED: &str = include_str!("../../../data/positions/xiangqi.csv");

/// A position with what is known of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Its id, such as `xq_shi_qing_ya_qu_251`.
    pub id: String,
    /// The position.
    pub position: Position,
    /// Side the agent plays.
    pub challenger: Side,
    /// The stored winning first move (ICCS), where one is known.
    pub first_winning_move: Option<String>,
    /// Everything that records store of the case, in their words.
    pub stored: Value,
}

/// Why a list of positions cannot be used.
#[derive(Debug, Error)]
pub enum CaseError {
    /// It is no CSV.
    #[error("position list: {0}")]
    Csv(#[from] csv::Error),
    /// A line is not a playable position.
    #[error("position list, line {line}: {why}")]
    Line {
        /// Counted from 1, the header included.
        line: u64,
        /// What is wrong.
        why: String,
    },
}

/// The benchmark's positions, in its order.
///
/// # Errors
///
/// When the list that ships with the program is damaged.
pub fn benchmark() -> Result<Vec<Case>, CaseError> {
    let mut reader = csv::Reader::from_reader(SHIPPED.as_bytes());
    let header = reader.headers()?.clone();
    let mut cases = Vec::new();
    for record in reader.records() {
        let record = record?;
        let line = record.position().map_or(0, csv::Position::line);
        let case = case(&header, &record).map_err(|why| CaseError::Line { line, why })?;
        cases.push(case);
    }
    Ok(cases)
}

fn case(header: &StringRecord, record: &StringRecord) -> Result<Case, String> {
    let text = |name: &str| {
        let at = header.iter().position(|column| column == name)?;
        record.get(at).filter(|text| !text.is_empty())
    };
    let needed = |name: &str| text(name).ok_or_else(|| format!("no {name}"));
    let number = |name: &str| text(name).and_then(|text| text.parse::<i64>().ok());
    let fen = needed("fen")?;
    let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
    let challenger = match text("challenger") {
        Some("black") => Side::Black,
        _ => Side::Red,
    };
    let pieces: Vec<&str> = text("piece_theme").unwrap_or_default().split('+').collect();
    let id = needed("id")?;
    Ok(Case {
        id: id.to_owned(),
        position,
        challenger,
        first_winning_move: text("first_winning_move").map(str::to_owned),
        stored: json!({
            "id": id,
            "source": text("source"),
            "raw_index": number("raw_index"),
            "name": text("name"),
            "fen": fen,
            "challenger": challenger.name(),
            "category": text("category"),
            "win_in_plies": number("win_in_plies"),
            "defender_threat_in_plies": number("defender_threat_in_plies"),
            "first_winning_move": text("first_winning_move"),
            "legal_move_count": number("legal_move_count"),
            "piece_theme": pieces,
            "verified_by": text("verified_by"),
            "engine_mate_plies": number("engine_mate_plies"),
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_119_positions_are_playable() {
        let cases = benchmark().unwrap();
        assert_eq!(cases.len(), 119);
        assert!(
            cases
                .iter()
                .all(|case| case.position.side_to_move() == case.challenger)
        );
        assert_eq!(cases[0].stored["win_in_plies"], 11);
    }
}
