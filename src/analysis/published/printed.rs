//! A table as the paper prints it.

use thiserror::Error;

/// The printed tables, by the name that the recomputed ones have.
const TABLES: [(&str, &str); 17] = [
    (
        "table02_models",
        include_str!("../../../data/published/xiangqibench_table02_models.csv"),
    ),
    (
        "table03_pass",
        include_str!("../../../data/published/xiangqibench_table03_pass.csv"),
    ),
    (
        "table04_passk",
        include_str!("../../../data/published/xiangqibench_table04_passk.csv"),
    ),
    (
        "table05_invalid",
        include_str!("../../../data/published/xiangqibench_table05_invalid.csv"),
    ),
    (
        "table06_ablation",
        include_str!("../../../data/published/xiangqibench_table06_ablation.csv"),
    ),
    (
        "table07_simuse",
        include_str!("../../../data/published/xiangqibench_table07_simuse.csv"),
    ),
    (
        "table08_simmodel",
        include_str!("../../../data/published/xiangqibench_table08_simmodel.csv"),
    ),
    (
        "table09_simlen",
        include_str!("../../../data/published/xiangqibench_table09_simlen.csv"),
    ),
    (
        "table10_patterns",
        include_str!("../../../data/published/xiangqibench_table10_patterns.csv"),
    ),
    (
        "table11_failures",
        include_str!("../../../data/published/xiangqibench_table11_failures.csv"),
    ),
    (
        "table12_root_s",
        include_str!("../../../data/published/xiangqibench_table12_root_s.csv"),
    ),
    (
        "table13_piece_s",
        include_str!("../../../data/published/xiangqibench_table13_piece_s.csv"),
    ),
    (
        "table14_root_r",
        include_str!("../../../data/published/xiangqibench_table14_root_r.csv"),
    ),
    (
        "table15_piece_r",
        include_str!("../../../data/published/xiangqibench_table15_piece_r.csv"),
    ),
    (
        "table16_presence",
        include_str!("../../../data/published/xiangqibench_table16_presence.csv"),
    ),
    (
        "table17_combos",
        include_str!("../../../data/published/xiangqibench_table17_combos.csv"),
    ),
    (
        "table18_firstpiece",
        include_str!("../../../data/published/xiangqibench_table18_firstpiece.csv"),
    ),
];

/// Why printed figures cannot be used.
#[derive(Debug, Error)]
pub enum PublishedError {
    /// No such table is printed.
    #[error("the paper prints no table named {0}")]
    Unknown(String),
    /// The file is damaged.
    #[error("published table {name}: {error}")]
    Csv {
        /// The table.
        name: String,
        /// What is wrong with it.
        error: csv::Error,
    },
    /// A figure that a check needs is not there.
    #[error("published table {table} has no figure {column} in row {row}")]
    Missing {
        /// The table.
        table: String,
        /// The row, by its first cell.
        row: String,
        /// The column.
        column: String,
    },
}

/// One printed table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printed {
    /// Its name.
    pub name: &'static str,
    /// Column names.
    pub columns: Vec<String>,
    /// Cells as printed.
    pub rows: Vec<Vec<String>>,
}

/// The printed table of a name; `None` when the paper prints none.
///
/// # Errors
///
/// When the file that ships with the program is damaged.
pub fn printed(name: &str) -> Result<Option<Printed>, PublishedError> {
    let Some((name, text)) = TABLES.into_iter().find(|(known, _)| *known == name) else {
        return Ok(None);
    };
    let failed = |error| PublishedError::Csv {
        name: name.to_owned(),
        error,
    };
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let owned = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
    let columns = owned(reader.headers().map_err(failed)?);
    let rows = reader
        .records()
        .map(|record| record.map(|record| owned(&record)).map_err(failed))
        .collect::<Result<_, _>>()?;
    Ok(Some(Printed {
        name,
        columns,
        rows,
    }))
}

impl Printed {
    /// A printed table that must exist.
    ///
    /// # Errors
    ///
    /// When there is none of that name, or it is damaged.
    pub(super) fn load(name: &str) -> Result<Self, PublishedError> {
        printed(name)?.ok_or_else(|| PublishedError::Unknown(name.to_owned()))
    }

    /// A cell as printed.
    pub(super) fn text(&self, row: &[String], column: &str) -> Result<String, PublishedError> {
        let at = self.columns.iter().position(|name| name == column);
        at.and_then(|at| row.get(at))
            .cloned()
            .ok_or_else(|| PublishedError::Missing {
                table: self.name.to_owned(),
                row: row.first().cloned().unwrap_or_default(),
                column: column.to_owned(),
            })
    }

    /// A cell as a number.
    pub(super) fn figure(&self, row: &[String], column: &str) -> Result<Figure, PublishedError> {
        let text = self.text(row, column)?;
        Figure::read(&text).ok_or_else(|| PublishedError::Missing {
            table: self.name.to_owned(),
            row: row.first().cloned().unwrap_or_default(),
            column: column.to_owned(),
        })
    }

    /// Sum of a column of counts.
    pub(super) fn total(&self, column: &str) -> Result<i64, PublishedError> {
        let mut total = 0;
        for row in &self.rows {
            total += self.figure(row, column)?.value as i64;
        }
        Ok(total)
    }
}

/// A printed number with its precision.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Figure {
    pub(super) value: f64,
    /// Half a unit of the last printed place.
    half: f64,
}

impl Figure {
    pub(super) fn read(text: &str) -> Option<Self> {
        let value: f64 = text.parse().ok()?;
        let places = text
            .split_once('.')
            .map_or(0, |(_, decimals)| decimals.len());
        let places = i32::try_from(places).ok()?;
        value.is_finite().then(|| Self {
            value,
            half: 0.5 * 10_f64.powi(-places),
        })
    }

    /// The number, where the text is one.
    pub(super) fn number(text: &str) -> Option<f64> {
        Self::read(text).map(|figure| figure.value)
    }

    /// Whether a number prints as this figure, whichever way ties are rounded.
    pub(super) fn prints(self, exact: f64) -> bool {
        (exact - self.value).abs() <= self.half + 1e-9
    }

    /// Largest distance between this figure and what it stands for.
    pub(super) fn slack(self) -> f64 {
        self.half
    }

    /// The counts out of `n` whose percentage prints as this figure.
    pub(super) fn counts_of(self, n: i64) -> Vec<i64> {
        let low = ((self.value - self.half) / 100.0 * n as f64).floor() as i64 - 1;
        let high = ((self.value + self.half) / 100.0 * n as f64).ceil() as i64 + 1;
        (low.max(0)..=high.min(n))
            .filter(|k| self.prints(100.0 * *k as f64 / n as f64))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentage_names_its_counts() {
        let figure = Figure::read("22.1").map(|figure| figure.counts_of(357));
        assert_eq!(figure, Some(vec![79]));
        // 0.2 % of 357 trials is no whole number of trials.
        let figure = Figure::read("0.2").map(|figure| figure.counts_of(357));
        assert_eq!(figure, Some(Vec::new()));
    }

    #[test]
    fn every_shipped_table_reads() {
        for (name, _) in TABLES {
            let table = printed(name).ok().flatten();
            assert!(table.is_some_and(|table| !table.rows.is_empty()), "{name}");
        }
        assert!(matches!(printed("table99"), Ok(None)));
    }
}
