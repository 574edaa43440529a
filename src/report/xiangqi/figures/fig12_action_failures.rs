//! Figure 12: losses by unusable replies, and trials with any refused move.

use super::paired::{self, Panel};
use crate::analysis::xiangqi::frames::ActionRow;
use crate::report::ReportError;
use crate::report::drawing::{no_data, trials_basis};

const TITLE: &str = "Action-level failures";

/// Draws the figure.
///
/// # Errors
/// When the marks cannot be drawn.
pub fn draw(frame: &[ActionRow]) -> Result<String, ReportError> {
    if frame.is_empty() {
        return Ok(no_data(TITLE, "no trial is selected"));
    }
    let points = |share| paired::by_model(frame, share);
    let panels = [
        Panel {
            title: "Terminal action loss",
            note: trials_basis(frame.iter().map(|row| row.wins.n)),
            axis: "Trials (%)",
            points: points(|row| row.action_loss),
        },
        Panel {
            title: "Any rejected move",
            note: String::new(),
            axis: "Trials (%)",
            points: points(|row| row.any_rejected),
        },
    ];
    paired::draw(TITLE, &panels)
}
