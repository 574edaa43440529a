//! Rows being filled, column by column.

use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Float64Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, SchemaRef};

use super::schema::{Kind, Table};

enum Builder {
    Text(StringBuilder),
    Int(Int64Builder),
    Float(Float64Builder),
    Bool(BooleanBuilder),
}

/// Rows of one table. A row is filled by one call per column, in column order;
/// a call of the wrong type or number is reported when the batch is finished.
pub struct Batch {
    schema: SchemaRef,
    builders: Vec<Builder>,
    next: usize,
    rows: usize,
    misuse: Option<String>,
}

impl Batch {
    /// An empty batch of a table.
    #[must_use]
    pub fn new(table: &Table) -> Self {
        let builder = |kind| match kind {
            Kind::Text => Builder::Text(StringBuilder::new()),
            Kind::Int => Builder::Int(Int64Builder::new()),
            Kind::Float => Builder::Float(Float64Builder::new()),
            Kind::Bool => Builder::Bool(BooleanBuilder::new()),
        };
        Self {
            schema: table.arrow(),
            builders: table
                .columns
                .iter()
                .map(|column| builder(column.kind))
                .collect(),
            next: 0,
            rows: 0,
            misuse: None,
        }
    }

    /// Complete rows so far.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Fills the next column with text.
    pub fn text<'v>(&mut self, value: impl Into<Option<&'v str>>) -> &mut Self {
        let value = value.into();
        self.fill(|builder| match builder {
            Builder::Text(builder) => {
                builder.append_option(value);
                true
            }
            _ => false,
        })
    }

    /// Fills the next column with an integer.
    pub fn int(&mut self, value: impl Into<Option<i64>>) -> &mut Self {
        let value = value.into();
        self.fill(|builder| match builder {
            Builder::Int(builder) => {
                builder.append_option(value);
                true
            }
            _ => false,
        })
    }

    /// Fills the next column with a count.
    pub fn count(&mut self, value: usize) -> &mut Self {
        self.int(i64::try_from(value).unwrap_or(i64::MAX))
    }

    /// Fills the next column with a float.
    pub fn float(&mut self, value: impl Into<Option<f64>>) -> &mut Self {
        let value = value.into();
        self.fill(|builder| match builder {
            Builder::Float(builder) => {
                builder.append_option(value);
                true
            }
            _ => false,
        })
    }

    /// Fills the next column with a truth value.
    pub fn bool(&mut self, value: impl Into<Option<bool>>) -> &mut Self {
        let value = value.into();
        self.fill(|builder| match builder {
            Builder::Bool(builder) => {
                builder.append_option(value);
                true
            }
            _ => false,
        })
    }

    fn fill(&mut self, append: impl FnOnce(&mut Builder) -> bool) -> &mut Self {
        if !append(&mut self.builders[self.next]) && self.misuse.is_none() {
            self.misuse = Some(self.schema.field(self.next).name().clone());
        }
        self.next += 1;
        if self.next == self.builders.len() {
            self.next = 0;
            self.rows += 1;
        }
        self
    }

    /// Takes the rows out.
    ///
    /// # Errors
    ///
    /// When a row is incomplete, a value has the wrong type, or a required
    /// column misses one.
    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        if let Some(column) = &self.misuse {
            let message = format!("column {column} was filled with another type");
            return Err(ArrowError::InvalidArgumentError(message));
        }
        self.rows = 0;
        let arrays: Vec<ArrayRef> = self
            .builders
            .iter_mut()
            .map(|builder| -> ArrayRef {
                match builder {
                    Builder::Text(builder) => Arc::new(builder.finish()),
                    Builder::Int(builder) => Arc::new(builder.finish()),
                    Builder::Float(builder) => Arc::new(builder.finish()),
                    Builder::Bool(builder) => Arc::new(builder.finish()),
                }
            })
            .collect();
        RecordBatch::try_new(self.schema.clone(), arrays)
    }
}
