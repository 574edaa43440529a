//! Small panels of one size in rows, with one scale for all.

use crate::report::axis::{base_line, fitted, value_axis};
use crate::report::font;
use crate::report::plot::{Frame, Plot};
use crate::report::style::{Dash, LABEL_SIZE, SMALL_SIZE, SOFT_INK, TICK_SIZE, TITLE_SIZE};
use crate::report::svg::{Page, Type};

const LEFT: f64 = 34.0;
const RIGHT: f64 = 5.0;
const INNER: f64 = 9.0;
/// Title and note of a panel.
const HEAD: f64 = 19.0;
const GAP: f64 = 6.0;
/// Tick labels and axis title below the last row.
const TAIL: f64 = TICK_SIZE + LABEL_SIZE + 9.0;

/// Where the panels are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grid {
    count: usize,
    columns: usize,
    top: f64,
    width: f64,
    plot: f64,
}

impl Grid {
    /// `count` panels in `columns`, `plot` points high, from `top` down.
    pub(super) fn new(count: usize, columns: usize, page_width: f64, top: f64, plot: f64) -> Self {
        let columns = columns.max(1);
        let gaps = (columns - 1) as f64 * INNER;
        Self {
            count,
            columns,
            top,
            width: (page_width - LEFT - RIGHT - gaps) / columns as f64,
            plot,
        }
    }

    fn rows(&self) -> usize {
        self.count.div_ceil(self.columns)
    }

    fn row_height(&self) -> f64 {
        HEAD + self.plot + GAP
    }

    /// Lower edge of the grid, axis title included.
    pub(super) fn bottom(&self) -> f64 {
        self.top + self.rows() as f64 * self.row_height() - GAP + TAIL
    }

    /// The rectangle of one panel's marks.
    pub(super) fn frame(&self, index: usize) -> Frame {
        let (row, column) = (index / self.columns, index % self.columns);
        Frame {
            left: LEFT + column as f64 * (self.width + INNER),
            top: self.top + row as f64 * self.row_height() + HEAD,
            width: self.width,
            height: self.plot,
        }
    }

    /// Titles as they fit above the panels, kept apart where they differ.
    pub(super) fn titles<'t>(&self, titles: impl Iterator<Item = &'t str>) -> Vec<String> {
        let titles: Vec<String> = titles.map(font::printable).collect();
        fitted(&titles, TITLE_SIZE, true, |_| self.width)
    }

    /// Title, made by [`Self::titles`], and note above a panel.
    pub(super) fn head(&self, page: &mut Page, index: usize, title: &str, note: &str) {
        let frame = self.frame(index);
        let style = Type::size(TITLE_SIZE).bold();
        page.text(frame.left, frame.top - 11.0, title, style);
        let size = if font::width(note, TICK_SIZE, false) > frame.width {
            SMALL_SIZE
        } else {
            TICK_SIZE
        };
        let note = font::shorten(note, frame.width, size, false);
        let style = Type::size(size).colour(SOFT_INK);
        page.text(frame.left, frame.top - 3.5, &note, style);
    }

    /// Scale of a panel: labels only beside the first column.
    pub(super) fn value_axis(
        &self,
        page: &mut Page,
        index: usize,
        plot: &Plot,
        ticks: &[(f64, String)],
        title: &str,
    ) {
        if index.is_multiple_of(self.columns) {
            value_axis(page, plot, ticks, title);
            return;
        }
        let bare: Vec<(f64, String)> = ticks.iter().map(|tick| (tick.0, String::new())).collect();
        value_axis(page, plot, &bare, "");
    }

    /// Base line of a panel, with labels under the lowest of each column.
    pub(super) fn base_axis(
        &self,
        page: &mut Page,
        index: usize,
        plot: &Plot,
        ticks: &[(f64, &str)],
    ) {
        base_line(page, plot.frame);
        if index + self.columns < self.count {
            return;
        }
        let bottom = plot.frame.bottom();
        for (value, label) in ticks {
            let x = plot.at_x(*value);
            page.rule((x, bottom), (x, bottom + 2.0), SOFT_INK, 0.6, Dash::Solid);
            let style = Type::size(TICK_SIZE).colour(SOFT_INK).middle();
            page.text(x, bottom + 3.0 + TICK_SIZE, label, style);
        }
    }

    /// Title of the common horizontal axis.
    pub(super) fn base_title(&self, page: &mut Page, title: &str) {
        let middle = (LEFT + page.width() - RIGHT) / 2.0;
        let style = Type::size(LABEL_SIZE).middle();
        page.text(middle, self.bottom() - 1.5, title, style);
    }
}
