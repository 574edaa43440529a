//! What a game's report consists of.

use super::error::ReportError;
use super::sheet::TableSheet;

/// A figure of findings `F`.
#[derive(Debug)]
pub struct Figure<F> {
    /// Its name in the pipeline file and of its files.
    pub name: &'static str,
    /// What is plotted, with its denominators.
    pub caption: fn(&F) -> String,
    /// The drawing, as SVG.
    pub draw: fn(&F) -> Result<String, ReportError>,
}

/// A table of findings `F`.
#[derive(Debug)]
pub struct Table<F> {
    /// Its name in the pipeline file and of its files.
    pub name: &'static str,
    /// Its cells.
    pub sheet: fn(&F) -> TableSheet,
}

/// Every figure and table that can be made of findings `F`.
#[derive(Debug)]
pub struct Book<F: 'static> {
    /// The figures.
    pub figures: &'static [Figure<F>],
    /// The tables.
    pub tables: &'static [Table<F>],
}

impl<F> Book<F> {
    /// A figure by name.
    #[must_use]
    pub fn figure(&self, name: &str) -> Option<&'static Figure<F>> {
        self.figures.iter().find(|figure| figure.name == name)
    }

    /// A table by name.
    #[must_use]
    pub fn table(&self, name: &str) -> Option<&'static Table<F>> {
        self.tables.iter().find(|table| table.name == name)
    }
}
