//! A page of SVG: text, rules and groups, in points at print size.
//!
//! Data marks come from `plot`; everything that is set in type comes from
//! here, because only here its width is known.

use std::fmt::Write as _;

use super::font;
use super::style::{Colour, Dash, INK, TICK_SIZE};

/// Where a text is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text is set.
#[derive(Debug, Clone, Copy)]
pub(super) struct Type {
    pub(super) size: f64,
    pub(super) bold: bool,
    pub(super) colour: Colour,
    pub(super) anchor: Anchor,
    /// Degrees, clockwise.
    pub(super) turn: f64,
}

impl Default for Type {
    fn default() -> Self {
        Self {
            size: TICK_SIZE,
            bold: false,
            colour: INK,
            anchor: Anchor::Start,
            turn: 0.0,
        }
    }
}

impl Type {
    pub(super) fn size(size: f64) -> Self {
        Self {
            size,
            ..Self::default()
        }
    }

    pub(super) fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    pub(super) fn colour(self, colour: Colour) -> Self {
        Self { colour, ..self }
    }

    pub(super) fn middle(self) -> Self {
        Self {
            anchor: Anchor::Middle,
            ..self
        }
    }

    pub(super) fn end(self) -> Self {
        Self {
            anchor: Anchor::End,
            ..self
        }
    }

    pub(super) fn turned(self, turn: f64) -> Self {
        Self { turn, ..self }
    }
}

/// A drawing under construction.
#[derive(Debug)]
pub(super) struct Page {
    width: f64,
    height: f64,
    title: String,
    body: String,
}

impl Page {
    pub(super) fn new(title: &str, width: f64, height: f64) -> Self {
        Self {
            width,
            height,
            title: title.to_owned(),
            body: String::new(),
        }
    }

    pub(super) fn width(&self) -> f64 {
        self.width
    }

    /// Sets `text` with its baseline at `y`.
    pub(super) fn text(&mut self, x: f64, y: f64, text: &str, style: Type) {
        let text = font::printable(text);
        if text.trim().is_empty() {
            return;
        }
        let anchor = match style.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let weight = if style.bold {
            " font-weight=\"bold\""
        } else {
            ""
        };
        let (x, y) = (number(x), number(y));
        let turn = if style.turn == 0.0 {
            String::new()
        } else {
            format!(" transform=\"rotate({} {x} {y})\"", number(style.turn))
        };
        let _ = writeln!(
            self.body,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\" fill=\"{}\"{weight}{anchor}{turn}>{}</text>",
            number(style.size),
            style.colour.hex(),
            escape(&text)
        );
    }

    /// A straight rule.
    pub(super) fn rule(
        &mut self,
        from: (f64, f64),
        to: (f64, f64),
        colour: Colour,
        width: f64,
        dash: Dash,
    ) {
        let _ = writeln!(
            self.body,
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\"{}/>",
            number(from.0),
            number(from.1),
            number(to.0),
            number(to.1),
            colour.hex(),
            number(width),
            dash_attribute(dash, 1.0)
        );
    }

    /// Markup that is already SVG.
    pub(super) fn raw(&mut self, markup: &str) {
        self.body.push_str(markup);
    }

    /// The finished document.
    pub(super) fn finish(self) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}pt\" height=\"{}pt\" \
             viewBox=\"0 0 {} {}\" font-family=\"{}\">\n<title>{}</title>\n{}</svg>\n",
            number(self.width),
            number(self.height),
            number(self.width),
            number(self.height),
            font::FAMILIES,
            escape(&font::printable(&self.title)),
            self.body
        )
    }
}

/// ` stroke-dasharray="…"`, or nothing for an unbroken line.
pub(super) fn dash_attribute(dash: Dash, scale: f64) -> String {
    dash.pattern().map_or_else(String::new, |pattern| {
        let lengths: Vec<String> = pattern.iter().map(|l| number(l * scale)).collect();
        format!(" stroke-dasharray=\"{}\"", lengths.join(" "))
    })
}

/// At most three decimals, no trailing zeros, no negative zero.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(number(3.0), "3");
        assert_eq!(number(0.125_49), "0.125");
        assert_eq!(number(-0.000_01), "0");
        assert_eq!(number(100.0), "100");
    }

    #[test]
    fn hostile_text_stays_text() {
        let mut page = Page::new("<t>", 10.0, 10.0);
        page.text(
            0.0,
            0.0,
            "</text><script>\u{0}\u{202e}&amp;漢",
            Type::default(),
        );
        let svg = page.finish();
        assert!(
            svg.contains("&lt;/text&gt;&lt;script&gt;&amp;amp;?</text>"),
            "{svg}"
        );
    }
}
