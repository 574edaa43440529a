//! Calls by category along trials: the common ground of Figures 6 and 14 to 17.

use super::grid::Grid;
use crate::analysis::xiangqi::frames::{CompositionRow, Outcomes};
use crate::report::ReportError;
use crate::report::axis::Scale;
use crate::report::drawing::{counted, no_data, thousands};
use crate::report::legend::{Legend, Sample};
use crate::report::plot::{Mark, Plot};
use crate::report::style::{Colour, LABEL_SIZE, ONE_COLUMN, SOFT_INK, TWO_COLUMNS};
use crate::report::svg::{Page, Type};

/// Index among the categories of a [`CompositionRow`], label and colour, from
/// the bottom of a bar to its top: what prepares a move, moves, refusals.
pub(super) const PARTS: [(usize, &str, Colour); 8] = [
    (5, "think", Colour(0xE6, 0xB0, 0x3C)),
    (2, "simulate", Colour(0x00, 0x72, 0xB2)),
    (3, "simulate, over budget", Colour(0x93, 0xC6, 0xE8)),
    (4, "state query", Colour(0x2F, 0x9E, 0x77)),
    (0, "move", Colour(0x3B, 0x4A, 0x5A)),
    (6, "resign", Colour(0x7A, 0x3E, 0x8E)),
    (1, "rejected move", Colour(0xC4, 0x4E, 0x1B)),
    (7, "other rejected", Colour(0xE8, 0xB4, 0x9E)),
];

/// A panel: its title and its calls.
pub(super) type Panel<'a> = (&'a str, &'a CompositionRow);

/// Draws panels in so many columns; three or more take both columns of the page.
pub(super) fn draw(
    title: &str,
    columns: usize,
    panels: &[Panel<'_>],
    missing: &str,
) -> Result<String, ReportError> {
    if panels.is_empty() {
        return Ok(no_data(title, missing));
    }
    let columns = columns.min(panels.len());
    let page_width = if columns > 2 { TWO_COLUMNS } else { ONE_COLUMN };
    let entries: Vec<(Sample, String)> = PARTS
        .iter()
        .map(|(_, label, colour)| (Sample::Fill(*colour), (*label).to_owned()))
        .collect();
    let legend = Legend::plan(&entries, page_width - 14.0);
    let grid = Grid::new(panels.len(), columns, page_width, 2.0, 48.0);
    let height = grid.bottom() + 3.0 + legend.height() + 2.0;
    let mut page = Page::new(title, page_width, height);
    let scale = Scale::percent(1.0);
    let titles = grid.titles(panels.iter().map(|panel| panel.0));
    for (index, (title, (_, row))) in titles.iter().zip(panels).enumerate() {
        let plot = Plot {
            frame: grid.frame(index),
            x: (0.0, row.bins.len() as f64),
            y: (0.0, scale.top),
        };
        grid.head(&mut page, index, title, &basis(row));
        grid.value_axis(&mut page, index, &plot, &ticks(), "Calls (%)");
        plot.draw(&mut page, &bars(&plot, row))?;
        if row.calls() == 0 {
            let (x, y) = (
                plot.frame.left + plot.frame.width / 2.0,
                plot.frame.top + plot.frame.height * 0.25 + 2.0,
            );
            let style = Type::size(LABEL_SIZE).colour(SOFT_INK).middle();
            page.text(x, y, "no calls", style);
        }
        let end = row.bins.len() as f64;
        let marks = [(0.0, "0"), (end / 2.0, "0.5"), (end, "1")];
        grid.base_axis(&mut page, index, &plot, &marks);
    }
    grid.base_title(&mut page, "Progress of the trial");
    legend.draw(&mut page, 8.0, grid.bottom() + 3.0)?;
    Ok(page.finish())
}

fn ticks() -> Vec<(f64, String)> {
    [0.0, 50.0, 100.0]
        .map(|value| (value, format!("{value:.0}")))
        .to_vec()
}

/// `79 wins, 1,203 calls`.
fn basis(row: &CompositionRow) -> String {
    let trials = match row.outcomes {
        Outcomes::All => counted(&thousands(row.trials), "trial"),
        Outcomes::Won => counted(&thousands(row.trials), "win"),
        Outcomes::Failed => format!("{} failed", thousands(row.trials)),
    };
    format!("{trials}, {}", counted(&thousands(row.calls()), "call"))
}

fn bars(plot: &Plot, row: &CompositionRow) -> Vec<Mark> {
    let gap = plot.span_x(0.35);
    let mut marks = Vec::new();
    for (bin, counts) in row.bins.iter().enumerate() {
        let all: u64 = counts.iter().sum();
        if all == 0 {
            continue;
        }
        let share = |calls: u64| 100.0 * calls as f64 / all as f64;
        let (left, right) = (bin as f64 + gap / 2.0, bin as f64 + 1.0 - gap / 2.0);
        let mut below = 0;
        for (category, _, fill) in PARTS {
            let calls = counts[category];
            if calls == 0 {
                continue;
            }
            marks.push(Mark::Bar {
                from: (left, share(below)),
                to: (right, share(below + calls)),
                fill,
            });
            below += calls;
        }
    }
    marks
}
