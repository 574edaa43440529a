//! Output that appears all at once.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A folder being filled beside its final place. Dropped without
/// [`Staged::commit`], it is removed; a killed process leaves only the hidden
/// folder, which the next run clears.
#[derive(Debug)]
pub struct Staged {
    partial: PathBuf,
    target: PathBuf,
}

impl Staged {
    /// Starts filling what will be `target`, made from `inputs`.
    ///
    /// # Errors
    ///
    /// When `target` holds an input (replacing it would delete the originals)
    /// or somebody else's files, or the folder beside it cannot be created.
    pub fn beside(target: &Path, inputs: &[PathBuf]) -> io::Result<Self> {
        let name = target
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .ok_or_else(|| io::Error::other(format!("{} is no folder name", target.display())))?;
        if let Some(input) = inputs.iter().find(|input| holds(target, input)) {
            return Err(io::Error::other(format!(
                "{} holds the input {} and would be replaced; name another folder",
                target.display(),
                input.display()
            )));
        }
        if !replaceable(target) {
            return Err(io::Error::other(format!(
                "{} exists and was not written by recount; name an empty or new folder",
                target.display()
            )));
        }
        let partial = target.with_file_name(format!(".{name}.partial"));
        if partial.exists() {
            fs::remove_dir_all(&partial)?;
        }
        fs::create_dir_all(&partial).map_err(|error| {
            io::Error::new(
                error.kind(),
                format!("cannot create {}: {error}", partial.display()),
            )
        })?;
        Ok(Self {
            partial,
            target: target.to_owned(),
        })
    }

    /// Where to write.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.partial
    }

    /// Puts the folder in place of an earlier one.
    ///
    /// # Errors
    ///
    /// When a rename fails.
    pub fn commit(self) -> io::Result<()> {
        let old = self.partial.with_extension("old");
        if old.exists() {
            fs::remove_dir_all(&old)?;
        }
        if self.target.exists() {
            fs::rename(&self.target, &old)?;
        }
        fs::rename(&self.partial, &self.target)?;
        if old.exists() {
            fs::remove_dir_all(&old)?;
        }
        Ok(())
    }
}

/// Whether `input` is `target` or lies inside it.
fn holds(target: &Path, input: &Path) -> bool {
    match (target.canonicalize(), input.canonicalize()) {
        (Ok(target), Ok(input)) => input.starts_with(target),
        _ => false,
    }
}

/// Whether a folder may be replaced: it is new, empty, or holds our output.
fn replaceable(target: &Path) -> bool {
    match fs::read_dir(target) {
        Err(_) => !target.exists(),
        Ok(mut entries) => {
            entries.next().is_none()
                || [
                    "manifest.json",
                    "numbers.json",
                    "trials.parquet",
                    "trials",
                    "certificates.jsonl",
                ]
                .iter()
                .any(|ours| target.join(ours).exists())
        }
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        // Nothing can be done about a failure here; the next run clears it.
        fs::remove_dir_all(&self.partial).ok();
    }
}
