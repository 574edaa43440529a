//! Stepping through a tar, one member at a time, from front to back.
//!
//! Headers are decoded by the `tar` crate; walking from one to the next is done
//! here, where long names and sizes can be bounded and a missing end noticed.

use super::body::{Body, Guard, read_body};
use super::entry::{Flow, Out};
use super::kind::{Kind, Packing, kind_of_name, odd_ending};
use super::limits::BUFFER;
use super::names::{count_of, member_source};
use super::tar_header::MemberType;
use super::tar_links::{Link, Links};
use super::tar_stream::{Member, TarStream};
use super::unpack::{explain, unpack};
use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;

/// Emits the records of every member, but for those of hard links, which it notes.
pub(super) fn read_tar(
    source: &str,
    packing: Packing,
    reader: &mut dyn BufRead,
    links: &mut Links,
    guard: Guard<'_>,
    out: &mut Out<'_>,
) -> Flow {
    if packing == Packing::None {
        return read_members(source, reader, links, guard, out);
    }
    match unpack(packing, reader, guard.limits, guard.meter) {
        Ok(unpacked) => {
            let mut unpacked = BufReader::with_capacity(BUFFER, unpacked);
            read_members(source, &mut unpacked, links, guard, out)
        }
        Err(error) => out.broken(source, None, format!("{} after 0 members", explain(&error))),
    }
}

fn read_members(
    container: &str,
    reader: &mut dyn BufRead,
    links: &mut Links,
    guard: Guard<'_>,
    out: &mut Out<'_>,
) -> Flow {
    let mut stream = TarStream::new(reader);
    let mut whole = 0;
    for place in 0.. {
        let member = match stream.next() {
            Ok(Some(member)) => member,
            Ok(None) => break,
            Err(reason) => return stop(container, None, &reason, whole, guard, out),
        };
        if member.kind == MemberType::Folder {
            continue;
        }
        let source = member_source(container, &member.name);
        read_member(&source, place, &member, &mut stream, links, guard, out)?;
        // Whatever was left unread must be there nonetheless.
        let rest = stream.skip_rest();
        if let Some(reason) = stream.damage() {
            return stop(container, Some(&source), &reason, whole, guard, out);
        }
        if guard.meter.bomb().is_some() {
            return stop(container, None, "", whole, guard, out);
        }
        whole += 1;
        if let Err(reason) = rest {
            return stop(container, None, &reason, whole, guard, out);
        }
    }
    match stream.finish() {
        Ok(()) => ControlFlow::Continue(()),
        Err(reason) => stop(container, None, &reason, whole, guard, out),
    }
}

/// Reports why a container ends here; inside of `member`, if that is known.
fn stop(
    container: &str,
    member: Option<&str>,
    reason: &str,
    whole: u64,
    guard: Guard<'_>,
    out: &mut Out<'_>,
) -> Flow {
    let whole = count_of(whole, "member");
    match (guard.meter.bomb(), member) {
        (Some(bomb), _) => out.broken(container, None, format!("{bomb}, after {whole}")),
        (None, Some(member)) => {
            let reason = format!("the archive is {reason} inside this member, after {whole}");
            out.broken(member, None, reason)
        }
        (None, None) => out.broken(container, None, format!("{reason} after {whole}")),
    }
}

fn read_member(
    source: &str,
    place: u64,
    member: &Member,
    stream: &mut TarStream<'_>,
    links: &mut Links,
    guard: Guard<'_>,
    out: &mut Out<'_>,
) -> Flow {
    let kind = kind_of_name(&member.name);
    match (&member.kind, kind) {
        (MemberType::Other(what), _) => out.not_a_record(source, what),
        (_, None) => out.not_a_record(source, &odd_ending(&member.name)),
        (_, Some(Kind::Tar(_) | Kind::Zip)) => out.not_a_record(source, NESTED),
        (MemberType::Sparse, _) => {
            let reason = "stored as a sparse file: pack it without --sparse";
            out.broken(source, None, reason.to_owned())
        }
        (MemberType::HardLink(target), Some(Kind::Records(shape, packing))) if member.size == 0 => {
            let link = Link {
                place,
                source: source.to_owned(),
                shape,
                packing,
                target: target.clone(),
            };
            links.add(&member.name, link, out)
        }
        (_, Some(Kind::Records(shape, packing))) => {
            let body = Body {
                source,
                shape,
                packing,
                size: member.size,
            };
            match read_body(&body, stream, guard, out)? {
                Err(trouble) if stream.damage().is_none() && guard.meter.bomb().is_none() => {
                    out.broken(source, trouble.line, trouble.reason)
                }
                _ => ControlFlow::Continue(()),
            }
        }
    }
}

/// What is said of an archive inside an archive.
pub(super) const NESTED: &str = "an archive inside an archive: unpack it first";
