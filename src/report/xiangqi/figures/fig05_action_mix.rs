//! Figure 5: what each model spends its calls on.

use super::heat::{self, Cell, ROW};
use crate::analysis::Share;
use crate::analysis::xiangqi::frames::MixRow;
use crate::report::ReportError;
use crate::report::axis::{SlotLabels, fitted, panel_title};
use crate::report::drawing::{counted, distinct, no_data, thousands};
use crate::report::font;
use crate::report::style::{
    Colour, ONE_COLUMN, SMALL_SIZE, SOFT_INK, TICK_SIZE, TWO_COLUMNS, setting_style,
};
use crate::report::svg::{Page, Type};

const TITLE: &str = "Action mix by model";
const COMMANDS: [&str; 9] = [
    "move",
    "resign",
    "view_board",
    "get_legal_moves",
    "get_history",
    "simulate",
    "think",
    "rejected",
    "pass@1",
];
const HEAD: f64 = 12.0;
const GUTTER: f64 = 8.0;
const RIGHT: f64 = 3.0;
/// Widest model name, in points.
const LONGEST: f64 = 88.0;
/// Figures that are not shares of calls.
const RED: Colour = Colour(0xB0, 0x1E, 0x1E);

/// Draws the figure.
///
/// # Errors
/// When the marks cannot be drawn.
pub fn draw(rows: &[MixRow]) -> Result<String, ReportError> {
    if rows.is_empty() {
        return Ok(no_data(TITLE, "no model has a scored trial"));
    }
    let models = distinct(rows.iter().map(|row| row.model.as_str()));
    let settings = distinct(rows.iter().map(|row| row.setting.as_str()));
    let columns = settings.len().min(2);
    let page_width = if columns == 1 {
        ONE_COLUMN
    } else {
        TWO_COLUMNS
    };
    let names = models
        .iter()
        .map(|model| font::width(&font::printable(model), TICK_SIZE, false))
        .fold(0.0, f64::max)
        .min(LONGEST)
        + 5.0;
    let gutters = (columns - 1) as f64 * GUTTER;
    let width = (page_width - names - RIGHT - gutters) / columns as f64;
    let slot = width / COMMANDS.len() as f64;
    let labels = SlotLabels::plan(&COMMANDS, slot, names.min(GUTTER + slot));
    let panel = HEAD + models.len() as f64 * ROW + labels.height + 4.0;
    let lines = settings.len().div_ceil(columns);
    let printable: Vec<String> = models.iter().map(|model| font::printable(model)).collect();
    let shown = fitted(&printable, TICK_SIZE, false, |_| names - 5.0);
    let mut page = Page::new(TITLE, page_width, 2.0 + panel * lines as f64);
    for (index, setting) in settings.iter().enumerate() {
        let left = names + (index % columns) as f64 * (width + GUTTER);
        let top = 2.0 + (index / columns) as f64 * panel + HEAD;
        let own: Vec<Option<&MixRow>> = models
            .iter()
            .map(|model| {
                rows.iter()
                    .find(|row| row.setting == *setting && row.model == *model)
            })
            .collect();
        let calls: u64 = own.iter().flatten().flat_map(|row| row.counts).sum();
        let note = counted(&thousands(calls), "call");
        panel_title(&mut page, left, left + width, top - 4.0, setting, &note);
        let cells: Vec<Vec<Cell>> = own.iter().map(|row| shares(*row)).collect();
        let (colour, ..) = setting_style(setting);
        let shaded = width - slot;
        let plot = heat::draw(&mut page, (left, top, shaded), &cells, colour, false)?;
        for (at, (name, row)) in shown.iter().zip(&own).enumerate() {
            let y = top + (at as f64 + 0.5) * ROW;
            if index % columns == 0 {
                let style = Type::size(TICK_SIZE).end();
                page.text(names - 3.0, y + TICK_SIZE * 0.35, name, style);
            }
            let rate = row.and_then(|row| row.pass_at_1).filter(|p| p.is_finite());
            let (text, colour) = rate.map_or(("–".to_owned(), SOFT_INK), |rate| {
                (format!("{:.1}", rate * 100.0), RED)
            });
            let style = Type::size(SMALL_SIZE).colour(colour).middle();
            page.text(
                left + width - slot / 2.0,
                y + SMALL_SIZE * 0.35,
                &text,
                style,
            );
        }
        // The labels count the slot of pass@1 as well.
        let mut all = plot;
        all.frame.width = width;
        all.x = (0.0, COMMANDS.len() as f64);
        labels.draw(&mut page, &all);
    }
    Ok(page.finish())
}

fn shares(row: Option<&MixRow>) -> Vec<Cell> {
    let Some(row) = row else {
        return vec![Cell::Share(Share::default()); COMMANDS.len() - 1];
    };
    let n = row.counts.iter().sum();
    row.counts
        .iter()
        .zip(row.available)
        .map(|(k, available)| {
            if available {
                Cell::Share(Share { k: *k, n })
            } else {
                Cell::Unavailable
            }
        })
        .collect()
}
