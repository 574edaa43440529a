//! A table as cells, before it is LaTeX or CSV.

/// What one cell holds. How it prints is part of what it is, so that the
/// LaTeX and the CSV table cannot differ.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Any text; it may be hostile.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// A fraction (0..1), shown in percent with one decimal.
    Percent(f64),
    /// `k` out of `n`, shown in percent with one decimal; missing when `n` is 0.
    Share {
        /// Successes.
        k: u64,
        /// Denominator.
        n: u64,
    },
    /// A number with a fixed count of decimals.
    Decimal {
        /// The number.
        value: f64,
        /// Decimals shown.
        places: usize,
    },
    /// Nothing: a dash in LaTeX, empty in CSV.
    Missing,
}

impl Cell {
    /// Text of any kind.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A fraction in percent, or missing.
    #[must_use]
    pub fn percent(fraction: Option<f64>) -> Self {
        fraction.map_or(Self::Missing, Self::Percent)
    }

    /// A number with `places` decimals, or missing.
    #[must_use]
    pub fn decimal(value: Option<f64>, places: usize) -> Self {
        value.map_or(Self::Missing, |value| Self::Decimal { value, places })
    }

    /// A count.
    #[must_use]
    pub fn count(count: u64) -> Self {
        Self::Integer(i64::try_from(count).unwrap_or(i64::MAX))
    }

    /// The cell as printed; `None` when there is nothing to print.
    #[must_use]
    pub fn printed(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()),
            Self::Integer(value) => Some(value.to_string()),
            Self::Percent(_) | Self::Share { .. } => self.value().map(|v| fixed(v, 1)),
            Self::Decimal { value, places } => {
                value.is_finite().then(|| fixed(*value, (*places).min(17)))
            }
            Self::Missing => None,
        }
    }

    /// The cell with all its digits, in the unit in which it is printed.
    #[must_use]
    pub fn exact(&self) -> Option<String> {
        match self {
            Self::Text(_) | Self::Integer(_) | Self::Missing => self.printed(),
            _ => self.value().map(shortest),
        }
    }

    /// The number shown, before rounding.
    fn value(&self) -> Option<f64> {
        match self {
            Self::Percent(fraction) => Some(100.0 * fraction),
            Self::Share { k, n } if *n > 0 => Some(100.0 * *k as f64 / *n as f64),
            Self::Decimal { value, .. } => Some(*value),
            _ => None,
        }
        .filter(|v| v.is_finite())
    }
}

/// Fixed decimals without a negative zero.
fn fixed(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| matches!(c, '0' | '.')) => rest.to_owned(),
        _ => text,
    }
}

/// The shortest digits that read back as the same number.
pub(super) fn shortest(value: f64) -> String {
    if value == 0.0 {
        "0".to_owned()
    } else if (1e-5..1e16).contains(&value.abs()) {
        value.to_string()
    } else {
        format!("{value:e}")
    }
}

/// A column and its heading.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Column {
    /// Name in CSV; unique within the table.
    pub key: String,
    /// Heading in LaTeX.
    pub heading: String,
    /// Heading that neighbouring columns share.
    pub group: Option<String>,
}

impl Column {
    /// A column without a group.
    pub fn new(key: impl Into<String>, heading: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            heading: heading.into(),
            group: None,
        }
    }

    /// The column under a shared heading.
    #[must_use]
    pub fn under(self, group: impl Into<String>) -> Self {
        Self {
            group: Some(group.into()),
            ..self
        }
    }
}

/// One table of the paper.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TableSheet {
    /// Number in the paper.
    pub number: u32,
    /// Short name for files and labels, lower case with underscores.
    pub name: String,
    /// What the table shows and out of how many.
    pub caption: String,
    /// Columns from left to right.
    pub columns: Vec<Column>,
    /// Rows; a short row is filled up with missing cells and a long one is cut.
    pub rows: Vec<Vec<Cell>>,
}

impl TableSheet {
    /// File name without extension: `table03_pass`.
    #[must_use]
    pub fn stem(&self) -> String {
        let name: String = self
            .name
            .chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() {
                    c.to_ascii_lowercase()
                } else {
                    '_'
                }
            })
            .collect();
        format!("table{:02}_{name}", self.number)
    }

    /// The table with some of its columns only.
    pub(super) fn with_columns(&self, columns: &[usize]) -> Self {
        Self {
            columns: columns
                .iter()
                .filter_map(|c| self.columns.get(*c))
                .cloned()
                .collect(),
            rows: self
                .rows
                .iter()
                .map(|row| {
                    let cell = |c: &usize| row.get(*c).cloned().unwrap_or(Cell::Missing);
                    columns.iter().map(cell).collect()
                })
                .collect(),
            ..self.clone()
        }
    }

    /// The rows with exactly one cell a column.
    pub(super) fn full_rows(&self) -> Vec<Vec<Cell>> {
        self.rows
            .iter()
            .map(|row| {
                let mut row = row.clone();
                row.resize(self.columns.len(), Cell::Missing);
                row
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_print_and_keep_their_digits() {
        let share = Cell::Share { k: 79, n: 357 };
        assert_eq!(share.printed().as_deref(), Some("22.1"));
        assert_eq!(share.exact().as_deref(), Some("22.128851540616246"));
        assert_eq!(Cell::Share { k: 0, n: 0 }.printed(), None);
        assert_eq!(Cell::Percent(f64::NAN).printed(), None);
        assert_eq!(Cell::Percent(-0.0001).printed().as_deref(), Some("0.0"));
        assert_eq!(
            Cell::Decimal {
                value: 0.1 + 0.2,
                places: 2
            }
            .exact()
            .as_deref(),
            Some("0.30000000000000004")
        );
        assert_eq!(
            Cell::Decimal {
                value: 1e-9,
                places: 2
            }
            .exact()
            .as_deref(),
            Some("1e-9")
        );
        assert_eq!(Cell::Integer(-3).printed().as_deref(), Some("-3"));
    }
}
