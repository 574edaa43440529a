//! Cutting the records out of one file or member.

use super::entry::{Flow, Out};
use super::jsonl::read_lines;
use super::kind::{Packing, Shape};
use super::limits::{BUFFER, Limits, TRUSTED_SIZE, show_bytes};
use super::meter::Meter;
use super::unpack::{explain, unpack};
use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;

/// What bounds the reading of one top-level file.
#[derive(Clone, Copy)]
pub(super) struct Guard<'a> {
    pub(super) limits: &'a Limits,
    pub(super) meter: &'a Meter,
}

/// One file or member that holds records.
pub(super) struct Body<'a> {
    pub(super) source: &'a str,
    pub(super) shape: Shape,
    pub(super) packing: Packing,
    /// Its stored size, if known. Only a hint: it may be a lie.
    pub(super) size: u64,
}

/// Why a body could not be read to its end. Reported by whoever knows the surroundings.
pub(super) struct Trouble {
    pub(super) line: Option<u64>,
    /// Worded like [`explain`].
    pub(super) reason: String,
}

/// Emits the records of a body.
pub(super) fn read_body(
    body: &Body<'_>,
    reader: &mut dyn BufRead,
    guard: Guard<'_>,
    out: &mut Out<'_>,
) -> Flow<Result<(), Trouble>> {
    let limits = guard.limits;
    if body.packing == Packing::None {
        return match body.shape {
            Shape::Document => read_document(body.source, reader, body.size, limits, out),
            Shape::Lines => read_lines(body.source, reader, limits, out),
        };
    }
    let mut unpacked = match unpack(body.packing, reader, limits, guard.meter) {
        Ok(unpacked) => unpacked,
        Err(error) => {
            let reason = explain(&error);
            return ControlFlow::Continue(Err(Trouble { line: None, reason }));
        }
    };
    match body.shape {
        Shape::Document => {
            let guess = body.size.saturating_mul(4);
            read_document(body.source, &mut unpacked, guess, limits, out)
        }
        Shape::Lines => {
            let mut lines = BufReader::with_capacity(BUFFER, unpacked);
            read_lines(body.source, &mut lines, limits, out)
        }
    }
}

/// Emits everything in `reader` as one record.
fn read_document(
    source: &str,
    reader: &mut dyn Read,
    size: u64,
    limits: &Limits,
    out: &mut Out<'_>,
) -> Flow<Result<(), Trouble>> {
    let limit = limits.largest_record;
    let mut bytes = Vec::with_capacity(size.min(limit).min(TRUSTED_SIZE) as usize);
    match reader.take(limit.saturating_add(1)).read_to_end(&mut bytes) {
        Err(error) => {
            let reason = explain(&error);
            return ControlFlow::Continue(Err(Trouble { line: None, reason }));
        }
        Ok(_) if bytes.len() as u64 > limit => {
            out.broken(source, None, format!("larger than {}", show_bytes(limit)))?;
        }
        Ok(_) => out.entry(source, None, bytes)?,
    }
    ControlFlow::Continue(Ok(()))
}
