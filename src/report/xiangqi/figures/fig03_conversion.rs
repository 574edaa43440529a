//! Figure 3: pass@1, pass@3 and pass^3 of every model, a panel a setting.

use crate::analysis::Estimate;
use crate::analysis::xiangqi::frames::PassRow;
use crate::report::ReportError;
use crate::report::axis::{Scale, SlotLabels, base_line, panel_title, value_axis};
use crate::report::drawing::{counted, distinct, no_data, range};
use crate::report::legend::{Legend, Sample};
use crate::report::palette::Palette;
use crate::report::plot::{Frame, Mark, Plot};
use crate::report::style::{Colour, Dash, NEUTRAL, ONE_COLUMN, SMALL_SIZE, SOFT_INK, TWO_COLUMNS};
use crate::report::svg::{Page, Type};

const TITLE: &str = "Multi-turn endgame conversion";
const LEFT: f64 = 34.0;
const RIGHT: f64 = 3.0;
const PLOT: f64 = 72.0;
/// Room for the tick labels of a second column.
const INNER_LEFT: f64 = 24.0;
/// More settings than this and the panels take two columns.
const STACKED_SETTINGS: usize = 3;
/// More models than this and the figure takes both columns.
const ONE_COLUMN_MODELS: usize = 14;

/// Draws the figure.
///
/// # Errors
/// When the marks cannot be drawn.
pub fn draw(frame: &[PassRow], palette: &Palette) -> Result<String, ReportError> {
    if frame.is_empty() {
        return Ok(no_data(TITLE, "no model has a scored trial"));
    }
    let models = distinct(frame.iter().map(|r| r.model.as_str()));
    let settings = distinct(frame.iter().map(|r| r.setting.as_str()));
    let many = models.len() > ONE_COLUMN_MODELS;
    let columns = if settings.len() > STACKED_SETTINGS && !many {
        2
    } else {
        1
    };
    let page_width = if many || columns > 1 {
        TWO_COLUMNS
    } else {
        ONE_COLUMN
    };
    let full = page_width - LEFT - RIGHT;
    let width = (full - (columns - 1) as f64 * INNER_LEFT) / columns as f64;
    let legend = Legend::plan(
        &[
            (Sample::Fill(NEUTRAL), "pass@1".to_owned()),
            (Sample::Fill(NEUTRAL.pale()), "pass@3".to_owned()),
            (Sample::Outline(NEUTRAL), "pass^3".to_owned()),
            (Sample::Interval(WHISKER), "95% interval".to_owned()),
        ],
        full,
    );
    let labels = SlotLabels::plan(&models, width / models.len() as f64, LEFT);
    let top = 2.0 + legend.height() + 2.0;
    let panel = 11.0 + PLOT + 6.0;
    let rows = settings.len().div_ceil(columns);
    let height = top + panel * rows as f64 - 6.0 + labels.height;
    let mut page = Page::new(TITLE, page_width, height);
    legend.draw(&mut page, LEFT, 2.0)?;

    let highest = frame
        .iter()
        .flat_map(shown)
        .flat_map(|e| [Some(e.value), e.high])
        .flatten()
        .filter(|v| v.is_finite())
        .fold(0.0, f64::max);
    let scale = Scale::percent(highest);
    for (index, setting) in settings.iter().enumerate() {
        let above = top + panel * (index / columns) as f64;
        let left = LEFT + (index % columns) as f64 * (width + INNER_LEFT);
        let plot = Plot {
            frame: Frame {
                left,
                top: above + 11.0,
                width,
                height: PLOT,
            },
            x: (0.0, models.len() as f64),
            y: (0.0, scale.top),
        };
        let rows: Vec<&PassRow> = frame.iter().filter(|r| r.setting == *setting).collect();
        panel_title(
            &mut page,
            left,
            left + width,
            above + 7.5,
            setting,
            &basis(&rows),
        );
        let title = if index % columns == 0 {
            "Success rate (%)"
        } else {
            ""
        };
        value_axis(&mut page, &plot, &scale.ticks(), title);
        let mut marks = Vec::new();
        for (slot, model) in models.iter().enumerate() {
            match rows.iter().find(|r| r.model == *model) {
                Some(row) => marks.extend(bars(&plot, slot, row, palette)),
                None => {
                    let x = plot.at_x(slot as f64 + 0.5);
                    let style = Type::size(SMALL_SIZE).colour(SOFT_INK).middle();
                    page.text(x, plot.frame.bottom() - 2.0, "–", style);
                }
            }
        }
        plot.draw(&mut page, &marks)?;
        base_line(&mut page, plot.frame);
        // The lowest panel of each column carries the names.
        if index + columns >= settings.len() {
            labels.draw(&mut page, &plot);
        }
    }
    Ok(page.finish())
}

/// pass@1, pass@3 and pass^3.
fn shown(row: &PassRow) -> [Estimate; 3] {
    let [at_1, _, at_3] = row.pass_at;
    let [_, _, hat_3] = row.pass_hat;
    [at_1, at_3, hat_3]
}

/// `119 cases, 357 trials per model`.
fn basis(rows: &[&PassRow]) -> String {
    let cases = range(rows.iter().map(|r| r.cases)).unwrap_or_default();
    let trials = range(rows.iter().map(|r| r.trials)).unwrap_or_default();
    let per = if rows.len() > 1 { " per model" } else { "" };
    format!(
        "{}, {}{per}",
        counted(&cases, "case"),
        counted(&trials, "trial")
    )
}

fn bars(plot: &Plot, slot: usize, row: &PassRow, palette: &Palette) -> Vec<Mark> {
    let colour = palette.colour(&row.model);
    // Three bars side by side, no wider than 11 points each.
    let bar = plot.span_x(11.0).min(0.26);
    let gap = plot.span_x(0.5).min(bar * 0.15);
    let start = slot as f64 + 0.5 - 1.5 * bar;
    let mut marks = Vec::new();
    for (index, estimate) in shown(row).into_iter().enumerate() {
        if !estimate.value.is_finite() {
            continue;
        }
        let left = start + index as f64 * bar + gap / 2.0;
        let right = left + bar - gap;
        let value = estimate.value * 100.0;
        // A rate of zero still leaves a trace, so that it is not taken for missing.
        let (from, to) = ((left, 0.0), (right, value.max(plot.span_y(0.6))));
        marks.push(match index {
            0 => Mark::Bar {
                from,
                to,
                fill: colour,
            },
            1 => Mark::Bar {
                from,
                to,
                fill: colour.pale(),
            },
            _ => Mark::Outline {
                from,
                to,
                colour,
                width: 0.6,
            },
        });
        if let (Some(low), Some(high)) = (estimate.low, estimate.high) {
            let middle = f64::midpoint(left, right);
            marks.extend(whisker(
                plot,
                middle,
                low * 100.0,
                high * 100.0,
                (right - left) * 0.5,
            ));
        }
    }
    marks
}

/// A vertical interval with short end strokes.
fn whisker(plot: &Plot, x: f64, low: f64, high: f64, span: f64) -> Vec<Mark> {
    if !(low.is_finite() && high.is_finite()) || high - low < plot.span_y(0.3) {
        return Vec::new();
    }
    let half = (span / 2.0).min(plot.span_x(1.6));
    let line = |points| Mark::Line {
        points,
        colour: WHISKER,
        width: 0.5,
        dash: Dash::Solid,
    };
    vec![
        line(vec![(x, low), (x, high)]),
        line(vec![(x - half, low), (x + half, low)]),
        line(vec![(x - half, high), (x + half, high)]),
    ]
}

const WHISKER: Colour = Colour(0x33, 0x33, 0x33);
