//! Counting and hashing a file while something else reads it.

use super::entry::InputDigest;
use super::limits::BUFFER;
use super::meter::Meter;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs::File;
use std::io::{self, ErrorKind, Read};

/// A file whose bytes are counted and hashed as they pass.
pub(super) struct RawReader<'a> {
    file: File,
    meter: &'a Meter,
    hash: Sha256,
    bytes: u64,
    failed: bool,
}

impl<'a> RawReader<'a> {
    pub(super) fn new(file: File, meter: &'a Meter) -> Self {
        Self {
            file,
            meter,
            hash: Sha256::new(),
            bytes: 0,
            failed: false,
        }
    }

    /// Whether a reader of this file has already met an error of the operating system.
    pub(super) fn failed(&self) -> bool {
        self.failed
    }

    /// Reads what nothing else wanted, and sums up the whole file.
    pub(super) fn finish(mut self, path: &str) -> io::Result<InputDigest> {
        let mut buffer = vec![0; BUFFER];
        loop {
            match self.read(&mut buffer) {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let mut sha256 = String::with_capacity(64);
        for byte in self.hash.finalize() {
            // Writing to a string cannot fail.
            let _ = write!(sha256, "{byte:02x}");
        }
        Ok(InputDigest {
            path: path.to_owned(),
            bytes: self.bytes,
            sha256,
        })
    }
}

impl Read for RawReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = match self.file.read(buffer) {
            Ok(count) => count,
            Err(error) => {
                self.failed |= error.kind() != ErrorKind::Interrupted;
                return Err(error);
            }
        };
        self.hash.update(&buffer[..count]);
        self.bytes += count as u64;
        self.meter.add_packed(count as u64);
        Ok(count)
    }
}
