//! Colours, marks and type sizes.
//!
//! The hues follow Okabe and Ito with darker additions, so that neighbours
//! differ in lightness as well as in hue. A colour depends on nothing but the
//! model's name: it is the same in every figure and in every run.

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

const PALETTE: [Colour; 12] = [
    Colour(0x00, 0x72, 0xB2), // blue
    Colour(0xD5, 0x5E, 0x00), // vermilion
    Colour(0x00, 0x9E, 0x73), // green
    Colour(0xCC, 0x79, 0xA7), // pink
    Colour(0xE6, 0x9F, 0x00), // orange
    Colour(0x56, 0xB4, 0xE9), // sky
    Colour(0x33, 0x22, 0x88), // indigo
    Colour(0x88, 0x22, 0x55), // wine
    Colour(0x99, 0x99, 0x33), // olive
    Colour(0x11, 0x77, 0x33), // forest
    Colour(0x8C, 0x56, 0x4B), // brown
    Colour(0x66, 0x66, 0x66), // grey
];

/// The paper's models by their letters and digits, which display names and
/// model ids share.
const KNOWN: [&str; 12] = [
    "gemini31pro",
    "gpt55",
    "qwen37max",
    "claudeopus47",
    "deepseekv4pro",
    "seed20pro",
    "kimik25",
    "mistrallarge3",
    "minimaxm25",
    "deepseekr1",
    "gptoss120b",
    "deepseekv32",
];

/// A name without provider prefix, case and punctuation.
fn plain(name: &str) -> String {
    let name = name.rsplit('/').next().unwrap_or(name);
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// FNV-1a, which is the same on every machine and in every version, with a
/// final mix so that each bit depends on the whole name.
fn hash(text: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ (hash >> 29)
}

fn known(plain_name: &str) -> Option<usize> {
    KNOWN.iter().position(|known| *known == plain_name)
}

/// The colour of a model: fixed for the paper's twelve, by display name or
/// id; for any other name drawn from the hues and their darker and lighter
/// versions by a stable hash.
#[must_use]
pub fn colour_of(model: &str) -> Colour {
    let name = plain(model);
    if let Some(index) = known(&name) {
        return PALETTE.get(index).copied().unwrap_or(NEUTRAL);
    }
    let hash = hash(&name);
    let hue = PALETTE
        .get((hash % 12) as usize)
        .copied()
        .unwrap_or(NEUTRAL);
    match (hash / 12) % 3 {
        0 => hue,
        1 => hue.mixed(Colour(0, 0, 0), 0.35),
        _ => hue.mixed(WHITE, 0.3),
    }
}

/// The shape of a model's points, as stable as its colour.
#[must_use]
pub fn shape_of(model: &str) -> Shape {
    let name = plain(model);
    let index = known(&name).unwrap_or_else(|| (hash(&name) / 36 % 6) as usize);
    SHAPES
        .get(index % SHAPES.len())
        .copied()
        .unwrap_or_default()
}

/// Shapes for models that share one panel: each keeps its own where it can,
/// and a later one that would repeat a shape takes the next free one.
#[must_use]
pub fn distinct_shapes(models: &[&str]) -> Vec<Shape> {
    let mut given: Vec<Shape> = Vec::with_capacity(models.len());
    for model in models {
        let own = shape_of(model);
        let start = SHAPES.iter().position(|s| *s == own).unwrap_or(0);
        let free = (0..SHAPES.len())
            .filter_map(|step| SHAPES.get((start + step) % SHAPES.len()).copied())
            .find(|shape| !given.contains(shape));
        given.push(free.unwrap_or(own));
    }
    given
}

/// Colour, line and point of an observation setting.
#[must_use]
pub fn setting_style(setting: &str) -> (Colour, Dash, Shape) {
    match plain(setting).as_str() {
        "sighted" => (Colour(0x1F, 0x3B, 0x6F), Dash::Solid, Shape::Circle),
        "restricted" | "restrictedobservation" => {
            (Colour(0xB3, 0x4A, 0x1C), Dash::Dashed, Shape::Square)
        }
        "full" => (Colour(0x2B, 0x7A, 0x78), Dash::Solid, Shape::Triangle),
        "noqueries" => (Colour(0x8A, 0x6D, 0x1B), Dash::DashDotted, Shape::Diamond),
        "norefresh" => (Colour(0x7A, 0x3E, 0x8E), Dash::Dotted, Shape::Down),
        "neither" => (Colour(0x6B, 0x6B, 0x6B), Dash::Dashed, Shape::Plus),
        other => {
            let hash = hash(other);
            let colour = PALETTE
                .get((hash % 12) as usize)
                .copied()
                .unwrap_or(NEUTRAL);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_display_name_and_an_id_share_a_colour() {
        for (name, id) in [
            ("Gemini 3.1 Pro", "gemini-3.1-pro"),
            ("GPT-5.5", "openai/gpt-5.5"),
            ("Qwen 3.7 Max", "qwen3.7-max"),
            ("DeepSeek V3.2", "deepseek-v3.2"),
            ("Someone's Model", "someones-model"),
        ] {
            assert_eq!(colour_of(name), colour_of(id), "{name}");
            assert_eq!(shape_of(name), shape_of(id), "{name}");
        }
    }

    #[test]
    fn the_papers_models_have_twelve_colours() {
        let colours: std::collections::BTreeSet<_> = KNOWN.iter().map(|m| colour_of(m)).collect();
        assert_eq!(colours.len(), 12);
    }

    #[test]
    fn models_of_one_panel_differ_in_shape() {
        let models = ["a", "b", "c", "d", "e", "f"];
        let shapes: std::collections::BTreeSet<_> = distinct_shapes(&models).into_iter().collect();
        assert_eq!(shapes.len(), 6);
    }
}
