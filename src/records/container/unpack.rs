//! Opening a decompressor with bounded memory.

use super::kind::Packing;
use super::limits::Limits;
use super::meter::{Meter, Metered};
use flate2::bufread::MultiGzDecoder;
use std::io::{self, BufRead, ErrorKind, Read};

/// The unpacked bytes of `reader`. Its end is reached only if every checksum held.
pub(super) fn unpack<'a>(
    packing: Packing,
    reader: &'a mut dyn BufRead,
    limits: &Limits,
    meter: &'a Meter,
) -> io::Result<Box<dyn Read + 'a>> {
    if packing != Packing::None && reader.fill_buf()?.is_empty() {
        // No bytes at all is not an empty stream, though a decompressor may take it for one.
        return Err(ErrorKind::UnexpectedEof.into());
    }
    Ok(match packing {
        Packing::None => Box::new(reader),
        Packing::Gzip => Box::new(Metered::new(MultiGzDecoder::new(reader), meter)),
        Packing::Zstd => {
            let mut decoder = zstd::stream::read::Decoder::with_buffer(reader)?;
            decoder.window_log_max(limits.zstd_window_log)?;
            Box::new(Metered::new(decoder, meter))
        }
    })
}

/// What went wrong, worded to be followed by "after 3 members".
pub(super) fn explain(error: &io::Error) -> String {
    if error.kind() == ErrorKind::UnexpectedEof {
        "truncated".to_owned()
    } else if error.raw_os_error().is_some() {
        format!("cannot be read ({error})")
    } else {
        format!("cannot be unpacked ({error})")
    }
}
