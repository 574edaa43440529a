//! Result frames become pictures, tables and macros.
//!
//! This room draws and typesets; it knows nothing of how a result was
//! computed. A figure is drawn once, as SVG with its text kept as text;
//! [`render()`] makes the PDF and the PNG from that drawing with the font that
//! ships with the program, so that the output does not depend on what is
//! installed. Nothing here reads a clock or draws a random number: equal
//! frames give equal bytes.
//!
//! | module | idea |
//! |---|---|
//! | [`xiangqi`] | the figures and tables of the xiangqi findings: one file each, a registry |
//! | [`book`] | what a registry of figures and tables is |
//! | [`palette`] | one colour and shape a model, everywhere |
//! | [`style`] | colours, marks and type sizes |
//! | [`sheet`] | a table as cells, before it is LaTeX or CSV |
//! | [`latex`] | booktabs tables, and escaping for hostile text |
//! | [`csv`] | RFC 4180 tables, as printed and with all digits |
//! | [`html`] | all of it as one self-contained page |
//! | [`macros`] | `numbers.tex`: every number by its key |
//! | [`mod@render`], `pdf` | SVG to PDF and PNG, always the same bytes |
//! | `svg`, `plot`, `axis`, `legend`, `drawing`, `font` | pages, data marks, scales, keys, words, text widths |

mod axis;
pub mod book;
pub mod csv;
mod drawing;
mod error;
mod font;
pub mod html;
pub mod latex;
mod legend;
pub mod macros;
pub mod palette;
mod pdf;
mod plot;
pub mod render;
pub mod sheet;
pub mod style;
mod svg;
pub mod xiangqi;

pub use book::{Book, Figure, Table};
pub use error::ReportError;
pub use render::{Rendered, render};
pub use sheet::{Cell, Column, TableSheet};
