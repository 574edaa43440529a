//! Figure 7: what simulation checks, what it does not, and what it is worth.

use crate::analysis::xiangqi::frames::{AblationRow, RequestOutcomes};
use crate::analysis::{Estimate, Share};
use crate::report::ReportError;
use crate::report::axis::{Scale, SlotLabels, base_line, panel_title, value_axis};
use crate::report::drawing::{counted, no_data, range, thousands};
use crate::report::legend::{Legend, Sample};
use crate::report::plot::{Frame, Mark, Plot};
use crate::report::style::{
    Colour, Dash, INK, LABEL_SIZE, NEUTRAL, SMALL_SIZE, SOFT_INK, TICK_SIZE, TWO_COLUMNS,
    setting_style,
};
use crate::report::svg::{Page, Type};

const TITLE: &str = "Simulation checks legality, not the opponent";
const RIGHT: f64 = 4.0;
const HEAD: f64 = 13.0;
/// A lying bar with the gap below it.
const LINE: f64 = 11.5;
/// Where lying bars begin and the longest ends.
const BARS: (f64, f64) = (84.0, 176.0);
/// Left edge of (c) beside (a) and (b), and below them.
const BESIDE: f64 = 282.0;
const BELOW: f64 = 34.0;
/// More models than this and (c) goes below.
const BESIDE_MODELS: usize = 6;
/// Narrowest slot with the difference and its p-value above it.
const WORDS: f64 = 32.0;
const STRIP: f64 = 16.0;
const LINES: [(&str, Colour); 5] = [
    ("fully legal", Colour(0x00, 0x72, 0xB2)),
    ("stopped on illegal ply", Colour(0xC4, 0x4E, 0x1B)),
    ("early stop / capped", Colour(0xE6, 0xB0, 0x3C)),
    ("over budget", Colour(0x93, 0xC6, 0xE8)),
    ("refused otherwise", Colour(0xE8, 0xB4, 0x9E)),
];

/// Draws the figure: (a) and (b) of one setting, (c) of the ablation.
///
/// # Errors
/// When the marks cannot be drawn.
pub fn draw(
    found: Option<&RequestOutcomes>,
    ablation: &[AblationRow],
) -> Result<String, ReportError> {
    let found = found.copied().unwrap_or_default();
    if found.requests() == 0 && ablation.is_empty() {
        return Ok(no_data(TITLE, "no Sighted simulation and no ablation"));
    }
    let outcomes = outcomes(&found);
    let replies = [
        ("same reply", found.diverged.n - found.diverged.k, NEUTRAL),
        ("another reply", found.diverged.k, Colour(0x0B, 0x2F, 0x57)),
    ];
    let second = HEAD + 2.0 + outcomes.len() as f64 * LINE + 10.0;
    let left_height = second + HEAD + replies.len() as f64 * LINE + 3.0;
    let beside = ablation.len() <= BESIDE_MODELS;
    let (left, top) = if beside {
        (BESIDE, 0.0)
    } else {
        (BELOW, left_height + 6.0)
    };
    let room = if beside { left_height } else { 0.0 };
    let panel = Ablation::plan(ablation, left, top, room);
    let height = panel.height.max(left_height);
    let mut page = Page::new(TITLE, TWO_COLUMNS, height);

    let note = counted(&thousands(found.requests()), "Sighted request");
    let edge = if beside {
        BESIDE - 40.0
    } else {
        TWO_COLUMNS - RIGHT
    };
    panel_title(&mut page, 2.0, edge, 9.0, "(a) Outcomes of requests", &note);
    lying(&mut page, HEAD + 2.0, &outcomes, found.requests())?;
    let note = counted(&thousands(found.diverged.n), "adopted complete line");
    panel_title(
        &mut page,
        2.0,
        edge,
        second + 7.0,
        "(b) Defender's real reply",
        &note,
    );
    lying(&mut page, second + HEAD, &replies, found.diverged.n)?;
    panel.draw(&mut page)?;
    Ok(page.finish())
}

/// Label, count and colour of the bars of (a); refusals for other reasons only
/// where there are any.
fn outcomes(found: &RequestOutcomes) -> Vec<(&'static str, u64, Colour)> {
    let counts = [
        found.complete,
        found.illegal,
        found.terminal + found.capped,
        found.over_budget,
        found.refused,
    ];
    LINES
        .into_iter()
        .zip(counts)
        .filter(|((label, _), count)| *label != "refused otherwise" || *count > 0)
        .map(|((label, colour), count)| (label, count, colour))
        .collect()
}

/// Bars from left to right with their counts and shares of `n`.
fn lying(
    page: &mut Page,
    top: f64,
    bars: &[(&str, u64, Colour)],
    n: u64,
) -> Result<(), ReportError> {
    let plot = Plot {
        frame: Frame {
            left: BARS.0,
            top,
            width: BARS.1 - BARS.0,
            height: LINE * bars.len() as f64,
        },
        x: (0.0, 1.0),
        y: (0.0, bars.len() as f64),
    };
    let most = bars
        .iter()
        .map(|bar| bar.1)
        .max()
        .unwrap_or_default()
        .max(1);
    let mut marks = Vec::new();
    for (index, (label, count, fill)) in bars.iter().enumerate() {
        let middle = (bars.len() - index) as f64 - 0.5;
        let length = *count as f64 / most as f64;
        let half = plot.span_y(3.6);
        marks.push(Mark::Bar {
            from: (0.0, middle - half),
            to: (length.max(plot.span_x(0.6)), middle + half),
            fill: *fill,
        });
        let y = plot.at_y(middle) + TICK_SIZE * 0.35;
        let style = Type::size(TICK_SIZE);
        page.text(BARS.0 - 4.0, y, label, style.end());
        let share = Share { k: *count, n };
        let text = share.rate().map_or_else(
            || "–".to_owned(),
            |rate| format!("{} ({:.1}%)", thousands(*count), rate * 100.0),
        );
        let x = plot.at_x(length.max(plot.span_x(0.6))) + 3.0;
        page.text(x, y, &text, style.colour(SOFT_INK));
    }
    plot.draw(page, &marks)?;
    page.rule(
        (BARS.0, plot.frame.top),
        (BARS.0, plot.frame.bottom()),
        SOFT_INK,
        0.6,
        Dash::Solid,
    );
    Ok(())
}

/// Panel (c).
struct Ablation<'a> {
    rows: &'a [AblationRow],
    left: f64,
    top: f64,
    width: f64,
    plot: f64,
    /// Room for the differences above the bars.
    strip: f64,
    height: f64,
    labels: SlotLabels,
    legend: Legend,
}

impl<'a> Ablation<'a> {
    /// Plans the panel from `top` down to `room` at least.
    fn plan(rows: &'a [AblationRow], left: f64, top: f64, room: f64) -> Self {
        let width = TWO_COLUMNS - RIGHT - left;
        let names: Vec<&str> = rows.iter().map(|row| row.model.as_str()).collect();
        let labels = SlotLabels::plan(&names, width / rows.len().max(1) as f64, BELOW);
        let legend = Legend::plan(
            &[
                (Sample::Fill(arm("Full")), "with simulate".to_owned()),
                (Sample::Fill(arm("No queries")), "without".to_owned()),
                (Sample::Interval(INK), "95% interval".to_owned()),
            ],
            width,
        );
        let strip = if width / rows.len().max(1) as f64 >= WORDS {
            STRIP
        } else {
            4.0
        };
        let rest = top + HEAD + legend.height() + strip + labels.height;
        let plot = (room - rest).max(52.0);
        let height = rest + plot;
        Self {
            rows,
            left,
            top,
            width,
            plot,
            strip,
            height,
            labels,
            legend,
        }
    }

    fn draw(&self, page: &mut Page) -> Result<(), ReportError> {
        let positions = range(self.rows.iter().map(|row| row.positions)).unwrap_or_default();
        let note = if self.rows.is_empty() {
            String::new()
        } else {
            format!("{} per model", counted(&positions, "position"))
        };
        let right = self.left + self.width;
        panel_title(
            page,
            self.left - 32.0,
            right,
            self.top + 9.0,
            "(c) Ablation",
            &note,
        );
        if self.rows.is_empty() {
            let style = Type::size(LABEL_SIZE).colour(SOFT_INK);
            let y = self.top + HEAD + 10.0;
            let text = "no data: no model has trials in both arms";
            page.text(self.left - 20.0, y, text, style);
            return Ok(());
        }
        self.legend.draw(page, self.left, self.top + HEAD)?;
        let highest = self
            .rows
            .iter()
            .flat_map(|row| [row.with, row.without])
            .flat_map(|rate| [Some(rate.value), rate.high])
            .flatten()
            .filter(|value| value.is_finite())
            .fold(0.0, f64::max);
        let scale = Scale::percent(highest);
        let plot = Plot {
            frame: Frame {
                left: self.left,
                top: self.top + HEAD + self.legend.height() + self.strip,
                width: self.width,
                height: self.plot,
            },
            x: (0.0, self.rows.len() as f64),
            y: (0.0, scale.top),
        };
        value_axis(page, &plot, &scale.ticks(), "pass@1 (%)");
        let mut marks = Vec::new();
        let bar = plot.span_x(16.0).min(0.32);
        for (slot, row) in self.rows.iter().enumerate() {
            let middle = slot as f64 + 0.5;
            let arms = [(row.with, arm("Full")), (row.without, arm("No queries"))];
            for ((rate, colour), side) in arms.into_iter().zip([-0.5, 0.5]) {
                marks.extend(standing(
                    &plot,
                    middle + side * bar,
                    bar * 0.92,
                    rate,
                    colour,
                ));
            }
            if plot.frame.width / self.rows.len() as f64 >= WORDS {
                let x = plot.at_x(middle);
                let style = Type::size(SMALL_SIZE).middle();
                let difference = points(row.difference.value);
                page.text(x, plot.frame.top - 9.0, &difference, style);
                page.text(x, plot.frame.top - 2.5, &p_value(row.p), style);
            }
        }
        plot.draw(page, &marks)?;
        base_line(page, plot.frame);
        self.labels.draw(page, &plot);
        Ok(())
    }
}

fn arm(label: &str) -> Colour {
    setting_style(label).0
}

/// A difference of rates in points, with a true minus sign.
fn points(difference: f64) -> String {
    let shown = format!("{:.1}", (difference * 100.0).abs());
    let sign = if difference < 0.0 && shown != "0.0" {
        "−"
    } else {
        ""
    };
    format!("Δ = {sign}{shown}")
}

fn p_value(p: f64) -> String {
    if p < 0.001 {
        "p < 0.001".to_owned()
    } else if p < 0.1 {
        format!("p = {p:.3}")
    } else {
        format!("p = {p:.2}")
    }
}

/// A bar with its interval.
fn standing(plot: &Plot, x: f64, width: f64, rate: Estimate, fill: Colour) -> Vec<Mark> {
    if !rate.value.is_finite() {
        return Vec::new();
    }
    let mut marks = vec![Mark::Bar {
        from: (x - width / 2.0, 0.0),
        to: (x + width / 2.0, (rate.value * 100.0).max(plot.span_y(0.6))),
        fill,
    }];
    let (Some(low), Some(high)) = (rate.low, rate.high) else {
        return marks;
    };
    if !(low.is_finite() && high.is_finite()) || high <= low {
        return marks;
    }
    let (low, high) = (low * 100.0, high * 100.0);
    let half = plot.span_x(1.6).min(width / 4.0);
    for points in [
        vec![(x, low), (x, high)],
        vec![(x - half, low), (x + half, low)],
        vec![(x - half, high), (x + half, high)],
    ] {
        marks.push(Mark::Line {
            points,
            colour: INK,
            width: 0.6,
            dash: Dash::Solid,
        });
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_in_points() {
        let shown = [0.15, -0.083_3, -0.000_1].map(points);
        assert_eq!(shown, ["Δ = 15.0", "Δ = −8.3", "Δ = 0.0"]);
    }

    #[test]
    fn p_values_keep_what_matters() {
        let shown = [0.0004, 0.0127, 0.265, 1.0].map(p_value);
        assert_eq!(shown, ["p < 0.001", "p = 0.013", "p = 0.27", "p = 1.00"]);
    }
}
