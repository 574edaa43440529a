//! Shares as shaded cells with their percentage: the common ground of
//! Figures 5 and 18.

use crate::analysis::Share;
use crate::report::ReportError;
use crate::report::plot::{Frame, Mark, Plot};
use crate::report::style::{Colour, Dash, GRID, INK, SMALL_SIZE, SOFT_INK, WHITE};
use crate::report::svg::{Page, Type};

/// Height of a row, in points.
pub(super) const ROW: f64 = 9.5;

/// One cell.
#[derive(Debug, Clone, Copy)]
pub(super) enum Cell {
    /// A share; nothing to divide by shows a dash.
    Share(Share),
    /// Not to be had, shown hatched.
    Unavailable,
}

/// Draws rows of cells at the given place, whole percents only where `whole`;
/// every row has as many cells as the first.
pub(super) fn draw(
    page: &mut Page,
    (left, top, width): (f64, f64, f64),
    rows: &[Vec<Cell>],
    colour: Colour,
    whole: bool,
) -> Result<Plot, ReportError> {
    let columns = rows.first().map_or(1, Vec::len).max(1);
    let plot = Plot {
        frame: Frame {
            left,
            top,
            width,
            height: ROW * rows.len() as f64,
        },
        x: (0.0, columns as f64),
        y: (0.0, rows.len() as f64),
    };
    let (dx, dy) = (plot.span_x(0.3), plot.span_y(0.3));
    let mut marks = Vec::new();
    let mut texts = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let low = (rows.len() - index - 1) as f64;
        for (column, cell) in row.iter().enumerate() {
            let at = column as f64;
            let (from, to) = ((at + dx, low + dy), (at + 1.0 - dx, low + 1.0 - dy));
            let rate = match cell {
                Cell::Share(share) => share.rate(),
                Cell::Unavailable => {
                    marks.extend(hatching(from, to));
                    continue;
                }
            };
            let shade = rate.map_or(0.0, |rate| 0.04 + 0.96 * rate);
            let fill = WHITE.mixed(colour, shade);
            marks.push(Mark::Bar { from, to, fill });
            let ink = match rate {
                None => SOFT_INK,
                Some(_) if is_dark(fill) => WHITE,
                Some(_) => INK,
            };
            let text = rate.map_or_else(|| "–".to_owned(), |rate| percent(rate, whole));
            texts.push((plot.at_x(at + 0.5), plot.at_y(low + 0.5), text, ink));
        }
    }
    plot.draw(page, &marks)?;
    for (x, y, text, ink) in texts {
        let style = Type::size(SMALL_SIZE).colour(ink).middle();
        page.text(x, y + SMALL_SIZE * 0.35, &text, style);
    }
    Ok(plot)
}

/// Whether white reads better on it than black.
fn is_dark(Colour(red, green, blue): Colour) -> bool {
    0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue) < 135.0
}

/// `45` and `1.1`; only a true nothing is `0`.
fn percent(rate: f64, whole: bool) -> String {
    let value = rate * 100.0;
    if rate == 0.0 {
        "0".to_owned()
    } else if whole || value >= 9.95 {
        format!("{value:.0}")
    } else {
        format!("{value:.1}")
    }
}

/// Strokes across a cell.
fn hatching(from: (f64, f64), to: (f64, f64)) -> Vec<Mark> {
    let (width, height) = (to.0 - from.0, to.1 - from.1);
    let mut marks = vec![Mark::Bar {
        from,
        to,
        fill: GRID.pale(),
    }];
    // Each stroke runs from the left or lower edge to the upper or right one.
    for step in [-0.5, 0.0, 0.5] {
        let clip = |t: f64| (t - step).clamp(0.0, 1.0);
        let (start, end) = (clip(0.0), clip(1.0));
        let points = vec![
            (from.0 + width * start, from.1 + height * (start + step)),
            (from.0 + width * end, from.1 + height * (end + step)),
        ];
        marks.push(Mark::Line {
            points,
            colour: GRID.mixed(SOFT_INK, 0.2),
            width: 0.5,
            dash: Dash::Solid,
        });
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_short() {
        let shown = [0.0, 0.0004, 0.011, 0.0995, 0.45, 1.0].map(|rate| percent(rate, false));
        assert_eq!(shown, ["0", "0.0", "1.1", "10", "45", "100"]);
        assert_eq!(percent(0.066, true), "7");
    }
}
