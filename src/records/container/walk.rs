//! Listing the files behind the paths a user gave.

use super::entry::{SetAside, SetAsideKind};
use super::names::show_path;
use std::ffi::OsString;
use std::fs::{self, FileType};
use std::io;
use std::path::{Path, PathBuf};

/// A given path that leads nowhere. Anything less is set aside instead.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// There is no such file or folder.
    #[error("{path} does not exist: check the path, or leave it out")]
    Missing {
        /// The path as given.
        path: String,
    },
    /// It exists, yet nothing about it can be learned.
    #[error("{path} cannot be opened ({error}): check its permissions, or leave it out")]
    Unreadable {
        /// The path as given.
        path: String,
        /// What the operating system said.
        error: io::Error,
    },
}

/// A regular file to look at.
pub(super) struct Found {
    pub(super) path: PathBuf,
    pub(super) source: String,
    /// Whether the user named this very file.
    pub(super) given: bool,
}

/// One step of a [`Walk`].
pub(super) enum Step {
    File(Found),
    Aside(SetAside),
}

/// Files behind the given paths: paths in the order given, folders in byte order.
pub(super) struct Walk {
    /// What is still to be visited, next last.
    pending: Vec<Pending>,
}

struct Pending {
    path: PathBuf,
    given: bool,
}

impl Walk {
    /// Checks every path before anything is read.
    pub(super) fn new(paths: &[PathBuf]) -> Result<Self, InputError> {
        for path in paths {
            let listed = fs::metadata(path).and_then(|meta| {
                if meta.is_dir() {
                    fs::read_dir(path)?;
                }
                Ok(())
            });
            listed.map_err(|error| InputError::of(path, error))?;
        }
        let given = |path: &PathBuf| Pending {
            path: path.clone(),
            given: true,
        };
        let pending = paths.iter().rev().map(given).collect();
        Ok(Self { pending })
    }

    fn visit(&mut self, next: Pending) -> Option<Step> {
        let Pending { path, given } = next;
        let source = show_path(&path);
        let meta = match fs::metadata(&path) {
            Ok(meta) => meta,
            Err(error) => return Some(broken(source, &error)),
        };
        if meta.is_file() {
            let found = Found {
                path,
                source,
                given,
            };
            return Some(Step::File(found));
        }
        if !meta.is_dir() {
            return Some(not_a_record(source, what_is(meta.file_type())));
        }
        if !given && path.is_symlink() {
            return Some(not_a_record(source, "a link to a folder"));
        }
        match list(&path) {
            Ok(names) => {
                let inside = |name| Pending {
                    path: path.join(name),
                    given: false,
                };
                self.pending.extend(names.into_iter().rev().map(inside));
                None
            }
            Err(error) => Some(broken(source, &error)),
        }
    }
}

impl Iterator for Walk {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        while let Some(next) = self.pending.pop() {
            if let Some(step) = self.visit(next) {
                return Some(step);
            }
        }
        None
    }
}

impl InputError {
    fn of(path: &Path, error: io::Error) -> Self {
        let path = show_path(path);
        if error.kind() == io::ErrorKind::NotFound {
            Self::Missing { path }
        } else {
            Self::Unreadable { path, error }
        }
    }
}

/// Names in a folder, such that visiting them in turn visits whole paths in byte order.
fn list(folder: &Path) -> io::Result<Vec<OsString>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let mut key = entry.file_name().into_encoded_bytes();
        if is_folder {
            // What follows a folder's name in the paths inside it.
            key.push(b'/');
        }
        names.push((key, entry.file_name()));
    }
    names.sort_unstable();
    Ok(names.into_iter().map(|(_, name)| name).collect())
}

#[cfg(unix)]
fn what_is(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    if kind.is_fifo() {
        "a named pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
fn what_is(_: FileType) -> &'static str {
    "a special file"
}

fn broken(source: String, error: &io::Error) -> Step {
    Step::Aside(SetAside {
        source,
        line: None,
        kind: SetAsideKind::Broken,
        reason: format!("cannot be read ({error})"),
    })
}

fn not_a_record(source: String, what: &str) -> Step {
    Step::Aside(SetAside {
        source,
        line: None,
        kind: SetAsideKind::NotARecord,
        reason: format!("not a record file ({what})"),
    })
}
