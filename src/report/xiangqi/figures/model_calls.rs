//! Figures 16 and 17: calls along all trials of every model in one setting.

use super::composition::{self, Panel};
use crate::analysis::xiangqi::frames::{CompositionRow, Outcomes};
use crate::report::ReportError;

/// More models than this and the panels stand closer.
const FOUR_COLUMNS: usize = 32;

/// Draws the figure from the rows of single models in the setting with that
/// label.
///
/// # Errors
/// When the marks cannot be drawn.
pub fn draw(rows: &[CompositionRow], setting: &str) -> Result<String, ReportError> {
    let panels: Vec<Panel<'_>> = rows
        .iter()
        .filter(|row| row.setting == setting && row.outcomes == Outcomes::All)
        .filter_map(|row| Some((row.model.as_deref()?, row)))
        .collect();
    let columns = if panels.len() > FOUR_COLUMNS { 6 } else { 4 };
    composition::draw(
        &format!("{setting} calls by model"),
        columns,
        &panels,
        &format!("no {setting} trial has a call"),
    )
}
