//! The tables of Regent Chess records.
//!
//! `record_id` ties them together; it is 16 hex digits of SHA-256 over a
//! record's source and line, as a record's own `game_id` need not be unique.

pub mod beliefs;
pub mod captures;
pub mod comparisons;
pub mod crown_shifts;
pub mod discrepancies;
pub mod elicitations;
pub mod games;
pub mod plies;
mod rows;

pub use rows::RegentBatches;

use crate::records::regent::{Content, Record};
use crate::rules::regent::{BitBoard, square_name};

/// `regent`, `no_crown` or `free_control`.
fn condition(record: &Record) -> &'static str {
    match &record.content {
        Content::Probe(_) => "free_control",
        Content::Game(game) if game.crown => "regent",
        Content::Game(_) => "no_crown",
    }
}

/// Squares by name, sorted, with spaces between.
fn squares(set: BitBoard) -> String {
    let mut names: Vec<&str> = set.into_iter().map(square_name).collect();
    names.sort_unstable();
    names.join(" ")
}
