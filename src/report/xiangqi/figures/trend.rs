//! Lines of a few models over a number axis, a panel a setting: the common
//! ground of Figures 9 and 10.

use crate::report::ReportError;
use crate::report::axis::{Scale, base_line, panel_title, value_axis};
use crate::report::legend::{Legend, Sample};
use crate::report::palette::Palette;
use crate::report::plot::{Frame, Mark, Plot};
use crate::report::style::{
    Dash, LABEL_SIZE, NEUTRAL, ONE_COLUMN, SOFT_INK, TICK_SIZE, TWO_COLUMNS,
};
use crate::report::svg::{Page, Type};

/// At most this many models share a panel.
pub(super) const MOST_MODELS: usize = 5;

/// One line.
#[derive(Debug)]
pub(super) struct Series<'a> {
    pub(super) model: &'a str,
    pub(super) dash: Dash,
    /// Points in ascending x; y in percent.
    pub(super) points: Vec<(f64, f64)>,
}

/// One panel.
#[derive(Debug)]
pub(super) struct Panel<'a> {
    pub(super) setting: &'a str,
    pub(super) note: String,
    pub(super) series: Vec<Series<'a>>,
}

/// A whole figure of such panels.
#[derive(Debug)]
pub(super) struct Trend<'a> {
    pub(super) palette: &'a Palette,
    pub(super) title: &'static str,
    pub(super) models: Vec<&'a str>,
    /// Models there are, shown or not.
    pub(super) all_models: usize,
    /// What each kind of line is.
    pub(super) dashes: Vec<(Dash, String)>,
    pub(super) x: (f64, f64),
    pub(super) x_ticks: Vec<(f64, String)>,
    pub(super) x_title: &'static str,
    pub(super) y_title: &'static str,
    pub(super) panels: Vec<Panel<'a>>,
}

const LEFT: f64 = 34.0;
const INNER_LEFT: f64 = 20.0;
const RIGHT: f64 = 4.0;
const PLOT: f64 = 92.0;

impl Trend<'_> {
    pub(super) fn draw(&self) -> Result<String, ReportError> {
        let columns = match self.panels.len() {
            0 | 1 => 1,
            2 | 4 => 2,
            _ => 3,
        };
        let page_width = if columns == 3 {
            TWO_COLUMNS
        } else {
            ONE_COLUMN
        };
        let rows = self.panels.len().div_ceil(columns);
        let width =
            (page_width - LEFT - RIGHT - (columns - 1) as f64 * INNER_LEFT) / columns as f64;

        let shapes = self.palette.distinct_shapes(&self.models);
        let mut entries: Vec<(Sample, String)> = self
            .models
            .iter()
            .zip(&shapes)
            .map(|(model, shape)| {
                let sample = Sample::Line(self.palette.colour(model), Dash::Solid, Some(*shape));
                (sample, (*model).to_owned())
            })
            .collect();
        let models = Legend::plan(&entries, page_width - 14.0);
        entries.clear();
        entries.extend(
            self.dashes
                .iter()
                .map(|(dash, text)| (Sample::Line(NEUTRAL, *dash, None), text.clone())),
        );
        let dashes = Legend::plan(&entries, page_width - 14.0);
        let hidden = self.all_models > self.models.len();

        let panel = 11.0 + PLOT + TICK_SIZE + 8.0;
        let below = panel * rows as f64 + 2.0;
        let note = if hidden { TICK_SIZE + 3.0 } else { 0.0 };
        let height = below + LABEL_SIZE + 5.0 + models.height() + dashes.height() + note + 2.0;
        let mut page = Page::new(self.title, page_width, height);

        let highest = self
            .panels
            .iter()
            .flat_map(|p| &p.series)
            .flat_map(|s| &s.points)
            .map(|p| p.1)
            .fold(0.0, f64::max);
        let scale = Scale::percent(highest / 100.0);
        for (index, one) in self.panels.iter().enumerate() {
            let (row, column) = (index / columns, index % columns);
            let left = LEFT + column as f64 * (width + INNER_LEFT);
            let top = row as f64 * panel + 2.0;
            let plot = Plot {
                frame: Frame {
                    left,
                    top: top + 11.0,
                    width,
                    height: PLOT,
                },
                x: self.x,
                y: (0.0, scale.top),
            };
            panel_title(
                &mut page,
                left,
                left + width,
                top + 7.0,
                one.setting,
                &one.note,
            );
            let title = if column == 0 { self.y_title } else { "" };
            value_axis(&mut page, &plot, &scale.ticks(), title);
            self.number_axis(&mut page, &plot);
            plot.draw(&mut page, &self.marks(one, &shapes))?;
        }
        let middle = (LEFT + page_width - RIGHT) / 2.0;
        let style = Type::size(LABEL_SIZE).middle();
        page.text(middle, below + LABEL_SIZE - 2.0, self.x_title, style);
        let legend_top = below + LABEL_SIZE + 4.0;
        models.draw(&mut page, 8.0, legend_top)?;
        dashes.draw(&mut page, 8.0, legend_top + models.height())?;
        if hidden {
            let text = format!(
                "The {} of {} models with the highest pass@1 are shown.",
                self.models.len(),
                self.all_models
            );
            let style = Type::size(TICK_SIZE).colour(SOFT_INK);
            page.text(8.0, height - 4.0, &text, style);
        }
        Ok(page.finish())
    }

    fn number_axis(&self, page: &mut Page, plot: &Plot) {
        base_line(page, plot.frame);
        let bottom = plot.frame.bottom();
        for (value, label) in &self.x_ticks {
            let x = plot.at_x(*value);
            page.rule((x, bottom), (x, bottom + 2.0), SOFT_INK, 0.6, Dash::Solid);
            let style = Type::size(TICK_SIZE).colour(SOFT_INK).middle();
            page.text(x, bottom + 3.0 + TICK_SIZE, label, style);
        }
    }

    fn marks(&self, panel: &Panel<'_>, shapes: &[crate::report::style::Shape]) -> Vec<Mark> {
        let mut lines = Vec::new();
        let mut points = Vec::new();
        // The first model is the strongest: it is drawn last, on top.
        for (index, model) in self.models.iter().enumerate().rev() {
            let colour = self.palette.colour(model);
            let shape = shapes.get(index).copied().unwrap_or_default();
            for series in panel.series.iter().filter(|s| s.model == *model) {
                let width = 0.9;
                let all: Vec<(f64, f64)> = series
                    .points
                    .iter()
                    .copied()
                    .filter(|p| p.1.is_finite())
                    .collect();
                points.extend(all.iter().map(|at| Mark::Point {
                    at: *at,
                    shape,
                    radius: 1.6,
                    colour,
                    hollow: series.dash != Dash::Solid,
                    opacity: 1.0,
                }));
                if all.len() > 1 {
                    lines.push(Mark::Line {
                        points: all,
                        colour,
                        width,
                        dash: series.dash,
                    });
                }
            }
        }
        lines.extend(points);
        lines
    }
}

/// The models with the highest value, best first, at most [`MOST_MODELS`];
/// equal ones keep their order.
pub(super) fn strongest(mut ranked: Vec<(&str, f64)>) -> Vec<&str> {
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    ranked
        .into_iter()
        .take(MOST_MODELS)
        .map(|(model, _)| model)
        .collect()
}
