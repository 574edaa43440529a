//! Columns of the stored tables.

use std::path::Path;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, RecordBatch};
use thiserror::Error;

use crate::tables::{ReadError, Table, read_table};

/// Why a finding could not be computed.
#[derive(Debug, Error)]
pub enum AnalysisError {
    /// A table cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// A stored table, read column by column.
pub struct Columns {
    table: &'static Table,
    batches: Vec<RecordBatch>,
}

impl Columns {
    /// Loads a table.
    ///
    /// # Errors
    ///
    /// When it is missing or is not what its schema says.
    pub fn load(folder: &Path, table: &'static Table) -> Result<Self, AnalysisError> {
        Ok(Self {
            table,
            batches: read_table(folder, table)?,
        })
    }

    /// Rows of the table.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn parts(&self, name: &str) -> impl Iterator<Item = &dyn Array> {
        let index = self
            .table
            .columns
            .iter()
            .position(|column| column.name == name);
        self.batches
            .iter()
            .filter_map(move |batch| Some(batch.column(index?).as_ref()))
    }

    /// A text column; missing values are `None`.
    #[must_use]
    pub fn text(&self, name: &str) -> Vec<Option<&str>> {
        self.parts(name)
            .filter_map(|part| part.as_string_opt::<i32>())
            .flat_map(|part| part.iter())
            .collect()
    }

    /// An integer column.
    #[must_use]
    pub fn int(&self, name: &str) -> Vec<Option<i64>> {
        self.parts(name)
            .filter_map(|part| part.as_primitive_opt::<Int64Type>())
            .flat_map(|part| part.iter())
            .collect()
    }

    /// A column of truth values; a missing one is false.
    #[must_use]
    pub fn flag(&self, name: &str) -> Vec<bool> {
        self.parts(name)
            .filter_map(|part| part.as_boolean_opt())
            .flat_map(|part| part.iter())
            .map(Option::unwrap_or_default)
            .collect()
    }
}
