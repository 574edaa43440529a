//! Hashing inputs without reading what is in them.

use super::entry::InputDigest;
use super::kind::{Kind, kind_of_content, kind_of_name};
use super::limits::Limits;
use super::meter::Meter;
use super::raw::RawReader;
use super::walk::{Found, InputError, Step, Walk};
use std::fs::File;
use std::io;
use std::path::PathBuf;

/// The digests [`read_inputs`](super::read_inputs) would yield for these paths, in its order.
///
/// A file that cannot be read has no digest here or there.
pub fn digest_inputs(paths: &[PathBuf], limits: &Limits) -> Result<Vec<InputDigest>, InputError> {
    let mut digests = Vec::new();
    for step in Walk::new(paths)? {
        if let Step::File(found) = step
            && let Ok(Some(_)) = kind_of_file(&found, limits)
            && let Ok(digest) = digest_file(&found, limits)
        {
            digests.push(digest);
        }
    }
    Ok(digests)
}

/// What a file holds; looks inside only if it was named directly and its name does not tell.
pub(super) fn kind_of_file(found: &Found, limits: &Limits) -> io::Result<Option<Kind>> {
    match kind_of_name(found.path.as_os_str().as_encoded_bytes()) {
        None if found.given => kind_of_content(&found.path, limits),
        kind => Ok(kind),
    }
}

/// The digest of one file.
pub(super) fn digest_file(found: &Found, limits: &Limits) -> io::Result<InputDigest> {
    let meter = Meter::new(limits);
    RawReader::new(File::open(&found.path)?, &meter).finish(&found.source)
}
