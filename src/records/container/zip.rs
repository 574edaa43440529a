//! Stepping through a zip by the list of members at its end.
//!
//! Members are taken one by one from that list, so that two of the same name
//! stay two and a long list is never held in memory.

use super::body::{Body, Guard, read_body};
use super::entry::{Flow, Out};
use super::kind::{Kind, kind_of_name, odd_ending};
use super::meter::Metered;
use super::names::{count_of, member_source};
use super::tar::NESTED;
use super::unpack::explain;
use std::fs::File;
use std::io::{self, BufReader, Error, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;
use zip::ZipReadOptions;
use zip::read::{ArchiveOffset, Config, ZipFileEntry};
use zip::result::ZipError;
use zip::unstable::read::ZipIterable;

/// Every header is looked up by a seek, which empties the buffer: small ones lose less.
const LIST_BUFFER: usize = 4 << 10;
const MEMBER_BUFFER: usize = 32 << 10;

/// Emits the records of every member.
pub(super) fn read_zip(source: &str, path: &Path, guard: Guard<'_>, out: &mut Out<'_>) -> Flow {
    let open = |buffer| File::open(path).map(|file| BufReader::with_capacity(buffer, file));
    let (list, mut members) = match (open(LIST_BUFFER), open(MEMBER_BUFFER)) {
        (Ok(list), Ok(members)) => (list, members),
        (Err(error), _) | (_, Err(error)) => return out.broken(source, None, explain(&error)),
    };
    // Taking offsets at their word keeps a truncated archive from being read as
    // the archive that happens to be stored inside it.
    let config = Config {
        archive_offset: ArchiveOffset::Known(0),
    };
    let opened = ZipIterable::try_new(list, config);
    let mut archive = match opened {
        Ok(archive) => archive,
        Err(error) => return out.broken(source, None, no_list(&error)),
    };
    let entries = match archive.files() {
        Ok(entries) => entries,
        Err(error) => return out.broken(source, None, no_list(&error)),
    };
    let mut seen = 0;
    let mut last = None;
    for entry in entries {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let seen = count_of(seen, "member");
                let reason = format!("{} after {seen}", explain_zip(&error));
                return out.broken(source, None, reason);
            }
        };
        last = Some(entry.central_header_start());
        if entry.is_dir() && entry.size() == 0 {
            continue;
        }
        read_member(source, entry, &mut members, guard, out)?;
        if let Some(bomb) = guard.meter.bomb() {
            let seen = count_of(seen, "member");
            return out.broken(source, None, format!("{bomb}, after {seen}"));
        }
        seen += 1;
    }
    match is_listed_whole(&mut members, last) {
        Ok(true) => ControlFlow::Continue(()),
        Ok(false) => {
            let seen = count_of(seen, "member");
            out.broken(
                source,
                None,
                format!("more members than it counts, after {seen}"),
            )
        }
        Err(error) => out.broken(source, None, explain(&error)),
    }
}

/// Whether nothing is listed after the last member. Damage, and writers that
/// put 65536 members into a 16-bit count, leave a count that is too small.
fn is_listed_whole(file: &mut BufReader<File>, last: Option<u64>) -> io::Result<bool> {
    let mut magic = [0; 4];
    let Some(last) = last else {
        // With no members, the file is nothing but the end of the list.
        file.rewind()?;
        file.read_exact(&mut magic)?;
        return Ok(magic == *b"PK\x05\x06" || magic == *b"PK\x06\x06");
    };
    let mut header = [0; 46];
    file.seek(SeekFrom::Start(last))?;
    file.read_exact(&mut header)?;
    // Name, extra fields and comment, by the lengths stored at 28, 30 and 32.
    let length = |at| i64::from(u16::from_le_bytes([header[at], header[at + 1]]));
    file.seek_relative(length(28) + length(30) + length(32))?;
    file.read_exact(&mut magic)?;
    Ok(magic != *b"PK\x01\x02")
}

fn read_member(
    container: &str,
    entry: ZipFileEntry<'_>,
    members: &mut BufReader<File>,
    guard: Guard<'_>,
    out: &mut Out<'_>,
) -> Flow {
    let name = entry.name_raw().to_vec();
    let source = member_source(container, &name);
    if entry.is_symlink() {
        return out.not_a_record(&source, "a symbolic link");
    }
    let (shape, packing) = match kind_of_name(&name) {
        Some(Kind::Records(shape, packing)) => (shape, packing),
        Some(_) => return out.not_a_record(&source, NESTED),
        None => return out.not_a_record(&source, &odd_ending(&name)),
    };
    let body = Body {
        source: &source,
        shape,
        packing,
        size: entry.size(),
    };
    let member = match entry.with_reader(members, ZipReadOptions::new()) {
        Ok(member) => Metered::new(member, guard.meter),
        Err(error) => return out.broken(&source, None, explain_zip(&error)),
    };
    let mut member = BufReader::with_capacity(MEMBER_BUFFER, member);
    match read_body(&body, &mut member, guard, out)? {
        Err(trouble) if guard.meter.bomb().is_none() => {
            out.broken(&source, trouble.line, trouble.reason)
        }
        _ => ControlFlow::Continue(()),
    }
}

fn no_list(error: &ZipError) -> String {
    format!("no usable list of members at its end ({error}; truncated?), after 0 members")
}

fn explain_zip(error: &ZipError) -> String {
    match error {
        ZipError::Io(error) => explain(&Error::new(error.kind(), error.to_string())),
        ZipError::CompressionMethodNotSupported(method) => {
            format!("packed by method {method}, which is not supported: pack it with deflate")
        }
        error => format!("cannot be unpacked ({error})"),
    }
}
