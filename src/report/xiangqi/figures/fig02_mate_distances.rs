//! Figure 2: stored mate distances of the cases, stacked by category.

use crate::analysis::xiangqi::frames::MateDistances;
use crate::report::ReportError;
use crate::report::axis::{Scale, SlotLabels, base_line, value_axis};
use crate::report::drawing::{counted, distinct, no_data, thousands};
use crate::report::font;
use crate::report::legend::{Legend, Sample};
use crate::report::plot::{Frame, Mark, Plot};
use crate::report::style::{LABEL_SIZE, ONE_COLUMN, SOFT_INK, TICK_SIZE, part_colour};
use crate::report::svg::{Page, Type};

const TITLE: &str = "Stored mate distances by category";
const LEFT: f64 = 32.0;
const RIGHT: f64 = 4.0;
const PLOT: f64 = 96.0;
/// More slots than this and only distances that occur are shown.
const MOST_SLOTS: usize = 24;

/// Draws the figure.
///
/// # Errors
/// When the marks cannot be drawn.
pub fn draw(frame: &MateDistances) -> Result<String, ReportError> {
    let total: u64 = frame.segments.iter().map(|s| s.2).sum();
    if total == 0 {
        return Ok(no_data(TITLE, "no case has a stored mate distance"));
    }
    let categories = distinct(frame.segments.iter().map(|s| s.0.as_str()));
    let count = |category: &str, distance: i64| -> u64 {
        let same = |s: &&(String, i64, u64)| s.0 == category && s.1 == distance;
        frame.segments.iter().filter(same).map(|s| s.2).sum()
    };
    let slots = distances(frame);
    let totals: Vec<u64> = slots
        .iter()
        .map(|d| categories.iter().map(|c| count(c, *d)).sum())
        .collect();

    let entries: Vec<(Sample, String)> = categories
        .iter()
        .enumerate()
        .map(|(index, category)| {
            let cases: u64 = slots.iter().map(|d| count(category, *d)).sum();
            (
                Sample::Fill(part_colour(index)),
                format!("{category} ({})", thousands(cases)),
            )
        })
        .collect();
    let width = ONE_COLUMN - LEFT - RIGHT;
    let legend = Legend::plan(&entries, width);
    let names: Vec<String> = slots.iter().map(ToString::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let labels = SlotLabels::plan(&names, width / slots.len() as f64, LEFT);

    let top = 3.0 + legend.height() + 5.0;
    let height = top + PLOT + labels.height + LABEL_SIZE + 6.0;
    let mut page = Page::new(TITLE, ONE_COLUMN, height);
    legend.draw(&mut page, LEFT, 3.0)?;

    let tallest = totals.iter().copied().max().unwrap_or(0) as f64;
    // Head room for the count on the tallest bar.
    let scale = Scale::counts(tallest * 1.1, 5);
    let plot = Plot {
        frame: Frame {
            left: LEFT,
            top,
            width,
            height: PLOT,
        },
        x: (0.0, slots.len() as f64),
        y: (0.0, scale.top),
    };
    value_axis(&mut page, &plot, &scale.ticks(), "Cases");

    let half = (plot.span_x(15.0)).min(0.36);
    let mut marks = Vec::new();
    for (slot, distance) in slots.iter().enumerate() {
        let middle = slot as f64 + 0.5;
        let mut base = 0.0;
        for (index, category) in categories.iter().enumerate() {
            let cases = count(category, *distance) as f64;
            if cases > 0.0 {
                let (from, to) = ((middle - half, base), (middle + half, base + cases));
                marks.push(Mark::Bar {
                    from,
                    to,
                    fill: part_colour(index),
                });
            }
            base += cases;
        }
    }
    plot.draw(&mut page, &marks)?;
    base_line(&mut page, plot.frame);
    let slot_width = width / slots.len() as f64;
    for (slot, cases) in totals.iter().enumerate() {
        let text = thousands(*cases);
        if *cases > 0 && font::width(&text, TICK_SIZE, false) <= slot_width {
            let (x, y) = (plot.at_x(slot as f64 + 0.5), plot.at_y(*cases as f64) - 2.0);
            page.text(x, y, &text, Type::size(TICK_SIZE).middle());
        }
    }
    labels.draw(&mut page, &plot);
    let bottom = height - 3.0;
    let title = "Stored mate distance (plies)";
    page.text(
        LEFT + width / 2.0,
        bottom,
        title,
        Type::size(LABEL_SIZE).middle(),
    );
    let note = format!("n = {}", counted(&thousands(frame.cases), "case"));
    let style = Type::size(TICK_SIZE).colour(SOFT_INK).end();
    page.text(ONE_COLUMN - RIGHT, bottom, &note, style);
    Ok(page.finish())
}

/// The slots of the axis: every distance between the first and the last in
/// steps of two when all are odd or all even, so that gaps show as gaps.
fn distances(frame: &MateDistances) -> Vec<i64> {
    let mut present: Vec<i64> = frame
        .segments
        .iter()
        .filter(|s| s.2 > 0)
        .map(|s| s.1)
        .collect();
    present.sort_unstable();
    present.dedup();
    let (Some(first), Some(last)) = (present.first().copied(), present.last().copied()) else {
        return present;
    };
    let same_parity = present.iter().all(|d| (d ^ first) & 1 == 0);
    let step = if same_parity { 2 } else { 1 };
    let slots = (last.saturating_sub(first) / step) as usize + 1;
    if slots > MOST_SLOTS {
        return present;
    }
    (first..=last).step_by(step as usize).collect()
}
