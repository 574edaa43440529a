//! Telling a decompression bomb from an archive that packs well.

use super::limits::Limits;
use std::cell::Cell;
use std::io::{self, Read};

/// Counts bytes of one input before and after decompression, on every level.
pub(super) struct Meter {
    packed: Cell<u64>,
    unpacked: Cell<u64>,
    tripped: Cell<bool>,
    floor: u64,
    ratio: u64,
}

impl Meter {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            packed: Cell::new(0),
            unpacked: Cell::new(0),
            tripped: Cell::new(false),
            floor: limits.bomb_floor,
            ratio: limits.bomb_ratio,
        }
    }

    /// Notes bytes read from the file itself.
    pub(super) fn add_packed(&self, bytes: u64) {
        self.packed.set(self.packed.get().saturating_add(bytes));
    }

    /// Notes bytes that came out of a decompressor; an error says to stop.
    fn add_unpacked(&self, bytes: u64) -> io::Result<()> {
        let unpacked = self.unpacked.get().saturating_add(bytes);
        self.unpacked.set(unpacked);
        if unpacked > self.floor.max(self.packed.get().saturating_mul(self.ratio)) {
            self.tripped.set(true);
            return Err(io::Error::other("decompression bomb"));
        }
        Ok(())
    }

    /// Why reading stopped, if the guard stopped it.
    pub(super) fn bomb(&self) -> Option<String> {
        self.tripped.get().then(|| {
            format!(
                "looks like a decompression bomb: {} bytes came out of {}",
                self.unpacked.get(),
                self.packed.get(),
            )
        })
    }
}

/// A decompressor whose output is counted.
pub(super) struct Metered<'a, R> {
    inner: R,
    meter: &'a Meter,
}

impl<'a, R> Metered<'a, R> {
    pub(super) fn new(inner: R, meter: &'a Meter) -> Self {
        Self { inner, meter }
    }
}

impl<R: Read> Read for Metered<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.meter.add_unpacked(count as u64)?;
        Ok(count)
    }
}
