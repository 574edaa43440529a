//! Figure 4: success falls with the mate distance, and a right first move
//! rarely becomes a win.

use crate::analysis::Share;
use crate::analysis::xiangqi::frames::{DistanceRow, FirstMoveRow};
use crate::report::ReportError;
use crate::report::axis::{Scale, SlotLabels, base_line, panel_title, value_axis};
use crate::report::drawing::{counted, distinct, no_data, range, thousands};
use crate::report::legend::{Legend, Sample};
use crate::report::palette::Palette;
use crate::report::plot::{Frame, Mark, Plot};
use crate::report::style::{
    Dash, GRID, LABEL_SIZE, NEUTRAL, SMALL_SIZE, SOFT_INK, Shape, TICK_SIZE, TITLE_SIZE,
    TWO_COLUMNS, setting_style,
};
use crate::report::svg::{Page, Type};

const TITLE: &str = "The conversion gap";
const LEFT: f64 = 34.0;
const RIGHT: f64 = 4.0;
/// Between (a) and (b), for the axis of (b).
const GUTTER: f64 = 44.0;
/// Width of (a) beside (b).
const NARROW: f64 = 150.0;
const HEAD: f64 = 14.0;
const PANEL_HEAD: f64 = 11.0;
const PLOT: f64 = 66.0;
const BETWEEN: f64 = 6.0;
/// A panel with its title and the gap below.
const PANEL: f64 = PANEL_HEAD + PLOT + BETWEEN;
/// Room for the tick labels of a second column.
const INNER_LEFT: f64 = 22.0;
const ALONE: f64 = 120.0;
/// More models than this and (b) goes below (a), at full width.
const BESIDE_MODELS: usize = 20;

/// Draws the figure: (a) mean pass@1 by stored mate distance, (b) win rate
/// given whether the first move is the reference move.
///
/// # Errors
/// When the marks cannot be drawn.
pub fn draw(
    distances: &[DistanceRow],
    first_moves: &[FirstMoveRow],
    palette: &Palette,
) -> Result<String, ReportError> {
    let distances: Vec<&DistanceRow> = distances
        .iter()
        .filter(|r| r.pass_at_1.value.is_finite())
        .collect();
    let moved: Vec<&FirstMoveRow> = first_moves
        .iter()
        .filter(|r| r.given_match.n + r.given_other.n > 0)
        .collect();
    if distances.is_empty() && moved.is_empty() {
        return Ok(no_data(
            TITLE,
            "no trial with a mate distance or a first move",
        ));
    }
    let models = distinct(first_moves.iter().map(|r| r.model.as_str()));
    let settings = distinct(first_moves.iter().map(|r| r.setting.as_str()));
    let beside = settings.len() <= 2 && models.len() <= BESIDE_MODELS;
    let full = TWO_COLUMNS - RIGHT;
    let a_right = if beside { LEFT + NARROW } else { full };
    let b_left = if beside { a_right + GUTTER } else { LEFT };

    let a_entries = distance_entries(&distances);
    let a_legend = Legend::plan(&a_entries, a_right - LEFT);
    let b_legend = Legend::plan(
        &[
            (
                Sample::Point(NEUTRAL, Shape::Circle, false),
                "first move is the reference".to_owned(),
            ),
            (
                Sample::Point(NEUTRAL, Shape::Circle, true),
                "another first move".to_owned(),
            ),
        ],
        full - b_left,
    );
    let columns = if settings.len() > 2 && models.len() <= BESIDE_MODELS {
        2
    } else {
        1
    };
    let b_width = (full - b_left - (columns - 1) as f64 * INNER_LEFT) / columns as f64;
    let slot = b_width / models.len().max(1) as f64;
    let labels = SlotLabels::plan(&models, slot, if beside { GUTTER } else { LEFT });

    let rows = settings.len().div_ceil(columns).max(1);
    let b_head = HEAD + b_legend.height() + 3.0;
    let b_height = b_head + rows as f64 * PANEL - BETWEEN + labels.height;
    let tail = TICK_SIZE * 2.0 + LABEL_SIZE + 10.0;
    let a_head = HEAD + a_legend.height() + 5.0;
    // Beside (b), the base line of (a) is that of the last panel of (b).
    let a_plot = if beside {
        (b_height - labels.height.max(tail) - a_head).clamp(60.0, 180.0)
    } else {
        ALONE
    };
    let a_height = a_head + a_plot + tail;
    let (b_top, height) = if beside {
        (0.0, a_height.max(b_height))
    } else {
        (a_height + 4.0, a_height + 4.0 + b_height)
    };

    let mut page = Page::new(TITLE, TWO_COLUMNS, height);
    page.text(2.0, 9.0, "(a)", Type::size(TITLE_SIZE).bold());
    page.text(
        16.0,
        9.0,
        "Mean pass@1 by mate distance",
        Type::size(TITLE_SIZE).bold(),
    );
    let a_frame = Frame {
        left: LEFT,
        top: a_head,
        width: a_right - LEFT,
        height: a_plot,
    };
    if distances.is_empty() {
        nothing(&mut page, LEFT, a_head);
    } else {
        a_legend.draw(&mut page, LEFT, HEAD)?;
        draw_distances(&mut page, a_frame, &distances)?;
    }

    let b_title = b_left - 32.0;
    page.text(b_title, b_top + 9.0, "(b)", Type::size(TITLE_SIZE).bold());
    let title = "Win rate given the first move";
    page.text(
        b_title + 14.0,
        b_top + 9.0,
        title,
        Type::size(TITLE_SIZE).bold(),
    );
    if moved.is_empty() {
        nothing(&mut page, b_left, b_top + HEAD + 5.0);
        return Ok(page.finish());
    }
    b_legend.draw(&mut page, b_left, b_top + HEAD)?;
    let highest = moved
        .iter()
        .flat_map(|r| [r.given_match.rate(), r.given_other.rate()])
        .flatten()
        .fold(0.0, f64::max);
    // Head room, so that the highest point is not cut in half.
    let scale = Scale::percent((highest * 1.05).min(1.0));
    for (index, setting) in settings.iter().enumerate() {
        let rows: Vec<&FirstMoveRow> = first_moves
            .iter()
            .filter(|r| r.setting == *setting)
            .collect();
        let left = b_left + (index % columns) as f64 * (b_width + INNER_LEFT);
        let top = b_top + b_head + (index / columns) as f64 * PANEL;
        let plot = Plot {
            frame: Frame {
                left,
                top: top + PANEL_HEAD,
                width: b_width,
                height: PLOT,
            },
            x: (0.0, models.len() as f64),
            y: (0.0, scale.top),
        };
        panel_title(
            &mut page,
            left,
            left + b_width,
            top + 7.5,
            setting,
            &basis(&rows),
        );
        let title = if index % columns == 0 {
            "Win rate (%)"
        } else {
            ""
        };
        value_axis(&mut page, &plot, &scale.ticks(), title);
        draw_first_moves(&mut page, &plot, &models, &rows, palette)?;
        // The lowest panel of each column carries the names.
        if index + columns >= settings.len() {
            labels.draw(&mut page, &plot);
        }
    }
    Ok(page.finish())
}

fn nothing(page: &mut Page, left: f64, top: f64) {
    page.text(
        left,
        top + 8.0,
        "no data",
        Type::size(LABEL_SIZE).colour(SOFT_INK),
    );
}

fn distance_entries(rows: &[&DistanceRow]) -> Vec<(Sample, String)> {
    distinct(rows.iter().map(|r| r.setting.as_str()))
        .into_iter()
        .map(|setting| {
            let (colour, dash, shape) = setting_style(setting);
            (Sample::Line(colour, dash, Some(shape)), setting.to_owned())
        })
        .collect()
}

fn draw_distances(page: &mut Page, frame: Frame, rows: &[&DistanceRow]) -> Result<(), ReportError> {
    let mut distances: Vec<i64> = rows.iter().map(|r| r.distance).collect();
    distances.sort_unstable();
    distances.dedup();
    let settings = distinct(rows.iter().map(|r| r.setting.as_str()));
    let highest = rows
        .iter()
        .flat_map(|r| [Some(r.pass_at_1.value), r.pass_at_1.high])
        .flatten()
        .filter(|v| v.is_finite())
        .fold(0.0, f64::max);
    let scale = Scale::percent(highest);
    let plot = Plot {
        frame,
        x: (0.0, distances.len() as f64),
        y: (0.0, scale.top),
    };
    value_axis(page, &plot, &scale.ticks(), "Mean pass@1 (%)");

    // Settings stand side by side within a distance, so that intervals do not overlap.
    let step = plot.span_x(5.0).min(0.7 / settings.len().max(1) as f64);
    let mut intervals = Vec::new();
    let mut lines = Vec::new();
    let mut points = Vec::new();
    for (index, setting) in settings.iter().enumerate() {
        let (colour, dash, shape) = setting_style(setting);
        let shift = (index as f64 - (settings.len() - 1) as f64 / 2.0) * step;
        let mut line = Vec::new();
        for (slot, distance) in distances.iter().enumerate() {
            let row = rows
                .iter()
                .find(|r| r.setting == *setting && r.distance == *distance);
            let Some(row) = row else { continue };
            let at = (slot as f64 + 0.5 + shift, row.pass_at_1.value * 100.0);
            line.push(at);
            points.push(Mark::Point {
                at,
                shape,
                radius: 2.1,
                colour,
                hollow: false,
                opacity: 1.0,
            });
            if let (Some(low), Some(high)) = (row.pass_at_1.low, row.pass_at_1.high) {
                let points = vec![(at.0, low * 100.0), (at.0, high * 100.0)];
                if low.is_finite() && high.is_finite() {
                    let colour = colour.pale();
                    intervals.push(Mark::Line {
                        points,
                        colour,
                        width: 1.6,
                        dash: Dash::Solid,
                    });
                }
            }
        }
        if line.len() > 1 {
            lines.push(Mark::Line {
                points: line,
                colour,
                width: 1.0,
                dash,
            });
        }
    }
    intervals.extend(lines);
    intervals.extend(points);
    plot.draw(page, &intervals)?;
    base_line(page, frame);

    let size = if frame.width / distances.len() as f64 >= 16.0 {
        TICK_SIZE
    } else {
        SMALL_SIZE
    };
    let every = ((12.0 * distances.len() as f64 / frame.width).ceil() as usize).max(1);
    for (slot, distance) in distances.iter().enumerate().step_by(every) {
        let x = plot.at_x(slot as f64 + 0.5);
        page.text(
            x,
            frame.bottom() + 3.0 + size,
            &distance.to_string(),
            Type::size(size).middle(),
        );
        let cases = range(
            rows.iter()
                .filter(|r| r.distance == *distance)
                .map(|r| r.cases),
        );
        let style = Type::size(SMALL_SIZE).colour(SOFT_INK).middle();
        let y = frame.bottom() + 5.0 + size + SMALL_SIZE;
        page.text(x, y, &cases.unwrap_or_default(), style);
    }
    let style = Type::size(SMALL_SIZE).colour(SOFT_INK).end();
    page.text(
        frame.left - 3.0,
        frame.bottom() + 5.0 + size + SMALL_SIZE,
        "cases",
        style,
    );
    let title = "Stored mate distance (plies)";
    let y = frame.bottom() + 9.0 + TICK_SIZE + SMALL_SIZE + LABEL_SIZE;
    page.text(
        frame.left + frame.width / 2.0,
        y,
        title,
        Type::size(LABEL_SIZE).middle(),
    );
    Ok(())
}

/// `1,117 trials begin with the reference move, 3,062 with another`.
fn basis(rows: &[&FirstMoveRow]) -> String {
    let matching: u64 = rows.iter().map(|r| r.given_match.n).sum();
    let other: u64 = rows.iter().map(|r| r.given_other.n).sum();
    format!(
        "n = {} with the reference, {} with another",
        counted(&thousands(matching), "trial"),
        thousands(other)
    )
}

fn draw_first_moves(
    page: &mut Page,
    plot: &Plot,
    models: &[&str],
    rows: &[&FirstMoveRow],
    palette: &Palette,
) -> Result<(), ReportError> {
    let radius = (plot.frame.width / models.len().max(1) as f64 * 0.3).clamp(1.2, 2.6);
    let mut stems = Vec::new();
    let mut points = Vec::new();
    for (slot, model) in models.iter().enumerate() {
        let x = slot as f64 + 0.5;
        let row = rows.iter().find(|r| r.model == *model);
        let colour = palette.colour(model);
        let matching = row.and_then(|r| percent(r.given_match));
        let other = row.and_then(|r| percent(r.given_other));
        if let (Some(matching), Some(other)) = (matching, other) {
            let points = vec![(x, other), (x, matching)];
            stems.push(Mark::Line {
                points,
                colour: colour.pale(),
                width: 1.2,
                dash: Dash::Solid,
            });
        }
        for (value, hollow) in [(other, true), (matching, false)] {
            if let Some(value) = value {
                points.push(Mark::Point {
                    at: (x, value),
                    shape: Shape::Circle,
                    // The ring shows around a disc at the same place.
                    radius: if hollow { radius + 0.8 } else { radius * 0.8 },
                    colour,
                    hollow,
                    opacity: 1.0,
                });
            }
        }
        if matching.is_none() && other.is_none() {
            let style = Type::size(SMALL_SIZE).colour(SOFT_INK).middle();
            page.text(plot.at_x(x), plot.frame.bottom() - 2.0, "–", style);
        }
        if slot > 0 && models.len() > 1 {
            let x = plot.at_x(slot as f64);
            let (bottom, top) = (plot.frame.bottom(), plot.frame.top);
            page.rule((x, bottom), (x, top), GRID.pale(), 0.4, Dash::Solid);
        }
    }
    // Points at zero would hide half behind the base line.
    base_line(page, plot.frame);
    stems.extend(points);
    plot.draw(page, &stems)
}

fn percent(share: Share) -> Option<f64> {
    share.rate().map(|rate| rate * 100.0)
}
