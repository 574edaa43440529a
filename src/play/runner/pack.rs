//! All records of a run in one compressed file.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use super::collection::Collection;
use super::store::{Store, StoreError};

/// Records of one run repeat each other almost wholly, and far apart: a slow
/// level with a window that spans many records pays.
const LEVEL: i32 = 19;
/// 2²⁵ bytes, within what every reader allows.
const WINDOW_LOG: u32 = 25;

/// The records could not be packed.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// The packed file cannot be written.
    #[error("{}: {error}", path.display())]
    Write {
        /// The packed file.
        path: PathBuf,
        /// What the operating system said.
        error: io::Error,
    },
    /// A record cannot be read or removed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Packs every record of a complete run into `target` (JSON lines, zstd), in the
/// order of the jobs, and then removes them. The file appears when it is whole.
///
/// # Errors
///
/// When a record is missing, or the file cannot be written; the records stay
/// then.
pub fn pack<C: Collection>(collection: &C, store: Store, target: &Path) -> Result<(), PackError> {
    let places: Vec<String> = collection
        .jobs()
        .iter()
        .map(|job| collection.place(job))
        .collect();
    let mut partial = target.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let failed = |error| PackError::Write {
        path: target.to_owned(),
        error,
    };
    let written = write(&places, &store, &partial);
    let renamed = written.and_then(|()| fs::rename(&partial, target).map_err(failed));
    if renamed.is_err() {
        fs::remove_file(&partial).ok();
    }
    renamed?;
    Ok(store.clear(&places)?)
}

fn write(places: &[String], store: &Store, partial: &Path) -> Result<(), PackError> {
    let failed = |error| PackError::Write {
        path: partial.to_owned(),
        error,
    };
    let file = BufWriter::new(File::create(partial).map_err(failed)?);
    let mut packed = zstd::Encoder::new(file, LEVEL).map_err(failed)?;
    packed.include_checksum(true).map_err(failed)?;
    packed.long_distance_matching(true).map_err(failed)?;
    packed.window_log(WINDOW_LOG).map_err(failed)?;
    for place in places {
        // A line each: records are written without line ends but the last.
        packed.write_all(&store.bytes(place)?).map_err(failed)?;
    }
    packed
        .finish()
        .and_then(|mut file| file.flush())
        .map_err(failed)
}
