//! Scales and the labels that go with them.

use std::collections::BTreeSet;

use super::font;
use super::plot::{Frame, Plot};
use super::style::{Dash, GRID, INK, LABEL_SIZE, SMALL_SIZE, SOFT_INK, TICK_SIZE, TITLE_SIZE};
use super::svg::{Page, Type};

/// Ticks from zero in steps of 1, 2, 2.5 or 5 times a power of ten.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Scale {
    /// Where the axis ends.
    pub(super) top: f64,
    step: f64,
}

impl Scale {
    /// A scale from zero to at least `max` with at most `most` steps; an
    /// empty range is shown as zero to `fallback`.
    pub(super) fn up_to(max: f64, most: usize, fallback: f64) -> Self {
        let max = if max.is_finite() && max > 0.0 {
            max
        } else {
            fallback
        };
        let most = most.max(1) as f64;
        let rough = max / most;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 2.5, 5.0, 10.0]
            .into_iter()
            .map(|m| m * power)
            .find(|step| *step * most >= max * (1.0 - 1e-9))
            .unwrap_or(10.0 * power);
        let top = (max / step - 1e-9).ceil().max(1.0) * step;
        Self { top, step }
    }

    /// A percent scale; never beyond 100 unless the data are.
    pub(super) fn percent(max: f64) -> Self {
        Self::up_to(max * 100.0, 5, 5.0)
    }

    /// A scale in whole numbers.
    pub(super) fn counts(max: f64, most: usize) -> Self {
        let scale = Self::up_to(max, most, 1.0);
        if scale.step < 1.0 || scale.step.fract() > 0.0 {
            let step = scale.step.ceil().max(1.0);
            return Self {
                top: (max / step).ceil().max(1.0) * step,
                step,
            };
        }
        scale
    }

    /// Ticks in ascending order with their labels.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let count = (self.top / self.step).round() as usize;
        let places = (0..4)
            .find(|p| {
                let shift = 10_f64.powi(*p);
                ((self.step * shift).round() - self.step * shift).abs() < 1e-6
            })
            .unwrap_or(4) as usize;
        (0..=count)
            .map(|i| {
                let value = i as f64 * self.step;
                (value, format!("{value:.places$}"))
            })
            .collect()
    }
}

/// Draws the value axis on the left: grid lines, labels and the base line.
pub(super) fn value_axis(page: &mut Page, plot: &Plot, ticks: &[(f64, String)], title: &str) {
    let frame = plot.frame;
    // Room for "100" keeps the titles of stacked panels in line.
    let mut widest: f64 = font::width("100", TICK_SIZE, false);
    for (value, label) in ticks {
        let y = plot.at_y(*value);
        if *value > plot.y.0 {
            page.rule((frame.left, y), (frame.right(), y), GRID, 0.5, Dash::Solid);
        }
        let style = Type::size(TICK_SIZE).colour(SOFT_INK).end();
        page.text(frame.left - 3.0, y + TICK_SIZE * 0.35, label, style);
        widest = widest.max(font::width(label, TICK_SIZE, false));
    }
    if !title.is_empty() {
        let x = frame.left - 3.0 - widest - 4.0;
        let y = frame.top + frame.height / 2.0;
        page.text(x, y, title, Type::size(LABEL_SIZE).middle().turned(-90.0));
    }
}

/// The line under the marks; drawn after them so that bars stand on it.
pub(super) fn base_line(page: &mut Page, frame: Frame) {
    page.rule(
        (frame.left, frame.bottom()),
        (frame.right(), frame.bottom()),
        SOFT_INK,
        0.6,
        Dash::Solid,
    );
}

/// Labels under a row of equal slots, set level, slanted or upright.
#[derive(Debug, Clone)]
pub(super) struct SlotLabels {
    labels: Vec<String>,
    size: f64,
    turn: f64,
    /// Room the labels need below the base line.
    pub(super) height: f64,
}

/// Longest run of a slanted or upright label, in points.
const LONGEST: f64 = 64.0;

impl SlotLabels {
    /// Plans labels for slots of `slot` points with `room` points free on the
    /// left of the first slot.
    pub(super) fn plan(names: &[&str], slot: f64, room: f64) -> Self {
        let names: Vec<String> = names.iter().map(|n| font::printable(n)).collect();
        let widest = |size: f64| {
            names
                .iter()
                .map(|n| font::width(n, size, false))
                .fold(0.0, f64::max)
        };
        if widest(TICK_SIZE) + 3.0 <= slot {
            return Self {
                labels: names,
                size: TICK_SIZE,
                turn: 0.0,
                height: TICK_SIZE + 5.5,
            };
        }
        let slanted = std::f64::consts::FRAC_1_SQRT_2;
        for size in [TICK_SIZE, 6.0, SMALL_SIZE] {
            if slot * slanted >= size * 1.12 {
                // A label leans to the left by its run: the first ones must not
                // leave the page.
                let labels = shortened(&names, size, |index| {
                    let reach = (room + slot * (index as f64 + 0.5) - 1.0) / slanted;
                    (reach - size).clamp(24.0, LONGEST)
                });
                let run = labels
                    .iter()
                    .map(|n| font::width(n, size, false))
                    .fold(0.0, f64::max);
                let height = (run + size) * slanted + 4.0;
                return Self {
                    labels,
                    size,
                    turn: -45.0,
                    height,
                };
            }
        }
        let size = (slot / 1.1).clamp(3.0, SMALL_SIZE);
        let labels = shortened(&names, size, |_| LONGEST);
        let run = labels
            .iter()
            .map(|n| font::width(n, size, false))
            .fold(0.0, f64::max);
        Self {
            labels,
            size,
            turn: -90.0,
            height: run + 5.0,
        }
    }

    /// Draws the labels under a plot whose x axis counts slots from zero.
    pub(super) fn draw(&self, page: &mut Page, plot: &Plot) {
        let bottom = plot.frame.bottom();
        for (index, label) in self.labels.iter().enumerate() {
            let x = plot.at_x(index as f64 + 0.5);
            let style = Type::size(self.size).colour(INK);
            if self.turn == 0.0 {
                page.text(x, bottom + 2.5 + self.size, label, style.middle());
            } else if self.turn < -60.0 {
                let style = style.end().turned(self.turn);
                page.text(x + self.size * 0.35, bottom + 3.0, label, style);
            } else {
                let (dx, dy) = (self.size * 0.3, 3.0 + self.size * 0.5);
                page.text(x + dx, bottom + dy, label, style.end().turned(self.turn));
            }
        }
    }
}

fn shortened(names: &[String], size: f64, room: impl Fn(usize) -> f64) -> Vec<String> {
    fitted(names, size, false, room)
}

/// The names cut where it keeps most of them apart, without their provider
/// prefix when they differ without it.
pub(super) fn fitted(
    names: &[String],
    size: f64,
    bold: bool,
    room: impl Fn(usize) -> f64,
) -> Vec<String> {
    let kinds = |names: &[String]| names.iter().collect::<BTreeSet<_>>().len();
    let too_long = names
        .iter()
        .enumerate()
        .any(|(index, name)| font::width(name, size, bold) > room(index));
    let bare: Vec<String> = names
        .iter()
        .map(|name| {
            name.rsplit('/')
                .find(|part| !part.is_empty())
                .unwrap_or(name)
                .to_owned()
        })
        .collect();
    let names = if too_long && kinds(&bare) == kinds(names) {
        &bare
    } else {
        names
    };
    let mut best = Vec::new();
    for tail in [1.0 / 3.0, 0.5, 0.0, 0.75] {
        let cut: Vec<String> = names
            .iter()
            .enumerate()
            .map(|(index, name)| font::shorten_with(name, room(index), size, bold, tail))
            .collect();
        if best.is_empty() || kinds(&cut) > kinds(&best) {
            best = cut;
        }
    }
    best
}

/// A panel's title: its name in bold, then what it rests on.
pub(super) fn panel_title(page: &mut Page, left: f64, right: f64, y: f64, name: &str, note: &str) {
    let note_width = font::width(&font::printable(note), TICK_SIZE, false);
    let room = (right - left - note_width - 5.0).max((right - left) * 0.4);
    let name = font::shorten(name, room, TITLE_SIZE, true);
    page.text(left, y, &name, Type::size(TITLE_SIZE).bold());
    let after = left + font::width(&name, TITLE_SIZE, true) + 5.0;
    let note = font::shorten(note, right - after, TICK_SIZE, false);
    page.text(after, y, &note, Type::size(TICK_SIZE).colour(SOFT_INK));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: &Scale) -> Vec<String> {
        scale.ticks().into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(
            labels(&Scale::percent(0.387)),
            ["0", "10", "20", "30", "40"]
        );
        assert_eq!(
            labels(&Scale::percent(1.0)),
            ["0", "20", "40", "60", "80", "100"]
        );
        assert_eq!(labels(&Scale::percent(0.0)), ["0", "1", "2", "3", "4", "5"]);
        assert_eq!(
            labels(&Scale::percent(f64::NAN)),
            ["0", "1", "2", "3", "4", "5"]
        );
        assert_eq!(
            labels(&Scale::percent(0.0021)),
            ["0.00", "0.05", "0.10", "0.15", "0.20", "0.25"]
        );
        assert_eq!(labels(&Scale::counts(3.0, 5)), ["0", "1", "2", "3"]);
        assert_eq!(
            labels(&Scale::counts(47.0, 5)),
            ["0", "10", "20", "30", "40", "50"]
        );
    }
}
