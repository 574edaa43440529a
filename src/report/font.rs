//! The shipped font, and how wide text is in it.
//!
//! Only this font is ever loaded, so widths measured here are the widths in
//! the PDF and the PNG.

use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb;
use ttf_parser::Face;

/// Roboto Regular (Apache License 2.0, see `data/fonts/`).
pub(super) const REGULAR: &[u8] = include_bytes!("../../data/fonts/Roboto-Regular.ttf");
/// Roboto Bold (Apache License 2.0, see `data/fonts/`).
pub(super) const BOLD: &[u8] = include_bytes!("../../data/fonts/Roboto-Bold.ttf");

/// Family name of the shipped font.
pub(super) const NAME: &str = "Roboto";
/// Families asked for in the SVG, for viewers that lack the shipped font.
pub(super) const FAMILIES: &str = "Roboto, 'Helvetica Neue', Arial, sans-serif";

static REGULAR_FACE: LazyLock<Option<Face<'static>>> =
    LazyLock::new(|| Face::parse(REGULAR, 0).ok());
static BOLD_FACE: LazyLock<Option<Face<'static>>> = LazyLock::new(|| Face::parse(BOLD, 0).ok());

static DATABASE: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut database = fontdb::Database::new();
    database.load_font_data(REGULAR.to_vec());
    database.load_font_data(BOLD.to_vec());
    database.set_serif_family(NAME);
    database.set_sans_serif_family(NAME);
    database.set_cursive_family(NAME);
    database.set_fantasy_family(NAME);
    database.set_monospace_family(NAME);
    Arc::new(database)
});

/// The font database that holds the shipped font and nothing else.
pub(super) fn database() -> Arc<fontdb::Database> {
    Arc::clone(&DATABASE)
}

fn face(bold: bool) -> Option<&'static Face<'static>> {
    if bold {
        BOLD_FACE.as_ref()
    } else {
        REGULAR_FACE.as_ref()
    }
}

/// Width of `text` set in `size` points, without kerning.
pub(super) fn width(text: &str, size: f64, bold: bool) -> f64 {
    let Some(face) = face(bold) else {
        return text.chars().count() as f64 * size * 0.6;
    };
    let units: u64 = text
        .chars()
        .map(|c| {
            face.glyph_index(c)
                .and_then(|g| face.glyph_hor_advance(g))
                .unwrap_or(0)
        })
        .map(u64::from)
        .sum();
    units as f64 * size / f64::from(face.units_per_em())
}

/// `text` as the shipped font can show it: white space becomes a space,
/// control and formatting characters go, and a character without a glyph
/// becomes `?`.
pub(super) fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_whitespace() {
            out.push(' ');
        } else if c.is_control() || is_invisible(c) {
            // nothing to show
        } else if face(false).is_some_and(|f| f.glyph_index(c).is_some_and(|g| g.0 != 0)) {
            out.push(c);
        } else {
            out.push('?');
        }
    }
    out
}

/// Combining marks, joiners, direction and variation controls.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{300}'..='\u{36f}' | '\u{61c}' | '\u{180b}'..='\u{180e}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// `text` made to fit `room` points by leaving out its middle, so that names
/// that differ in their ends stay apart.
pub(super) fn shorten(text: &str, room: f64, size: f64, bold: bool) -> String {
    shorten_with(text, room, size, bold, 1.0 / 3.0)
}

/// Like [`shorten`], with the share of the kept characters that come from the
/// end.
pub(super) fn shorten_with(text: &str, room: f64, size: f64, bold: bool, end: f64) -> String {
    let text = printable(text);
    if width(&text, size, bold) <= room {
        return text;
    }
    let chars: Vec<char> = text.chars().collect();
    // More characters than this cannot fit, however narrow they are.
    let most = (room.max(0.0) / (size * 0.15)).ceil() as usize;
    for kept in (1..chars.len().min(most)).rev() {
        let tail = ((kept as f64 * end) as usize).min(kept - 1);
        let head = kept - tail;
        let mut short: String = chars.iter().take(head).collect();
        short.truncate(short.trim_end().len());
        short.push('…');
        short.extend(chars.iter().skip(chars.len() - tail));
        if width(&short, size, bold) <= room {
            return short;
        }
    }
    "…".to_owned()
}
