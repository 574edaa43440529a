//! Figure 19: recovery after a rejected move, a panel a model.

use super::grid::Grid;
use crate::analysis::xiangqi::frames::RecoveryRow;
use crate::report::ReportError;
use crate::report::drawing::{distinct, no_data, thousands};
use crate::report::legend::{Legend, Sample};
use crate::report::plot::{Mark, Plot};
use crate::report::style::{Dash, ONE_COLUMN, TWO_COLUMNS, setting_style};
use crate::report::svg::Page;

const TITLE: &str = "Recovery after a rejected move";
/// More models than this and the panels stand closer.
const FOUR_COLUMNS: usize = 32;

/// Draws the figure.
///
/// # Errors
/// When the marks cannot be drawn.
pub fn draw(rows: &[RecoveryRow]) -> Result<String, ReportError> {
    if rows.iter().all(|row| row.rejected == 0) {
        return Ok(no_data(TITLE, "no move was rejected"));
    }
    let models = distinct(rows.iter().map(|row| row.model.as_str()));
    let settings = distinct(rows.iter().map(|row| row.setting.as_str()));
    let columns = match models.len() {
        0..=2 => models.len(),
        n if n > FOUR_COLUMNS => 6,
        _ => 4,
    };
    let page_width = if columns > 2 { TWO_COLUMNS } else { ONE_COLUMN };
    let entries: Vec<(Sample, String)> = settings
        .iter()
        .map(|setting| {
            let (colour, dash, shape) = setting_style(setting);
            let sample = Sample::Line(colour, dash, Some(shape));
            (sample, (*setting).to_owned())
        })
        .collect();
    let legend = Legend::plan(&entries, page_width - 14.0);
    let grid = Grid::new(models.len(), columns, page_width, 2.0, 46.0);
    let height = grid.bottom() + 3.0 + legend.height() + 2.0;
    let mut page = Page::new(TITLE, page_width, height);
    let titles = grid.titles(models.iter().copied());
    for (index, (title, model)) in titles.iter().zip(&models).enumerate() {
        let own: Vec<Option<&RecoveryRow>> = settings
            .iter()
            .map(|setting| {
                rows.iter()
                    .find(|row| row.model == *model && row.setting == *setting)
            })
            .collect();
        let plot = Plot {
            frame: grid.frame(index),
            x: (0.6, 3.4),
            // Head room, so that points at 100 % are not cut.
            y: (0.0, 106.0),
        };
        let counts: Vec<String> = own
            .iter()
            .map(|row| row.map_or("–".to_owned(), |row| thousands(row.rejected)))
            .collect();
        let note = format!("n = {}", counts.join(" / "));
        grid.head(&mut page, index, title, &note);
        let ticks = [0.0, 50.0, 100.0].map(|value| (value, format!("{value:.0}")));
        grid.value_axis(&mut page, index, &plot, &ticks, "Recovered (%)");
        let marks = [(1.0, "1"), (2.0, "2"), (3.0, "3")];
        grid.base_axis(&mut page, index, &plot, &marks);
        plot.draw(&mut page, &lines(&plot, &settings, &own))?;
    }
    grid.base_title(&mut page, "Within so many calls of the same turn");
    legend.draw(&mut page, 8.0, grid.bottom() + 3.0)?;
    Ok(page.finish())
}

fn lines(plot: &Plot, settings: &[&str], own: &[Option<&RecoveryRow>]) -> Vec<Mark> {
    // Settings stand side by side, so that intervals do not overlap.
    let step = plot.span_x(4.0).min(0.6 / settings.len().max(1) as f64);
    let (mut intervals, mut lines, mut points) = (Vec::new(), Vec::new(), Vec::new());
    for (index, (setting, row)) in settings.iter().zip(own).enumerate() {
        let Some(row) = row else { continue };
        let (colour, dash, shape) = setting_style(setting);
        let shift = (index as f64 - (settings.len() - 1) as f64 / 2.0) * step;
        let mut line = Vec::new();
        for (window, rate) in row.rates.iter().enumerate() {
            let Some(rate) = rate.filter(|rate| rate.value.is_finite()) else {
                continue;
            };
            let x = window as f64 + 1.0 + shift;
            let at = (x, rate.value * 100.0);
            line.push(at);
            points.push(Mark::Point {
                at,
                shape,
                radius: 1.7,
                colour,
                hollow: false,
                opacity: 1.0,
            });
            if let (Some(low), Some(high)) = (rate.low, rate.high)
                && low.is_finite()
                && high.is_finite()
            {
                intervals.push(Mark::Line {
                    points: vec![(x, low * 100.0), (x, high * 100.0)],
                    colour: colour.pale(),
                    width: 1.6,
                    dash: Dash::Solid,
                });
            }
        }
        if line.len() > 1 {
            lines.push(Mark::Line {
                points: line,
                colour,
                width: 0.9,
                dash,
            });
        }
    }
    intervals.extend(lines);
    intervals.extend(points);
    intervals
}
