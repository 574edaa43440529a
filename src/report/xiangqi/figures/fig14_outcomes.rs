//! Figure 14: calls along trials by setting and outcome.

use super::composition::{self, Panel};
use crate::analysis::xiangqi::frames::CompositionRow;
use crate::report::ReportError;

/// Draws the figure from the rows of all models together.
///
/// # Errors
/// When the marks cannot be drawn.
pub fn draw(rows: &[CompositionRow]) -> Result<String, ReportError> {
    let of: Vec<(String, &CompositionRow)> = rows
        .iter()
        .filter(|row| row.model.is_none())
        .map(|row| (format!("{}, {}", row.setting, row.outcomes.label()), row))
        .collect();
    let panels: Vec<Panel<'_>> = of
        .iter()
        .map(|(title, row)| (title.as_str(), *row))
        .collect();
    composition::draw(
        "Calls by setting and outcome",
        3,
        &panels,
        "no trial has a call",
    )
}
