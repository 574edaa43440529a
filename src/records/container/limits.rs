//! How much is read before giving up.

/// Bounds on what one input may cost. [`Limits::default`] suits real archives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Largest record in bytes, after decompression. Default: 128 MiB.
    pub largest_record: u64,
    /// Decompressed bytes up to which one input may have any ratio. Default: 4 GiB.
    pub bomb_floor: u64,
    /// Beyond that floor, decompressed bytes allowed a compressed byte. Default: 1000.
    pub bomb_ratio: u64,
    /// Largest window of a zstd stream, as a power of two. Default: 27, which is 128 MiB.
    pub zstd_window_log: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            largest_record: 128 << 20,
            bomb_floor: 4 << 30,
            bomb_ratio: 1000,
            zstd_window_log: 27,
        }
    }
}

/// Most memory set aside on the word of a size in a header.
pub(super) const TRUSTED_SIZE: u64 = 4 << 20;

/// Buffer between a file or a decompressor and whatever reads it in small pieces.
pub(super) const BUFFER: usize = 256 << 10;

/// A byte count the way a person would write it: `128 MiB`, else plain bytes.
pub(super) fn show_bytes(bytes: u64) -> String {
    for (shift, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")] {
        if bytes >= 1 << shift && bytes.trailing_zeros() >= shift {
            return format!("{} {unit}", bytes >> shift);
        }
    }
    format!("{bytes} bytes")
}
