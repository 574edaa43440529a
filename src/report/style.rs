//! Colours, marks and type sizes.
//!
//! How a model looks is in [`super::palette`].

use super::palette::{self, HUES};

/// An sRGB colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// `#RRGGBB`.
    #[must_use]
    pub fn hex(self) -> String {
        format!("#{:02X}{:02X}{:02X}", self.0, self.1, self.2)
    }

    /// The colour mixed with `share` of `other`.
    #[must_use]
    pub fn mixed(self, other: Self, share: f64) -> Self {
        let mix = |a: u8, b: u8| {
            (f64::from(a) * (1.0 - share) + f64::from(b) * share)
                .round()
                .clamp(0.0, 255.0) as u8
        };
        Self(
            mix(self.0, other.0),
            mix(self.1, other.1),
            mix(self.2, other.2),
        )
    }

    /// A pale version, for the second series beside the full colour.
    #[must_use]
    pub fn pale(self) -> Self {
        self.mixed(WHITE, 0.58)
    }
}

/// White.
pub const WHITE: Colour = Colour(0xFF, 0xFF, 0xFF);
/// Text.
pub const INK: Colour = Colour(0x1A, 0x1A, 0x1A);
/// Axes and secondary text.
pub const SOFT_INK: Colour = Colour(0x59, 0x59, 0x59);
/// Grid lines.
pub const GRID: Colour = Colour(0xE3, 0xE3, 0xE3);
/// Stand-in colour in legends that explain a fill rather than a model.
pub const NEUTRAL: Colour = Colour(0x6E, 0x6E, 0x6E);

/// Width of a figure in one column, in points (3.33 inches).
pub const ONE_COLUMN: f64 = 240.0;
/// Width of a figure across two columns, in points (6.9 inches).
pub const TWO_COLUMNS: f64 = 497.0;
/// Type size of panel titles, in points at print size.
pub const TITLE_SIZE: f64 = 7.5;
/// Type size of axis titles and legends.
pub const LABEL_SIZE: f64 = 7.0;
/// Type size of tick labels.
pub const TICK_SIZE: f64 = 6.5;
/// Smallest type used.
pub const SMALL_SIZE: f64 = 5.5;

/// How a line is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Dash {
    /// Unbroken.
    #[default]
    Solid,
    /// Long strokes.
    Dashed,
    /// Points.
    Dotted,
    /// Strokes and points in turn.
    DashDotted,
}

impl Dash {
    /// The strokes and gaps in points, or `None` when unbroken.
    #[must_use]
    pub fn pattern(self) -> Option<&'static [f64]> {
        match self {
            Self::Solid => None,
            Self::Dashed => Some(&[4.0, 2.0]),
            Self::Dotted => Some(&[1.0, 1.6]),
            Self::DashDotted => Some(&[4.0, 1.6, 1.0, 1.6]),
        }
    }
}

/// The outline of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Shape {
    /// A disc.
    #[default]
    Circle,
    /// A square on its side.
    Square,
    /// A triangle pointing up.
    Triangle,
    /// A square on its corner.
    Diamond,
    /// A triangle pointing down.
    Down,
    /// A plus sign with thick arms.
    Plus,
}

/// Every shape, in the order in which they are given out.
pub const SHAPES: [Shape; 6] = [
    Shape::Circle,
    Shape::Square,
    Shape::Triangle,
    Shape::Diamond,
    Shape::Down,
    Shape::Plus,
];

/// Colour, line and point of an observation setting.
#[must_use]
pub fn setting_style(setting: &str) -> (Colour, Dash, Shape) {
    match palette::plain(setting).as_str() {
        "sighted" => (Colour(0x1F, 0x3B, 0x6F), Dash::Solid, Shape::Circle),
        "restricted" | "restrictedobservation" => {
            (Colour(0xB3, 0x4A, 0x1C), Dash::Dashed, Shape::Square)
        }
        "full" => (Colour(0x2B, 0x7A, 0x78), Dash::Solid, Shape::Triangle),
        "noqueries" => (Colour(0x8A, 0x6D, 0x1B), Dash::DashDotted, Shape::Diamond),
        "norefresh" => (Colour(0x7A, 0x3E, 0x8E), Dash::Dotted, Shape::Down),
        "neither" => (Colour(0x6B, 0x6B, 0x6B), Dash::Dashed, Shape::Plus),
        other => {
            let hash = palette::hash(other);
            let colour = HUES.get((hash % 12) as usize).copied().unwrap_or(NEUTRAL);
            let shape = SHAPES
                .get((hash / 12 % 6) as usize)
                .copied()
                .unwrap_or_default();
            (colour.mixed(Colour(0, 0, 0), 0.25), Dash::Solid, shape)
        }
    }
}

const PARTS: [Colour; 7] = [
    Colour(0x3B, 0x4A, 0x5A),
    Colour(0xE0, 0xA4, 0x3A),
    Colour(0xA8, 0x3F, 0x2B),
    Colour(0x9D, 0xB4, 0xC8),
    Colour(0xD9, 0xD4, 0xC7),
    Colour(0x6A, 0x8F, 0x6B),
    Colour(0x8E, 0x7C, 0xA6),
];

/// Colour of the `index`-th part of a stacked bar (not a model).
#[must_use]
pub fn part_colour(index: usize) -> Colour {
    let colour = PARTS.get(index % PARTS.len()).copied().unwrap_or(NEUTRAL);
    if index < PARTS.len() {
        colour
    } else {
        colour.pale()
    }
}
