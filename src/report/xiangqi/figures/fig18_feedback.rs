//! Figure 18: the next action after feedback.

use super::heat::{self, Cell, ROW};
use crate::analysis::Share;
use crate::analysis::xiangqi::frames::FeedbackRow;
use crate::report::ReportError;
use crate::report::axis::{SlotLabels, panel_title};
use crate::report::drawing::{distinct, no_data, thousands};
use crate::report::style::{ONE_COLUMN, SOFT_INK, TICK_SIZE, setting_style};
use crate::report::svg::{Page, Type};

const TITLE: &str = "Next action after feedback";
const NEXT: [&str; 8] = [
    "move",
    "rejected move",
    "simulate",
    "think",
    "state query",
    "resign",
    "other",
    "none",
];
const HEAD: f64 = 12.0;
/// Right edge of the events and of their counts.
const EVENTS: f64 = 77.0;
const COUNTS: f64 = 102.0;
const LEFT: f64 = 105.0;
const RIGHT: f64 = 3.0;

/// Draws the figure.
///
/// # Errors
/// When the marks cannot be drawn.
pub fn draw(rows: &[FeedbackRow]) -> Result<String, ReportError> {
    // What a setting does not offer never happens there.
    let rows: Vec<&FeedbackRow> = rows
        .iter()
        .filter(|row| row.next.iter().any(|n| *n > 0))
        .collect();
    let settings = distinct(rows.iter().map(|row| row.setting.as_str()));
    if settings.is_empty() {
        return Ok(no_data(TITLE, "no rejected move and no simulation"));
    }
    let width = ONE_COLUMN - LEFT - RIGHT;
    let labels = SlotLabels::plan(&NEXT, width / NEXT.len() as f64, LEFT);
    let height =
        2.0 + settings.len() as f64 * (HEAD + 5.0) + rows.len() as f64 * ROW + labels.height;
    let mut page = Page::new(TITLE, ONE_COLUMN, height);
    let mut top = 2.0 + HEAD;
    for (index, setting) in settings.iter().enumerate() {
        let own: Vec<&FeedbackRow> = rows
            .iter()
            .copied()
            .filter(|row| row.setting == *setting)
            .collect();
        let right = ONE_COLUMN - RIGHT;
        panel_title(&mut page, 4.0, right, top - 4.0, setting, "share of n, %");
        let cells: Vec<Vec<Cell>> = own
            .iter()
            .map(|row| {
                let n = row.next.iter().sum();
                row.next.map(|k| Cell::Share(Share { k, n })).to_vec()
            })
            .collect();
        let (colour, ..) = setting_style(setting);
        let plot = heat::draw(&mut page, (LEFT, top, width), &cells, colour, true)?;
        for (at, row) in own.iter().enumerate() {
            let y = top + (at as f64 + 0.5) * ROW + TICK_SIZE * 0.35;
            let style = Type::size(TICK_SIZE).end();
            page.text(EVENTS, y, &row.event, style);
            let n = thousands(row.next.iter().sum());
            page.text(COUNTS, y, &n, style.colour(SOFT_INK));
        }
        if index + 1 == settings.len() {
            labels.draw(&mut page, &plot);
        }
        top += own.len() as f64 * ROW + 5.0 + HEAD;
    }
    Ok(page.finish())
}
