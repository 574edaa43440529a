//! Figure 15: Sighted calls by outcome for the models with the most wins.

use super::composition::{self, Panel};
use crate::analysis::xiangqi::frames::{CompositionRow, Outcomes};
use crate::report::ReportError;

/// Models shown.
const MODELS: usize = 4;

/// Draws the figure from the rows of single models.
///
/// # Errors
/// When the marks cannot be drawn.
pub fn draw(rows: &[CompositionRow]) -> Result<String, ReportError> {
    let mut ranked: Vec<(&str, u64)> = rows
        .iter()
        .filter(|row| row.setting == "Sighted" && row.outcomes == Outcomes::All)
        .filter_map(|row| Some((row.model.as_deref()?, row.wins)))
        .collect();
    // Stable: equal ones keep the order of the tables.
    ranked.sort_by_key(|(_, wins)| std::cmp::Reverse(*wins));
    let panels: Vec<Panel<'_>> = ranked
        .into_iter()
        .take(MODELS)
        .flat_map(|(model, _)| {
            rows.iter()
                .filter(move |row| row.setting == "Sighted")
                .filter(move |row| row.model.as_deref() == Some(model))
                .map(move |row| (model, row))
        })
        .collect();
    composition::draw(
        "Sighted calls by outcome",
        3,
        &panels,
        "no Sighted trial has a call",
    )
}
