//! Figure 6: calls along trials, successful and failed ones of each setting.

use super::composition::{self, Panel};
use crate::analysis::xiangqi::frames::{CompositionRow, Outcomes};
use crate::report::ReportError;

/// Draws the figure from the rows of all models together.
///
/// # Errors
/// When the marks cannot be drawn.
pub fn draw(rows: &[CompositionRow]) -> Result<String, ReportError> {
    let of: Vec<(String, &CompositionRow)> = rows
        .iter()
        .filter(|row| row.model.is_none() && row.outcomes != Outcomes::All)
        .map(|row| (format!("{}, {}", row.setting, row.outcomes.label()), row))
        .collect();
    let panels: Vec<Panel<'_>> = of
        .iter()
        .map(|(title, row)| (title.as_str(), *row))
        .collect();
    // A pair of panels a setting: several settings stand side by side.
    let columns = if panels.len() > 4 { 4 } else { 2 };
    composition::draw(
        "Calls along trials",
        columns,
        &panels,
        "no trial has a call",
    )
}
