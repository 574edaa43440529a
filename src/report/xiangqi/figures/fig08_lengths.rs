//! Figure 8: how long trials last against the stored mate distance, and how
//! the failed ones end.

use crate::analysis::xiangqi::frames::LengthRow;
use crate::report::ReportError;
use crate::report::axis::{Scale, SlotLabels, base_line, panel_title, value_axis};
use crate::report::drawing::{counted, distinct, no_data, range, thousands};
use crate::report::font;
use crate::report::legend::{Legend, Sample};
use crate::report::palette::Palette;
use crate::report::plot::{Frame, Mark, Plot};
use crate::report::style::{
    Dash, INK, NEUTRAL, ONE_COLUMN, SMALL_SIZE, SOFT_INK, Shape, TICK_SIZE, TWO_COLUMNS,
    part_colour,
};
use crate::report::svg::{Page, Type};

const TITLE: &str = "Lengths of trials and ends of failed trials";
const LEFT: f64 = 34.0;
const INNER_LEFT: f64 = 24.0;
const RIGHT: f64 = 3.0;
const PANEL_HEAD: f64 = 11.0;
const WINS: f64 = 16.0;
const BOXES: f64 = 88.0;
const BETWEEN: f64 = 8.0;
const ENDS: f64 = 56.0;
/// More models than this and every setting gets the full width.
const SIDE_BY_SIDE_MODELS: usize = 16;
/// Wins beyond this many mate distances are triangles at the upper edge,
/// unless a whisker reaches further.
const EDGE: f64 = 4.0;

/// Draws the figure, a column a setting.
///
/// # Errors
/// When the marks cannot be drawn.
pub fn draw(frame: &[LengthRow], palette: &Palette) -> Result<String, ReportError> {
    if frame.iter().all(|r| r.wins.n == 0) {
        return Ok(no_data(TITLE, "no trial is selected"));
    }
    let models = distinct(frame.iter().map(|r| r.model.as_str()));
    let settings = distinct(frame.iter().map(|r| r.setting.as_str()));
    let classes = distinct(frame.iter().flat_map(|r| &r.ends).map(|e| e.0.as_str()));
    let columns = if settings.len() == 1 || models.len() > SIDE_BY_SIDE_MODELS {
        1
    } else {
        2
    };
    let small = settings.len() == 1 && models.len() <= SIDE_BY_SIDE_MODELS;
    let page_width = if small { ONE_COLUMN } else { TWO_COLUMNS };
    let width = (page_width - LEFT - RIGHT - (columns - 1) as f64 * INNER_LEFT) / columns as f64;
    let labels = SlotLabels::plan(&models, width / models.len() as f64, LEFT);
    let top_of_scale = upper_edge(frame);
    let legends = legends(
        &classes,
        width.max(page_width - LEFT - RIGHT),
        top_of_scale,
        frame,
    );
    let legend_height: f64 = legends.iter().map(Legend::height).sum();

    let cell = PANEL_HEAD + WINS + BOXES + BETWEEN + ENDS + labels.height + 5.0;
    let rows = settings.len().div_ceil(columns);
    let height = 2.0 + cell * rows as f64 + legend_height + 2.0;
    let mut page = Page::new(TITLE, page_width, height);
    for (index, setting) in settings.iter().enumerate() {
        let left = LEFT + (index % columns) as f64 * (width + INNER_LEFT);
        let top = 2.0 + (index / columns) as f64 * cell;
        let of_setting: Vec<&LengthRow> = frame.iter().filter(|r| r.setting == *setting).collect();
        let one = Cell {
            palette,
            left,
            width,
            titled: index % columns == 0,
            top_of_scale,
            models: &models,
            rows: models
                .iter()
                .map(|m| of_setting.iter().copied().find(|r| r.model == *m))
                .collect(),
        };
        panel_title(
            &mut page,
            left,
            left + width,
            top + 7.5,
            setting,
            &basis(&of_setting),
        );
        one.draw_wins(&mut page, top + PANEL_HEAD);
        one.draw_lengths(&mut page, top + PANEL_HEAD + WINS)?;
        let ends_top = top + PANEL_HEAD + WINS + BOXES + BETWEEN;
        let plot = one.draw_ends(&mut page, ends_top, &classes)?;
        labels.draw(&mut page, &plot);
    }
    let mut top = 2.0 + cell * rows as f64;
    for legend in &legends {
        legend.draw(&mut page, LEFT, top)?;
        top += legend.height();
    }
    Ok(page.finish())
}

/// `357 trials per model, 4,106 failed in all`.
fn basis(rows: &[&LengthRow]) -> String {
    let trials = range(rows.iter().map(|r| r.wins.n)).unwrap_or_else(|| "0".to_owned());
    let failed: u64 = rows.iter().map(|r| r.wins.n.saturating_sub(r.wins.k)).sum();
    let trials = counted(&trials, "trial");
    if rows.len() > 1 {
        format!("{trials} per model, {} failed in all", thousands(failed))
    } else {
        format!("{trials}, {} failed", thousands(failed))
    }
}

fn upper_edge(frame: &[LengthRow]) -> f64 {
    let finite = |v: &f64| v.is_finite();
    let whiskers = frame
        .iter()
        .filter_map(|r| r.failed)
        .flatten()
        .filter(finite);
    let won = frame
        .iter()
        .flat_map(|r| r.won.iter().copied())
        .filter(finite);
    let highest = whiskers.fold(won.fold(1.0, f64::max).min(EDGE), f64::max);
    Scale::up_to(highest, 5, 2.0).top.max(1.5)
}

fn legends(classes: &[&str], width: f64, edge: f64, frame: &[LengthRow]) -> Vec<Legend> {
    let mut lengths = vec![
        (
            Sample::Fill(NEUTRAL.pale()),
            "failed trials (5–25–50–75–95%)".to_owned(),
        ),
        (
            Sample::Point(NEUTRAL, Shape::Circle, false),
            "win".to_owned(),
        ),
    ];
    if frame.iter().flat_map(|r| &r.won).any(|v| *v > edge) {
        let text = format!("win beyond {edge}×");
        lengths.push((Sample::Point(NEUTRAL, Shape::Triangle, false), text));
    }
    lengths.push((
        Sample::Line(INK, Dash::Dashed, None),
        "equal length".to_owned(),
    ));
    let ends: Vec<(Sample, String)> = classes
        .iter()
        .enumerate()
        .map(|(index, class)| (Sample::Fill(part_colour(index)), (*class).to_owned()))
        .collect();
    vec![Legend::plan(&lengths, width), Legend::plan(&ends, width)]
}

/// One setting.
struct Cell<'a> {
    palette: &'a Palette,
    left: f64,
    width: f64,
    /// Whether the axes carry titles: only in the first column.
    titled: bool,
    top_of_scale: f64,
    models: &'a [&'a str],
    /// In the order of the models.
    rows: Vec<Option<&'a LengthRow>>,
}

impl Cell<'_> {
    fn slot(&self) -> f64 {
        self.width / self.models.len().max(1) as f64
    }

    fn plot(&self, top: f64, height: f64, top_of_scale: f64) -> Plot {
        Plot {
            frame: Frame {
                left: self.left,
                top,
                width: self.width,
                height,
            },
            x: (0.0, self.models.len() as f64),
            y: (0.0, top_of_scale),
        }
    }

    fn title(&self, text: &'static str) -> &'static str {
        if self.titled { text } else { "" }
    }

    /// Wins above the boxes; with their denominators where these differ.
    fn draw_wins(&self, page: &mut Page, top: f64) {
        let plot = self.plot(top, WINS, 1.0);
        let same = self
            .rows
            .iter()
            .flatten()
            .map(|r| r.wins.n)
            .collect::<std::collections::BTreeSet<_>>()
            .len()
            <= 1;
        let fits = |text: &str, size: f64| font::width(text, size, false) + 1.5 <= self.slot();
        for (index, row) in self.rows.iter().enumerate() {
            let Some(row) = row else { continue };
            let x = plot.at_x(index as f64 + 0.5);
            let wins = row.wins.k.to_string();
            let sizes = [TICK_SIZE, SMALL_SIZE, SMALL_SIZE - 1.0];
            let size = sizes
                .into_iter()
                .find(|size| fits(&wins, *size))
                .unwrap_or(3.6);
            let style = Type::size(size).middle();
            let under = format!("/{}", row.wins.n);
            if !same && fits(&under, SMALL_SIZE - 0.5) {
                page.text(x, top + 6.0, &wins, style);
                let style = Type::size(SMALL_SIZE - 0.5).middle().colour(SOFT_INK);
                page.text(x, top + 12.0, &under, style);
            } else {
                page.text(x, top + 10.0, &wins, style);
            }
        }
        if self.titled {
            let style = Type::size(SMALL_SIZE).colour(SOFT_INK).end();
            page.text(self.left - 3.0, top + 9.8, "wins", style);
        }
    }

    fn draw_lengths(&self, page: &mut Page, top: f64) -> Result<(), ReportError> {
        let plot = self.plot(top, BOXES, self.top_of_scale);
        let ticks = Scale::up_to(self.top_of_scale, 5, 2.0).ticks();
        value_axis(page, &plot, &ticks, self.title("Plies / mate distance"));
        let half = plot.span_x(7.0).min(0.34);
        let reach = |v: f64| v.clamp(0.0, self.top_of_scale);
        let mut boxes = Vec::new();
        let mut points = Vec::new();
        let line = |points, colour, width| Mark::Line {
            points,
            colour,
            width,
            dash: Dash::Solid,
        };
        for (index, (row, model)) in self.rows.iter().zip(self.models).enumerate() {
            let Some(row) = row else { continue };
            let (x, colour) = (index as f64 + 0.5, self.palette.colour(model));
            if let Some(five) = row.failed.filter(|five| five.iter().all(|v| v.is_finite())) {
                let [low, lower, middle, upper, high] = five.map(reach);
                boxes.push(line(vec![(x, low), (x, lower)], colour, 0.7));
                boxes.push(line(vec![(x, upper), (x, high)], colour, 0.7));
                for end in [low, high] {
                    let span = half * 0.5;
                    boxes.push(line(vec![(x - span, end), (x + span, end)], colour, 0.7));
                }
                let (from, to) = ((x - half, lower), (x + half, upper));
                boxes.push(Mark::Bar {
                    from,
                    to,
                    fill: colour.pale(),
                });
                boxes.push(Mark::Outline {
                    from,
                    to,
                    colour,
                    width: 0.6,
                });
                boxes.push(line(vec![(x - half, middle), (x + half, middle)], INK, 1.0));
            }
            points.extend(self.wins(&plot, row, x, half));
        }
        plot.draw(page, &boxes)?;
        let y = plot.at_y(1.0);
        page.rule(
            (self.left, y),
            (self.left + self.width, y),
            INK,
            0.6,
            Dash::Dashed,
        );
        plot.draw(page, &points)?;
        base_line(page, plot.frame);
        Ok(())
    }

    /// Wins as points spread over the slot by their rank.
    fn wins(&self, plot: &Plot, row: &LengthRow, x: f64, half: f64) -> Vec<Mark> {
        let colour = self.palette.colour(&row.model).mixed(INK, 0.25);
        let radius = (self.slot() * 0.09).clamp(0.7, 1.3);
        let inset = plot.span_y(1.6);
        row.won
            .iter()
            .filter(|v| v.is_finite())
            .enumerate()
            .map(|(rank, value)| {
                let beyond = *value > self.top_of_scale;
                let at = (
                    x + (spread(rank) * 2.0 - 1.0) * half,
                    if beyond {
                        self.top_of_scale - inset
                    } else {
                        *value
                    },
                );
                let (shape, radius, opacity) = if beyond {
                    (Shape::Triangle, radius * 1.4, 0.8)
                } else {
                    (Shape::Circle, radius, 0.55)
                };
                Mark::Point {
                    at,
                    shape,
                    radius,
                    colour,
                    hollow: false,
                    opacity,
                }
            })
            .collect()
    }

    fn draw_ends(&self, page: &mut Page, top: f64, classes: &[&str]) -> Result<Plot, ReportError> {
        let plot = self.plot(top, ENDS, 100.0);
        let ticks: Vec<(f64, String)> =
            [0, 50, 100].map(|v| (f64::from(v), v.to_string())).to_vec();
        value_axis(page, &plot, &ticks, self.title("Failed trials (%)"));
        let half = plot.span_x(9.0).min(0.4);
        let mut marks = Vec::new();
        for (index, row) in self.rows.iter().enumerate() {
            let Some(row) = row else { continue };
            let all: u64 = row.ends.iter().map(|e| e.1).sum();
            if all == 0 {
                continue;
            }
            let x = index as f64 + 0.5;
            let mut base = 0.0;
            for (class, trials) in &row.ends {
                let share = *trials as f64 / all as f64 * 100.0;
                let part = classes.iter().position(|c| c == class).unwrap_or(0);
                if *trials > 0 {
                    let (from, to) = ((x - half, base), (x + half, base + share));
                    marks.push(Mark::Bar {
                        from,
                        to,
                        fill: part_colour(part),
                    });
                }
                base += share;
            }
        }
        plot.draw(page, &marks)?;
        base_line(page, plot.frame);
        Ok(plot)
    }
}

/// The `rank`-th number of an evenly filling sequence in 0..1, starting in
/// the middle.
fn spread(rank: usize) -> f64 {
    (0.5 + rank as f64 * 0.618_033_988_749_894_9).fract()
}
