//! Data marks in a rectangle of the page.
//!
//! Plotters maps values to the page and draws the marks, at a hundredth of a
//! point because its coordinates are whole numbers; its groups are scaled
//! back when they are placed. Text is never drawn here.

use std::fmt::Write as _;

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::element::{Circle, PathElement, Polygon, Rectangle};
use plotters::prelude::{Cartesian2d, DrawingArea, IntoDrawingArea, SVGBackend};
use plotters::style::{Color as _, RGBAColor, RGBColor, ShapeStyle};

use super::ReportError;
use super::style::{Colour, Dash, Shape, WHITE};
use super::svg::{Page, dash_attribute};

/// Plotters units in a point.
const FINE: f64 = 100.0;

/// A rectangle of the page, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Frame {
    pub(super) fn right(self) -> f64 {
        self.left + self.width
    }

    pub(super) fn bottom(self) -> f64 {
        self.top + self.height
    }
}

/// Something drawn at data coordinates.
#[derive(Debug, Clone)]
pub(super) enum Mark {
    /// A filled rectangle between two corners.
    Bar {
        from: (f64, f64),
        to: (f64, f64),
        fill: Colour,
    },
    /// The outline of such a rectangle, drawn inside it.
    Outline {
        from: (f64, f64),
        to: (f64, f64),
        colour: Colour,
        width: f64,
    },
    /// A line through points.
    Line {
        points: Vec<(f64, f64)>,
        colour: Colour,
        width: f64,
        dash: Dash,
    },
    /// A point; hollow ones are filled with white.
    Point {
        at: (f64, f64),
        shape: Shape,
        radius: f64,
        colour: Colour,
        hollow: bool,
        opacity: f64,
    },
}

/// A frame with a scale on each axis.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plot {
    pub(super) frame: Frame,
    pub(super) x: (f64, f64),
    pub(super) y: (f64, f64),
}

impl Plot {
    /// Page position of `x`.
    pub(super) fn at_x(&self, x: f64) -> f64 {
        self.frame.left + (x - self.x.0) / (self.x.1 - self.x.0) * self.frame.width
    }

    /// Page position of `y`.
    pub(super) fn at_y(&self, y: f64) -> f64 {
        self.frame.bottom() - (y - self.y.0) / (self.y.1 - self.y.0) * self.frame.height
    }

    /// Length in x units of `points` on the page.
    pub(super) fn span_x(&self, points: f64) -> f64 {
        points / self.frame.width * (self.x.1 - self.x.0)
    }

    /// Length in y units of `points` on the page.
    pub(super) fn span_y(&self, points: f64) -> f64 {
        points / self.frame.height * (self.y.1 - self.y.0)
    }

    /// Draws the marks in order.
    pub(super) fn draw(&self, page: &mut Page, marks: &[Mark]) -> Result<(), ReportError> {
        let mut rest = marks;
        while let Some(first) = rest.first() {
            let dash = first.dash();
            let same = rest.iter().take_while(|mark| mark.dash() == dash).count();
            let (group, after) = rest.split_at(same);
            self.draw_group(page, group, dash)?;
            rest = after;
        }
        Ok(())
    }

    fn draw_group(&self, page: &mut Page, marks: &[Mark], dash: Dash) -> Result<(), ReportError> {
        let mut drawn = String::new();
        {
            let size = (
                fine(self.frame.right()) as u32,
                fine(self.frame.bottom()) as u32,
            );
            let root: DrawingArea<_, Shift> =
                SVGBackend::with_string(&mut drawn, size).into_drawing_area();
            let area = root.apply_coord_spec(Cartesian2d::<RangedCoordf64, RangedCoordf64>::new(
                self.x.0..self.x.1,
                self.y.0..self.y.1,
                (
                    fine(self.frame.left)..fine(self.frame.right()),
                    fine(self.frame.bottom())..fine(self.frame.top),
                ),
            ));
            for mark in marks {
                self.draw_mark(&area, mark)
                    .map_err(|e| ReportError::Marks(e.to_string()))?;
            }
            area.present()
                .map_err(|e| ReportError::Marks(e.to_string()))?;
        }
        let mut markup = format!(
            "<g transform=\"scale(0.01)\" stroke-linejoin=\"round\"{}>\n",
            dash_attribute(dash, FINE)
        );
        for line in drawn
            .lines()
            .filter(|l| !l.starts_with("<svg") && !l.starts_with("</svg"))
        {
            let line = line
                .replace(" opacity=\"1\"", "")
                .replace(" opacity=", " fill-opacity=");
            let _ = writeln!(markup, "{line}");
        }
        markup.push_str("</g>\n");
        page.raw(&markup);
        Ok(())
    }

    fn draw_mark(&self, area: &Area<'_>, mark: &Mark) -> Result<(), AreaError> {
        match mark {
            Mark::Bar { from, to, fill } => {
                area.draw(&Rectangle::new([*from, *to], filled(*fill, 1.0)))
            }
            Mark::Outline {
                from,
                to,
                colour,
                width,
            } => {
                let (dx, dy) = (self.span_x(width / 2.0), self.span_y(width / 2.0));
                let (left, right) = (from.0.min(to.0) + dx, from.0.max(to.0) - dx);
                let low = from.1.min(to.1) + dy;
                let high = (from.1.max(to.1) - dy).max(low);
                let corners = vec![
                    (left, low),
                    (left, high),
                    (right, high),
                    (right, low),
                    (left, low),
                ];
                area.draw(&PathElement::new(corners, stroke(*colour, *width)))
            }
            Mark::Line {
                points,
                colour,
                width,
                ..
            } => area.draw(&PathElement::new(points.clone(), stroke(*colour, *width))),
            Mark::Point {
                at,
                shape,
                radius,
                colour,
                hollow,
                opacity,
            } => {
                let line = 0.8_f64.min(radius * 0.5);
                let radius = if *hollow {
                    radius - line / 2.0
                } else {
                    *radius
                };
                if *shape == Shape::Circle {
                    let fill = if *hollow {
                        filled(WHITE, 1.0)
                    } else {
                        filled(*colour, *opacity)
                    };
                    area.draw(&Circle::new(*at, fine(radius), fill))?;
                    if *hollow {
                        area.draw(&Circle::new(*at, fine(radius), stroke(*colour, line)))?;
                    }
                    return Ok(());
                }
                let mut corners: Vec<(f64, f64)> = outline(*shape)
                    .iter()
                    .map(|(x, y)| {
                        (
                            at.0 + self.span_x(x * radius),
                            at.1 + self.span_y(y * radius),
                        )
                    })
                    .collect();
                let fill = if *hollow {
                    filled(WHITE, 1.0)
                } else {
                    filled(*colour, *opacity)
                };
                area.draw(&Polygon::new(corners.clone(), fill))?;
                if *hollow {
                    corners.extend(corners.first().copied());
                    area.draw(&PathElement::new(corners, stroke(*colour, line)))?;
                }
                Ok(())
            }
        }
    }
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
type AreaError = plotters::drawing::DrawingAreaErrorKind<std::io::Error>;

impl Mark {
    fn dash(&self) -> Dash {
        match self {
            Self::Line { dash, .. } => *dash,
            _ => Dash::Solid,
        }
    }
}

/// Corners of a shape of radius 1, sized to look as large as a disc.
fn outline(shape: Shape) -> &'static [(f64, f64)] {
    match shape {
        Shape::Circle | Shape::Square => {
            &[(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)]
        }
        Shape::Triangle => &[(-1.1, -0.85), (1.1, -0.85), (0.0, 1.15)],
        Shape::Down => &[(-1.1, 0.85), (1.1, 0.85), (0.0, -1.15)],
        Shape::Diamond => &[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)],
        Shape::Plus => &[
            (-0.4, -1.15),
            (0.4, -1.15),
            (0.4, -0.4),
            (1.15, -0.4),
            (1.15, 0.4),
            (0.4, 0.4),
            (0.4, 1.15),
            (-0.4, 1.15),
            (-0.4, 0.4),
            (-1.15, 0.4),
            (-1.15, -0.4),
            (-0.4, -0.4),
        ],
    }
}

fn fine(points: f64) -> i32 {
    (points * FINE).round() as i32
}

fn rgba(colour: Colour, opacity: f64) -> RGBAColor {
    RGBColor(colour.0, colour.1, colour.2).mix(opacity)
}

fn filled(colour: Colour, opacity: f64) -> ShapeStyle {
    rgba(colour, opacity).filled()
}

fn stroke(colour: Colour, width: f64) -> ShapeStyle {
    rgba(colour, 1.0).stroke_width(fine(width).unsigned_abs())
}
