//! Figure 11: pass@1 and losses by unusable replies, model by model in each
//! setting.

use super::paired::{self, Panel};
use crate::analysis::xiangqi::frames::ActionRow;
use crate::report::ReportError;
use crate::report::drawing::{no_data, trials_basis};

const TITLE: &str = "Settings compared by model";

/// Draws the figure.
///
/// # Errors
/// When the marks cannot be drawn.
pub fn draw(frame: &[ActionRow]) -> Result<String, ReportError> {
    if frame.is_empty() {
        return Ok(no_data(TITLE, "no trial is selected"));
    }
    let points = |share| paired::by_model(frame, share);
    let note = trials_basis(frame.iter().map(|row| row.wins.n));
    let panels = [
        Panel {
            title: "(a) pass@1",
            note: note.clone(),
            axis: "Trials won (%)",
            points: points(|row| row.wins),
        },
        Panel {
            title: "(b) Invalid-action or no-command loss",
            note: String::new(),
            axis: "Trials lost (%)",
            points: points(|row| row.invalid),
        },
    ];
    paired::draw(TITLE, &panels)
}
