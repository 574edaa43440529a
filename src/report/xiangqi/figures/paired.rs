//! Rates of the same things in several settings, side by side: the common
//! ground of Figures 11, 12 and 20.

use crate::analysis::Share;
use crate::analysis::xiangqi::frames::ActionRow;
use crate::report::ReportError;
use crate::report::axis::{Scale, SlotLabels, base_line, panel_title, value_axis};
use crate::report::drawing::distinct;
use crate::report::legend::{Legend, Sample};
use crate::report::plot::{Frame, Mark, Plot};
use crate::report::style::{
    Dash, GRID, NEUTRAL, ONE_COLUMN, SMALL_SIZE, SOFT_INK, TWO_COLUMNS, setting_style,
};
use crate::report::svg::{Page, Type};

const LEFT: f64 = 34.0;
const RIGHT: f64 = 3.0;
const HEAD: f64 = 11.0;
const PLOT: f64 = 66.0;
const GAP: f64 = 7.0;
/// More slots than this in a panel and the figure takes both columns.
const ONE_COLUMN_SLOTS: usize = 16;

/// A rate of one thing in one setting.
#[derive(Debug)]
pub(super) struct Point<'a> {
    pub(super) slot: String,
    pub(super) setting: &'a str,
    pub(super) share: Share,
}

/// One panel: its slots from left to right in order of first appearance.
#[derive(Debug)]
pub(super) struct Panel<'a> {
    pub(super) title: &'static str,
    pub(super) note: String,
    pub(super) axis: &'static str,
    pub(super) points: Vec<Point<'a>>,
}

impl Panel<'_> {
    fn slots(&self) -> Vec<&str> {
        distinct(self.points.iter().map(|point| point.slot.as_str()))
    }
}

/// One rate of every model in every setting.
pub(super) fn by_model(rows: &[ActionRow], share: fn(&ActionRow) -> Share) -> Vec<Point<'_>> {
    rows.iter()
        .map(|row| Point {
            slot: row.model.clone(),
            setting: &row.setting,
            share: share(row),
        })
        .collect()
}

/// Draws panels one above the other.
///
/// # Errors
/// When the marks cannot be drawn.
pub(super) fn draw(title: &str, panels: &[Panel<'_>]) -> Result<String, ReportError> {
    let most = panels.iter().map(|panel| panel.slots().len()).max();
    let page_width = if most.unwrap_or_default() > ONE_COLUMN_SLOTS {
        TWO_COLUMNS
    } else {
        ONE_COLUMN
    };
    let width = page_width - LEFT - RIGHT;
    let settings = distinct(panels.iter().flat_map(|p| &p.points).map(|p| p.setting));
    let entries: Vec<(Sample, String)> = settings
        .iter()
        .map(|setting| {
            let (colour, _, shape) = setting_style(setting);
            (Sample::Point(colour, shape, false), (*setting).to_owned())
        })
        .collect();
    let legend = Legend::plan(&entries, width);
    // Panels with the same slots share the labels of the last one.
    let labels: Vec<Option<SlotLabels>> = panels
        .iter()
        .enumerate()
        .map(|(at, panel)| {
            let slots = panel.slots();
            let shared = panels.get(at + 1).is_some_and(|next| next.slots() == slots);
            (!shared).then(|| SlotLabels::plan(&slots, width / slots.len().max(1) as f64, LEFT))
        })
        .collect();
    let below: f64 = labels.iter().flatten().map(|labels| labels.height).sum();
    let each = HEAD + PLOT + GAP;
    let height = 2.0 + legend.height() + 3.0 + each * panels.len() as f64 - GAP + below;
    let mut page = Page::new(title, page_width, height);
    legend.draw(&mut page, LEFT, 2.0)?;
    let mut top = 2.0 + legend.height() + 3.0;
    for (panel, labels) in panels.iter().zip(&labels) {
        let note = &panel.note;
        panel_title(&mut page, LEFT, LEFT + width, top + 7.5, panel.title, note);
        let frame = Frame {
            left: LEFT,
            top: top + HEAD,
            width,
            height: PLOT,
        };
        let plot = draw_panel(&mut page, panel, frame, &settings)?;
        if let Some(labels) = labels {
            labels.draw(&mut page, &plot);
            top += labels.height;
        }
        top += each;
    }
    Ok(page.finish())
}

fn draw_panel(
    page: &mut Page,
    panel: &Panel<'_>,
    frame: Frame,
    settings: &[&str],
) -> Result<Plot, ReportError> {
    let slots = panel.slots();
    let rates = panel.points.iter().filter_map(|point| point.share.rate());
    // Head room, so that the highest point is not cut in half.
    let scale = Scale::percent((rates.fold(0.0, f64::max) * 1.05).min(1.0));
    let plot = Plot {
        frame,
        x: (0.0, slots.len().max(1) as f64),
        y: (0.0, scale.top),
    };
    value_axis(page, &plot, &scale.ticks(), panel.axis);
    let radius = (frame.width / slots.len().max(1) as f64 * 0.25).clamp(1.3, 2.4);
    let step = plot.span_x(radius * 1.3);
    let (mut stems, mut points) = (Vec::new(), Vec::new());
    for (slot, name) in slots.iter().enumerate() {
        let middle = slot as f64 + 0.5;
        let mut seen = Vec::new();
        for (order, setting) in settings.iter().enumerate() {
            let of = |point: &&Point<'_>| point.slot == *name && point.setting == *setting;
            let share = panel.points.iter().find(of).map(|point| point.share);
            let Some(rate) = share.and_then(Share::rate) else {
                continue;
            };
            let (colour, _, shape) = setting_style(setting);
            let x = middle + (order as f64 - (settings.len() as f64 - 1.0) / 2.0) * step;
            seen.push((x, rate * 100.0));
            points.push(Mark::Point {
                at: (x, rate * 100.0),
                shape,
                radius,
                colour,
                hollow: false,
                opacity: 1.0,
            });
        }
        if seen.is_empty() {
            let style = Type::size(SMALL_SIZE).colour(SOFT_INK).middle();
            page.text(plot.at_x(middle), frame.bottom() - 2.0, "–", style);
        }
        stems.push(Mark::Line {
            points: seen,
            colour: NEUTRAL.pale(),
            width: 0.8,
            dash: Dash::Solid,
        });
        if slot > 0 {
            let x = plot.at_x(slot as f64);
            let (bottom, top) = (frame.bottom(), frame.top);
            page.rule((x, bottom), (x, top), GRID.pale(), 0.4, Dash::Solid);
        }
    }
    // Points at zero would hide half behind the base line.
    base_line(page, frame);
    stems.retain(|stem| matches!(stem, Mark::Line { points, .. } if points.len() > 1));
    stems.extend(points);
    plot.draw(page, &stems)?;
    Ok(plot)
}
