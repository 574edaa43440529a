//! Figure 13: how much each model simulates.

use crate::analysis::xiangqi::frames::SimulationRow;
use crate::report::ReportError;
use crate::report::axis::{Scale, SlotLabels, base_line, panel_title, value_axis};
use crate::report::drawing::{counted, no_data, range, thousands};
use crate::report::legend::{Legend, Sample};
use crate::report::plot::{Frame, Mark, Plot};
use crate::report::style::{Colour, ONE_COLUMN, SMALL_SIZE, SOFT_INK, TWO_COLUMNS, setting_style};
use crate::report::svg::{Page, Type};

const TITLE: &str = "Simulation use by model";
const LEFT: f64 = 34.0;
const RIGHT: f64 = 3.0;
const HEAD: f64 = 13.0;
const PLOT: f64 = 62.0;
/// More models than this and the figure takes both columns.
const ONE_COLUMN_MODELS: usize = 14;
/// Requests, accepted calls, complete lines: each a part of the one before.
const PARTS: [(&str, Colour); 3] = [
    ("requests", Colour(0x93, 0xC6, 0xE8)),
    ("accepted calls", Colour(0x00, 0x72, 0xB2)),
    ("complete legal lines", Colour(0x0B, 0x2F, 0x57)),
];

/// Draws the figure: (a) trials with a request in the first agent turn, (b)
/// requests, accepted calls and complete lines per agent turn.
///
/// # Errors
/// When the marks cannot be drawn.
pub fn draw(rows: &[SimulationRow]) -> Result<String, ReportError> {
    if rows.is_empty() {
        return Ok(no_data(TITLE, "no Sighted trials"));
    }
    let page_width = if rows.len() > ONE_COLUMN_MODELS {
        TWO_COLUMNS
    } else {
        ONE_COLUMN
    };
    let width = page_width - LEFT - RIGHT;
    let names: Vec<&str> = rows.iter().map(|row| row.model.as_str()).collect();
    let labels = SlotLabels::plan(&names, width / rows.len() as f64, LEFT);
    let entries = PARTS.map(|(label, colour)| (Sample::Fill(colour), label.to_owned()));
    let legend = Legend::plan(&entries, width);
    let second = HEAD + PLOT + 8.0;
    let top = second + HEAD + legend.height() + 2.0;
    let mut page = Page::new(TITLE, page_width, top + PLOT + labels.height);

    let trials = range(rows.iter().map(|row| row.first_turn.n)).unwrap_or_default();
    let note = format!("{} per model", counted(&trials, "trial"));
    let right = LEFT + width;
    panel_title(
        &mut page,
        LEFT,
        right,
        8.0,
        "(a) Simulation in the first turn",
        &note,
    );
    let shares: Vec<Option<f64>> = rows
        .iter()
        .map(|row| row.first_turn.rate().map(|rate| rate * 100.0))
        .collect();
    let highest = shares.iter().flatten().copied().fold(0.0, f64::max);
    let scale = Scale::percent(highest / 100.0);
    let plot = plot_at(HEAD, width, rows.len(), scale.top);
    value_axis(&mut page, &plot, &scale.ticks(), "Trials (%)");
    let (colour, ..) = setting_style("Sighted");
    let mut marks = Vec::new();
    for (slot, share) in shares.iter().enumerate() {
        let bar = plot.span_x(14.0).min(0.6);
        match share {
            Some(share) => marks.push(standing(&plot, slot as f64 + 0.5, bar, *share, colour)),
            None => dash(&mut page, &plot, slot),
        }
    }
    plot.draw(&mut page, &marks)?;
    base_line(&mut page, plot.frame);

    let turns: u64 = rows.iter().map(|row| row.turns).sum();
    let note = counted(&thousands(turns), "agent turn");
    panel_title(
        &mut page,
        LEFT,
        right,
        second + 8.0,
        "(b) Per agent turn",
        &note,
    );
    legend.draw(&mut page, LEFT, second + HEAD)?;
    let rates: Vec<Option<[f64; 3]>> = rows
        .iter()
        .map(|row| {
            let per_turn = |n: u64| n as f64 / row.turns as f64;
            (row.turns > 0).then(|| [row.requests, row.accepted, row.complete].map(per_turn))
        })
        .collect();
    let highest = rates
        .iter()
        .flatten()
        .flatten()
        .copied()
        .fold(0.0, f64::max);
    let scale = Scale::up_to(highest, 5, 1.0);
    let plot = plot_at(top, width, rows.len(), scale.top);
    value_axis(&mut page, &plot, &scale.ticks(), "Calls per turn");
    let mut marks = Vec::new();
    for (slot, rates) in rates.iter().enumerate() {
        let Some(rates) = rates else {
            dash(&mut page, &plot, slot);
            continue;
        };
        let bar = plot.span_x(8.0).min(0.26);
        for (index, (rate, (_, colour))) in rates.iter().zip(PARTS).enumerate() {
            let x = slot as f64 + 0.5 + (index as f64 - 1.0) * bar;
            marks.push(standing(&plot, x, bar * 0.94, *rate, colour));
        }
    }
    plot.draw(&mut page, &marks)?;
    base_line(&mut page, plot.frame);
    labels.draw(&mut page, &plot);
    Ok(page.finish())
}

fn plot_at(top: f64, width: f64, slots: usize, highest: f64) -> Plot {
    Plot {
        frame: Frame {
            left: LEFT,
            top,
            width,
            height: PLOT,
        },
        x: (0.0, slots as f64),
        y: (0.0, highest),
    }
}

/// A bar on the base line; zero still leaves a trace, so that it is not taken
/// for missing.
fn standing(plot: &Plot, x: f64, width: f64, value: f64, fill: Colour) -> Mark {
    Mark::Bar {
        from: (x - width / 2.0, 0.0),
        to: (x + width / 2.0, value.max(plot.span_y(0.6))),
        fill,
    }
}

fn dash(page: &mut Page, plot: &Plot, slot: usize) {
    let x = plot.at_x(slot as f64 + 0.5);
    let style = Type::size(SMALL_SIZE).colour(SOFT_INK).middle();
    page.text(x, plot.frame.bottom() - 2.0, "–", style);
}
