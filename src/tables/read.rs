//! Tables back from Parquet.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::errors::ParquetError;
use thiserror::Error;

use super::schema::Table;

/// Why a table could not be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The table is not there.
    #[error(
        "no table {table} in {folder}: expected {table}.parquet or a folder {table}/ (make it with `recount tables`)"
    )]
    Missing {
        /// Table name.
        table: &'static str,
        /// Folder searched.
        folder: String,
    },
    /// The file cannot be opened or is no Parquet file.
    #[error("cannot read {path}: {reason}")]
    Unreadable {
        /// The file.
        path: String,
        /// What is wrong.
        reason: String,
    },
    /// A column is missing or has another type.
    #[error(
        "{path} is not a recount table {table}: column {column} is missing or of another type (written by another version? run `recount tables` again)"
    )]
    Schema {
        /// The file.
        path: String,
        /// Table name.
        table: &'static str,
        /// The column.
        column: &'static str,
    },
}

impl ReadError {
    fn unreadable(path: &Path, reason: impl ToString) -> Self {
        Self::Unreadable {
            path: path.display().to_string(),
            reason: reason.to_string(),
        }
    }
}

/// The Parquet files of a table, in path order.
///
/// # Errors
///
/// [`ReadError::Missing`] when there is none.
pub fn table_files(folder: &Path, table: &Table) -> Result<Vec<PathBuf>, ReadError> {
    let flat = folder.join(format!("{}.parquet", table.name));
    let mut files = Vec::new();
    if flat.is_file() {
        files.push(flat);
    }
    collect(&folder.join(table.name), &mut files);
    files.sort();
    if files.is_empty() {
        return Err(ReadError::Missing {
            table: table.name,
            folder: folder.display().to_string(),
        });
    }
    Ok(files)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "parquet")
        {
            files.push(path);
        }
    }
}

/// The rows of a table, batch by batch.
pub(super) fn batches(
    folder: &Path,
    table: &Table,
) -> Result<impl Iterator<Item = Result<RecordBatch, ReadError>>, ReadError> {
    let files = table_files(folder, table)?;
    let readers = files
        .into_iter()
        .map(|path| {
            let file = File::open(&path).map_err(|e| ReadError::unreadable(&path, e))?;
            let builder = ParquetRecordBatchReaderBuilder::try_new(file)
                .map_err(|e: ParquetError| ReadError::unreadable(&path, e))?;
            check(&path, table, builder.schema())?;
            let reader = builder
                .with_batch_size(8192)
                .build()
                .map_err(|e| ReadError::unreadable(&path, e))?;
            Ok((path, reader))
        })
        .collect::<Result<Vec<_>, ReadError>>()?;
    Ok(readers.into_iter().flat_map(|(path, reader)| {
        reader.map(move |rows| rows.map_err(|e: ArrowError| ReadError::unreadable(&path, e)))
    }))
}

fn check(path: &Path, table: &Table, found: &arrow_schema::Schema) -> Result<(), ReadError> {
    let expected = table.arrow();
    for (column, field) in table.columns.iter().zip(expected.fields()) {
        let same = found
            .field_with_name(column.name)
            .is_ok_and(|found| found.data_type() == field.data_type());
        if !same {
            return Err(ReadError::Schema {
                path: path.display().to_string(),
                table: table.name,
                column: column.name,
            });
        }
    }
    Ok(())
}

/// A whole table, its columns in declared order.
///
/// # Errors
///
/// When a file is missing, unreadable, or not this table.
pub fn read_table(folder: &Path, table: &'static Table) -> Result<Vec<RecordBatch>, ReadError> {
    let schema = table.arrow();
    batches(folder, table)?
        .map(|rows| {
            let rows = rows?;
            let columns = schema
                .fields()
                .iter()
                .filter_map(|field| rows.column_by_name(field.name()).cloned())
                .collect();
            RecordBatch::try_new(schema.clone(), columns)
                .map_err(|e| ReadError::unreadable(folder, e))
        })
        .collect()
}
