//! One file a trial, whole or absent.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// Something about the output folder.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A file or folder cannot be used.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// What the operating system said.
        error: io::Error,
    },
    /// Another run is at work there.
    #[error("another run is writing to {}; wait for it, or name another folder", .0.display())]
    Busy(PathBuf),
    /// A record that is there was made with other settings.
    #[error("{} was made with other settings: {difference}; name another folder, or ask for the same again", path.display())]
    Mixed {
        /// The record.
        path: PathBuf,
        /// The first difference.
        difference: String,
    },
}

impl StoreError {
    fn io(path: &Path, error: io::Error) -> Self {
        Self::Io {
            path: path.to_owned(),
            error,
        }
    }
}

/// A folder of records.
#[derive(Debug)]
pub struct Store {
    root: PathBuf,
    /// The open folder, locked; the lock ends with the process, however it ends.
    _lock: Option<File>,
}

impl Store {
    /// Opens a folder for writing, creating it if need be, and keeps other runs
    /// out where the system can lock folders.
    ///
    /// # Errors
    ///
    /// When it cannot be created, or another run holds it.
    pub fn open(root: &Path) -> Result<Self, StoreError> {
        fs::create_dir_all(root).map_err(|error| StoreError::io(root, error))?;
        let lock = File::open(root).ok();
        if let Some(folder) = &lock
            && let Err(TryLockError::WouldBlock) = folder.try_lock()
        {
            return Err(StoreError::Busy(root.to_owned()));
        }
        Ok(Self {
            root: root.to_owned(),
            _lock: lock,
        })
    }

    /// Looks at a folder without writing or locking; none if it is not there.
    #[must_use]
    pub fn peek(root: &Path) -> Option<Self> {
        root.is_dir().then(|| Self {
            root: root.to_owned(),
            _lock: None,
        })
    }

    /// Where a record is, or will be.
    #[must_use]
    pub fn path(&self, place: &str) -> PathBuf {
        self.root.join(place)
    }

    /// The record at a place; none when there is none, or when what is there is
    /// no JSON object (a power cut can leave that) and has to be played again.
    ///
    /// # Errors
    ///
    /// When the file is there and cannot be read.
    pub fn read(&self, place: &str) -> Result<Option<Value>, StoreError> {
        let path = self.path(place);
        match fs::read(&path) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes).ok().filter(Value::is_object)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(StoreError::io(&path, error)),
        }
    }

    /// Writes a record: beside its place first, then renamed, so that a killed
    /// run leaves no half record. What it leaves beside, the next run replaces.
    ///
    /// # Errors
    ///
    /// When the disk does not take it.
    pub fn write(&self, place: &str, record: &Value) -> Result<(), StoreError> {
        let path = self.path(place);
        let failed = |error| StoreError::io(&path, error);
        let mut bytes = serde_json::to_vec(record).map_err(|error| failed(error.into()))?;
        bytes.push(b'\n');
        let partial = path.with_extension("json.partial");
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        fs::write(&partial, bytes)
            .and_then(|()| fs::rename(&partial, &path))
            .map_err(|error| {
                fs::remove_file(&partial).ok();
                failed(error)
            })
    }

    /// Reads the bytes of a record.
    pub(super) fn bytes(&self, place: &str) -> Result<Vec<u8>, StoreError> {
        let path = self.path(place);
        fs::read(&path).map_err(|error| StoreError::io(&path, error))
    }

    /// Removes the records of a run and the folders this leaves empty.
    pub(super) fn clear(self, places: &[String]) -> Result<(), StoreError> {
        for place in places {
            let path = self.path(place);
            fs::remove_file(&path).map_err(|error| StoreError::io(&path, error))?;
            let within = path.ancestors().skip(1);
            for folder in within.take_while(|folder| folder.starts_with(&self.root)) {
                // Stops at the first that still holds something.
                if fs::remove_dir(folder).is_err() {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// A text as a file name: letters, digits, `.`, `_` and `-` stay, the rest
/// becomes `_`. When that changes anything, a short digest of the text is added,
/// so that different texts keep different names.
#[must_use]
pub fn slug(text: &str) -> String {
    const LONGEST: usize = 100;
    let safe: String = text
        .chars()
        .take(LONGEST)
        .map(|c| match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '_' | '-' => c,
            _ => '_',
        })
        .collect();
    if safe == text && !text.starts_with('.') && !text.is_empty() {
        return safe;
    }
    let digest = Sha256::digest(text.as_bytes());
    let short: String = digest
        .iter()
        .take(4)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("{}-{short}", safe.trim_start_matches('.'))
}
