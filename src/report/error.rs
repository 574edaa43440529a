//! What can go wrong between a frame and a file.

use resvg::usvg;

/// A fault while drawing or rendering.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The data marks of a figure could not be drawn.
    #[error("cannot draw the marks of a figure: {0}")]
    Marks(String),
    /// The drawing is not valid SVG.
    #[error("cannot read the drawing back")]
    Svg(#[from] usvg::Error),
    /// The drawing could not be turned into a PDF.
    #[error("cannot write the drawing as PDF: {0}")]
    Pdf(String),
    /// The drawing could not be turned into a PNG.
    #[error("cannot write the drawing as PNG: {0}")]
    Png(String),
}
