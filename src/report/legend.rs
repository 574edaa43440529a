//! Keys that say what a fill, a line or a point stands for.

use super::ReportError;
use super::font;
use super::plot::{Frame, Mark, Plot};
use super::style::{Colour, Dash, INK, LABEL_SIZE, Shape};
use super::svg::{Page, Type};

/// What a key shows beside its text.
#[derive(Debug, Clone, Copy)]
pub(super) enum Sample {
    /// A filled square.
    Fill(Colour),
    /// An empty square.
    Outline(Colour),
    /// A piece of line, with a point on it where points are drawn.
    Line(Colour, Dash, Option<Shape>),
    /// An interval with its end strokes.
    Interval(Colour),
    /// A point, hollow or not.
    Point(Colour, Shape, bool),
}

/// Height of one row of keys.
pub(super) const ROW: f64 = 10.0;
const GAP: f64 = 9.0;

impl Sample {
    fn width(self) -> f64 {
        match self {
            Self::Line(..) => 18.0,
            _ => 6.5,
        }
    }
}

/// Keys broken into rows that fit the width.
#[derive(Debug)]
pub(super) struct Legend {
    rows: Vec<Vec<(Sample, String)>>,
}

impl Legend {
    pub(super) fn plan(entries: &[(Sample, String)], width: f64) -> Self {
        let mut rows: Vec<Vec<(Sample, String)>> = Vec::new();
        let mut used = f64::INFINITY;
        for (sample, text) in entries {
            let text = font::shorten(text, width - sample.width() - 3.5, LABEL_SIZE, false);
            let own = entry_width(*sample, &text);
            if used + GAP + own > width {
                rows.push(Vec::new());
                used = own;
            } else {
                used += GAP + own;
            }
            if let Some(row) = rows.last_mut() {
                row.push((*sample, text));
            }
        }
        Self { rows }
    }

    pub(super) fn height(&self) -> f64 {
        self.rows.len() as f64 * ROW
    }

    /// Draws the keys with their upper left corner at the given place.
    pub(super) fn draw(&self, page: &mut Page, left: f64, top: f64) -> Result<(), ReportError> {
        let mut marks = Vec::new();
        let mut bottom = top;
        for row in &self.rows {
            let middle = bottom + ROW / 2.0;
            let mut x = left;
            for (sample, text) in row {
                marks.extend(sample_marks(*sample, x, middle));
                page.text(
                    x + sample.width() + 3.5,
                    middle + LABEL_SIZE * 0.35,
                    text,
                    Type::size(LABEL_SIZE).colour(INK),
                );
                x += entry_width(*sample, text) + GAP;
            }
            bottom += ROW;
        }
        // Page coordinates as data: y runs upwards in a plot, so it is negated.
        let (width, height) = (page.width() - left, (bottom - top).max(1.0));
        let plot = Plot {
            frame: Frame {
                left,
                top,
                width,
                height,
            },
            x: (left, left + width),
            y: (-(top + height), -top),
        };
        plot.draw(page, &marks)
    }
}

fn entry_width(sample: Sample, text: &str) -> f64 {
    sample.width() + 3.5 + font::width(text, LABEL_SIZE, false)
}

fn sample_marks(sample: Sample, x: f64, middle: f64) -> Vec<Mark> {
    let y = -middle;
    let (from, to) = ((x, y - 3.0), (x + 6.0, y + 3.0));
    let centre = x + sample.width() / 2.0;
    match sample {
        Sample::Fill(fill) => vec![Mark::Bar { from, to, fill }],
        Sample::Outline(colour) => vec![Mark::Outline {
            from,
            to,
            colour,
            width: 0.7,
        }],
        Sample::Line(colour, dash, shape) => {
            let points = vec![(x, y), (x + sample.width(), y)];
            let mut marks = vec![Mark::Line {
                points,
                colour,
                width: 1.1,
                dash,
            }];
            marks.extend(shape.map(|shape| point(centre, y, shape, colour, false)));
            marks
        }
        Sample::Interval(colour) => [
            vec![(centre, y - 3.2), (centre, y + 3.2)],
            vec![(centre - 1.6, y - 3.2), (centre + 1.6, y - 3.2)],
            vec![(centre - 1.6, y + 3.2), (centre + 1.6, y + 3.2)],
        ]
        .map(|points| Mark::Line {
            points,
            colour,
            width: 0.6,
            dash: Dash::Solid,
        })
        .to_vec(),
        Sample::Point(colour, shape, hollow) => vec![point(centre, y, shape, colour, hollow)],
    }
}

fn point(x: f64, y: f64, shape: Shape, colour: Colour, hollow: bool) -> Mark {
    Mark::Point {
        at: (x, y),
        shape,
        radius: 2.2,
        colour,
        hollow,
        opacity: 1.0,
    }
}
