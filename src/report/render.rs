//! One drawing, three files.

use resvg::{tiny_skia, usvg};

use super::pdf::canonical;
use super::{ReportError, font};

/// Pixels per inch of the PNG.
const PNG_DPI: f32 = 300.0;
/// User units per inch in SVG.
const SVG_DPI: f32 = 96.0;

/// A figure in the three formats it is published in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    /// The drawing itself; its text is text.
    pub svg: String,
    /// Vector PDF at print size with the shipped font embedded.
    pub pdf: Vec<u8>,
    /// PNG at 300 dpi on white.
    pub png: Vec<u8>,
}

/// Renders a drawing to PDF and PNG with the shipped font alone.
///
/// # Errors
/// When `svg` is not valid SVG, or too large or too deep to render.
pub fn render(svg: &str) -> Result<Rendered, ReportError> {
    let options = usvg::Options {
        dpi: SVG_DPI,
        font_family: font::NAME.to_owned(),
        fontdb: font::database(),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(svg, &options)?;
    Ok(Rendered {
        svg: svg.to_owned(),
        pdf: pdf(&tree)?,
        png: png(&tree)?,
    })
}

fn pdf(tree: &usvg::Tree) -> Result<Vec<u8>, ReportError> {
    let pdf = svg2pdf::to_pdf(
        tree,
        svg2pdf::ConversionOptions::default(),
        svg2pdf::PageOptions { dpi: SVG_DPI },
    )
    .map_err(|e| ReportError::Pdf(e.to_string()))?;
    canonical(&pdf)
}

fn png(tree: &usvg::Tree) -> Result<Vec<u8>, ReportError> {
    let scale = PNG_DPI / SVG_DPI;
    let width = (tree.size().width() * scale).round() as u32;
    let height = (tree.size().height() * scale).round() as u32;
    let mut pixels = tiny_skia::Pixmap::new(width, height)
        .ok_or_else(|| ReportError::Png(format!("no picture of {width} x {height} pixels")))?;
    pixels.fill(tiny_skia::Color::WHITE);
    resvg::render(
        tree,
        tiny_skia::Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    let png = pixels
        .encode_png()
        .map_err(|e| ReportError::Png(e.to_string()))?;
    Ok(with_resolution(&png))
}

/// Bytes before the first chunk after the header: signature and `IHDR`.
const PNG_HEADER: usize = 8 + 25;

/// Adds the `pHYs` chunk, so that the picture is placed at print size.
fn with_resolution(png: &[u8]) -> Vec<u8> {
    let per_metre = (f64::from(PNG_DPI) / 0.0254).round() as u32;
    let mut body = b"pHYs".to_vec();
    body.extend(per_metre.to_be_bytes());
    body.extend(per_metre.to_be_bytes());
    body.push(1);
    let mut crc = flate2::Crc::new();
    crc.update(&body);
    let (header, rest) = png.split_at(PNG_HEADER.min(png.len()));
    let mut out = header.to_vec();
    out.extend(9_u32.to_be_bytes());
    out.extend(&body);
    out.extend(crc.sum().to_be_bytes());
    out.extend(rest);
    out
}
