//! Parquet files out of record batches.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Int64Array, RecordBatch};
use arrow_schema::ArrowError;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use thiserror::Error;

use super::read::{ReadError, batches};
use super::schema::Table;
use super::trials;

/// Rows of a row group.
const ROW_GROUP: usize = 65_536;

/// How files are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layout {
    /// `NAME.parquet`.
    #[default]
    Flat,
    /// `NAME/setting=S/model=M/data.parquet` for the tables of trials.
    Partitioned,
}

/// Why a table could not be written.
#[derive(Debug, Error)]
pub enum TableError {
    /// The file system refused.
    #[error("cannot write {path}: {error}")]
    Io {
        /// The file or folder.
        path: String,
        /// What the system said.
        error: io::Error,
    },
    /// The Parquet writer refused.
    #[error("cannot write {path}: {error}")]
    Parquet {
        /// The file.
        path: String,
        /// What the writer said.
        error: ParquetError,
    },
    /// Rows that do not fit their schema.
    #[error("internal error in table rows: {0}")]
    Rows(#[from] ArrowError),
    /// The provisional trials could not be read back.
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// Where a partitioned row belongs: setting and model.
pub(crate) type Partition = Option<(String, String)>;

/// Writes tables into a folder.
pub struct TableWriter {
    folder: PathBuf,
    open: BTreeMap<(&'static str, Partition), Open>,
}

struct Open {
    path: PathBuf,
    writer: ArrowWriter<File>,
}

impl TableWriter {
    /// A writer into `folder`, which is created.
    ///
    /// # Errors
    ///
    /// When the folder cannot be created.
    pub fn create(folder: &Path) -> Result<Self, TableError> {
        make_folder(folder)?;
        Ok(Self {
            folder: folder.to_owned(),
            open: BTreeMap::new(),
        })
    }

    /// Appends rows of a table to the file of their partition.
    ///
    /// # Errors
    ///
    /// When the file cannot be created or written, a full disk included.
    pub fn append(
        &mut self,
        table: &'static Table,
        partition: &Partition,
        rows: &RecordBatch,
    ) -> Result<(), TableError> {
        let key = (table.name, partition.clone());
        let open = match self.open.entry(key) {
            std::collections::btree_map::Entry::Occupied(open) => open.into_mut(),
            std::collections::btree_map::Entry::Vacant(slot) => {
                slot.insert(Open::create(&self.folder, table, partition)?)
            }
        };
        open.writer
            .write(rows)
            .map_err(|error| parquet_error(&open.path, error))
    }

    /// Completes every file. Tables without rows get an empty file, so that a
    /// reader finds each of them.
    ///
    /// # Errors
    ///
    /// When a file cannot be completed.
    pub fn finish(mut self, tables: &[&'static Table]) -> Result<(), TableError> {
        for table in tables {
            if !self.open.keys().any(|(name, _)| *name == table.name) {
                let open = Open::create(&self.folder, table, &None)?;
                self.open.insert((table.name, None), open);
            }
        }
        for open in self.open.into_values() {
            open.finish()?;
        }
        Ok(())
    }
}

impl Open {
    fn create(folder: &Path, table: &Table, partition: &Partition) -> Result<Self, TableError> {
        let path = match partition {
            None => folder.join(format!("{}.parquet", table.name)),
            Some((setting, model)) => folder
                .join(table.name)
                .join(format!("setting={}", hive_value(setting)))
                .join(format!("model={}", hive_value(model)))
                .join("data.parquet"),
        };
        if let Some(parent) = path.parent() {
            make_folder(parent)?;
        }
        let file = File::create(&path).map_err(|error| io_error(&path, error))?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_max_row_group_row_count(Some(ROW_GROUP))
            .set_created_by("recount".to_owned())
            .build();
        let writer = ArrowWriter::try_new(file, table.arrow(), Some(properties))
            .map_err(|error| parquet_error(&path, error))?;
        Ok(Self { path, writer })
    }

    fn finish(self) -> Result<(), TableError> {
        let file = self
            .writer
            .into_inner()
            .map_err(|error| parquet_error(&self.path, error))?;
        file.sync_all().map_err(|error| io_error(&self.path, error))
    }
}

/// Copies provisional trials with `selected` and `selection_rank` filled in.
///
/// # Errors
///
/// When a file cannot be read or written.
pub(crate) fn select_trials(
    provisional: &Path,
    folder: &Path,
    layout: Layout,
    ranks: &BTreeMap<String, i64>,
) -> Result<(), TableError> {
    let mut writer = TableWriter::create(folder)?;
    for rows in batches(provisional, &trials::TABLE)? {
        let rows = with_selection(&rows?, ranks)?;
        match layout {
            Layout::Flat => writer.append(&trials::TABLE, &None, &rows)?,
            Layout::Partitioned => {
                for (partition, rows) in by_partition(&rows)? {
                    writer.append(&trials::TABLE, &partition, &rows)?;
                }
            }
        }
    }
    writer.finish(&[&trials::TABLE])
}

fn with_selection(
    rows: &RecordBatch,
    ranks: &BTreeMap<String, i64>,
) -> Result<RecordBatch, TableError> {
    let ids = text_column(rows, "trial_id")?;
    let ranks: Vec<Option<i64>> = ids
        .iter()
        .map(|id| id.and_then(|id| ranks.get(id).copied()))
        .collect();
    let mut columns: Vec<ArrayRef> = rows.columns().to_vec();
    let schema = rows.schema();
    let selected: BooleanArray = ranks.iter().map(|rank| Some(rank.is_some())).collect();
    columns[schema.index_of("selected")?] = Arc::new(selected);
    columns[schema.index_of("selection_rank")?] = Arc::new(Int64Array::from(ranks));
    Ok(RecordBatch::try_new(schema, columns)?)
}

fn text_column<'r>(
    rows: &'r RecordBatch,
    name: &str,
) -> Result<&'r arrow_array::StringArray, TableError> {
    rows.column_by_name(name)
        .and_then(|column| column.as_any().downcast_ref())
        .ok_or_else(|| ArrowError::SchemaError(format!("no text column {name}")).into())
}

/// Cuts rows into runs of one partition.
fn by_partition(rows: &RecordBatch) -> Result<Vec<(Partition, RecordBatch)>, TableError> {
    let settings = text_column(rows, "setting")?;
    let models = text_column(rows, "model")?;
    let mut runs: Vec<(Partition, RecordBatch)> = Vec::new();
    let mut start = 0;
    for row in 1..=rows.num_rows() {
        let ends = row == rows.num_rows()
            || settings.value(row) != settings.value(start)
            || models.value(row) != models.value(start);
        if ends {
            let partition = (
                settings.value(start).to_owned(),
                models.value(start).to_owned(),
            );
            runs.push((Some(partition), rows.slice(start, row - start)));
            start = row;
        }
    }
    Ok(runs)
}

/// A partition value that is safe as a folder name: everything but letters,
/// digits, `-`, `_` and inner dots is percent-encoded.
fn hive_value(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        let plain = byte.is_ascii_alphanumeric()
            || byte == b'-'
            || byte == b'_'
            || (byte == b'.' && !out.is_empty());
        if plain {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out.truncate(200);
    out
}

fn make_folder(path: &Path) -> Result<(), TableError> {
    fs::create_dir_all(path).map_err(|error| io_error(path, error))
}

fn io_error(path: &Path, error: io::Error) -> TableError {
    TableError::Io {
        path: path.display().to_string(),
        error,
    }
}

fn parquet_error(path: &Path, error: ParquetError) -> TableError {
    TableError::Parquet {
        path: path.display().to_string(),
        error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partition_values_cannot_leave_their_folder() {
        assert_eq!(hive_value("../../x"), "%2E.%2F..%2Fx");
        assert_eq!(hive_value("gpt-5.5"), "gpt-5.5");
    }
}
