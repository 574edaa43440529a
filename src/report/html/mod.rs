//! The report as one self-contained page.
//!
//! Everything is inside the file (drawings, type, style, script), so that it
//! opens offline from a disk or an attachment. All text passes maud's
//! escaping: names come from archives and may be hostile. Drawings and type are our
//! own output and are put in as they are.

mod parts;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::TableSheet;
use super::font;

/// A figure ready to be shown.
#[derive(Debug, Clone)]
pub struct ShownFigure {
    /// Name of its files.
    pub name: String,
    /// What is plotted, with denominators.
    pub caption: String,
    /// The drawing.
    pub svg: String,
}

/// A table ready to be shown.
#[derive(Debug, Clone)]
pub struct ShownTable {
    /// Name of its files.
    pub name: String,
    /// Its cells.
    pub sheet: TableSheet,
    /// The paper's figures beside ours.
    pub beside: Vec<ComparedCell>,
}

/// A figure of the paper and the recomputed one.
#[derive(Debug, Clone)]
pub struct ComparedCell {
    /// Row and column.
    pub place: String,
    /// As the paper prints it.
    pub published: String,
    /// As recomputed.
    pub recomputed: String,
    /// Whether both print the same number.
    pub same: bool,
}

/// What belongs to one finding.
#[derive(Debug, Clone, Default)]
pub struct Section {
    /// Heading.
    pub title: String,
    /// One sentence that says what question this answers.
    pub text: String,
    /// Its figures.
    pub figures: Vec<ShownFigure>,
    /// Its tables.
    pub tables: Vec<ShownTable>,
}

/// Names and values under a heading.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// Heading.
    pub title: String,
    /// Name and value, in order.
    pub rows: Vec<(String, String)>,
}

/// A document that was set aside.
#[derive(Debug, Clone)]
pub struct AsideRow {
    /// Where it is.
    pub place: String,
    /// `broken` or `not_a_record`.
    pub kind: String,
    /// What is wrong with it.
    pub reason: String,
}

/// Everything on the page.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Heading of the page.
    pub title: String,
    /// One line under it.
    pub subtitle: String,
    /// Things a reader must know before reading on, such as missing settings.
    pub notices: Vec<String>,
    /// The findings, in order.
    pub sections: Vec<Section>,
    /// The audit.
    pub audit: Vec<Facts>,
    /// The first documents that were set aside.
    pub aside: Vec<AsideRow>,
    /// How many were set aside in all.
    pub aside_total: u64,
    /// Inputs and parameters.
    pub manifest: Vec<Facts>,
}

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("sort.js");

impl Report {
    /// The page as HTML.
    #[must_use]
    pub fn render(&self) -> String {
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    // Nothing may be loaded from anywhere, whatever the text says.
                    meta http-equiv="Content-Security-Policy"
                        content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; font-src data:; img-src data:";
                    title { (self.title) }
                    style { (PreEscaped(faces())) (PreEscaped(STYLE)) }
                }
                body {
                    header {
                        h1 { (self.title) }
                        p.subtitle { (self.subtitle) }
                        @for notice in &self.notices { p.notice { (notice) } }
                        (self.contents())
                    }
                    main {
                        @for section in &self.sections { (parts::section(section)) }
                        (parts::audit(&self.audit, &self.aside, self.aside_total))
                        (parts::manifest(&self.manifest))
                    }
                    script { (PreEscaped(SCRIPT)) }
                }
            }
        };
        page.into_string()
    }

    fn contents(&self) -> Markup {
        html! {
            nav {
                @for section in &self.sections {
                    a href={ "#" (parts::anchor(&section.title)) } { (section.title) }
                }
                a href="#audit" { "Audit" }
                a href="#manifest" { "Manifest" }
            }
        }
    }
}

/// The type that the drawings are set in.
fn faces() -> String {
    let face = |weight: &str, data: &[u8]| {
        format!(
            "@font-face{{font-family:{};font-weight:{weight};src:url(data:font/ttf;base64,{})}}",
            font::NAME,
            STANDARD.encode(data)
        )
    };
    face("400", font::REGULAR) + &face("700", font::BOLD)
}
