//! From paths to one stream of items.

use super::body::{Body, Guard, read_body};
use super::digest::{digest_file, kind_of_file};
use super::entry::{Flow, Item, Out};
use super::kind::{Kind, odd_ending};
use super::limits::{BUFFER, Limits};
use super::meter::Meter;
use super::raw::RawReader;
use super::tar::read_tar;
use super::tar_links::Links;
use super::unpack::explain;
use super::walk::{Found, InputError, Step, Walk};
use super::zip::read_zip;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Streams every record behind `paths` into `sink`, until the end or until it breaks.
///
/// # Errors
///
/// Only for a given path that does not exist or cannot be listed at all, and
/// then before the first item. Everything else arrives as [`Item::SetAside`].
pub fn read_inputs(
    paths: &[PathBuf],
    limits: &Limits,
    sink: &mut dyn FnMut(Item) -> ControlFlow<()>,
) -> Result<(), InputError> {
    let mut out = Out::new(sink);
    for step in Walk::new(paths)? {
        let flow = match step {
            Step::Aside(what) => out.set_aside(what),
            Step::File(found) => read_file(&found, limits, &mut out),
        };
        if flow.is_break() {
            break;
        }
    }
    Ok(())
}

fn read_file(found: &Found, limits: &Limits, out: &mut Out<'_>) -> Flow {
    match kind_of_file(found, limits) {
        Err(error) => out.broken(&found.source, None, explain(&error)),
        Ok(None) => {
            let name = found.path.as_os_str().as_encoded_bytes();
            out.not_a_record(&found.source, &odd_ending(name))
        }
        Ok(Some(Kind::Zip)) => zip_file(found, limits, out),
        Ok(Some(kind)) => stream_file(found, kind, limits, out),
    }
}

/// Reads a file once from front to back, hashing on the way.
fn stream_file(found: &Found, kind: Kind, limits: &Limits, out: &mut Out<'_>) -> Flow {
    let source = found.source.as_str();
    let file = match File::open(&found.path) {
        Ok(file) => file,
        Err(error) => return out.broken(source, None, explain(&error)),
    };
    let size = file.metadata().map_or(0, |meta| meta.len());
    let meter = Meter::new(limits);
    let guard = Guard {
        limits,
        meter: &meter,
    };
    let mut raw = RawReader::new(file, &meter);
    let mut reader = BufReader::with_capacity(BUFFER, &mut raw);
    let reader: &mut dyn BufRead = &mut reader;
    match kind {
        Kind::Records(shape, packing) => {
            let body = Body {
                source,
                shape,
                packing,
                size,
            };
            if let Err(trouble) = read_body(&body, reader, guard, out)? {
                let reason = meter.bomb().unwrap_or(trouble.reason);
                out.broken(source, trouble.line, reason)?;
            }
        }
        Kind::Tar(packing) => {
            let mut links = Links::default();
            read_tar(source, packing, reader, &mut links, guard, out)?;
            links.read(&found.path, packing, limits, out)?;
        }
        Kind::Zip => {}
    }
    let reported = raw.failed();
    match raw.finish(source) {
        Ok(digest) => out.done(digest),
        Err(_) if reported => ControlFlow::Continue(()),
        Err(error) => out.broken(source, None, explain(&error)),
    }
}

/// Reads a file that needs seeking, after hashing it.
fn zip_file(found: &Found, limits: &Limits, out: &mut Out<'_>) -> Flow {
    let digest = match digest_file(found, limits) {
        Ok(digest) => digest,
        Err(error) => return out.broken(&found.source, None, explain(&error)),
    };
    let meter = Meter::new(limits);
    meter.add_packed(digest.bytes);
    let guard = Guard {
        limits,
        meter: &meter,
    };
    read_zip(&found.source, &found.path, guard, out)?;
    out.done(digest)
}
