//! Hard links in a tar: members whose bytes are stored under another name.
//!
//! A folder or a zip yields such a file under each of its names, so a tar must
//! too. The bytes have passed by when the link comes, hence the archive is read
//! again, twice, up to the last link: once to find which member each link means,
//! once to read it. That costs time only in archives that have such links.

use super::body::{Body, Guard, read_body};
use super::entry::{Flow, Out};
use super::kind::{Packing, Shape};
use super::limits::{BUFFER, Limits, TRUSTED_SIZE};
use super::meter::Meter;
use super::names::show_name;
use super::tar_header::MemberType;
use super::tar_stream::{Member, TarStream};
use super::unpack::{explain, unpack};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::ops::ControlFlow;
use std::path::Path;

/// Most bytes of names held.
const MOST_HELD: u64 = 4 * TRUSTED_SIZE;

/// A hard link to a record file.
pub(super) struct Link {
    /// How many members precede it.
    pub(super) place: u64,
    pub(super) source: String,
    pub(super) shape: Shape,
    pub(super) packing: Packing,
    pub(super) target: Vec<u8>,
}

/// The hard links of one archive, and what was linked to by each of their names.
#[derive(Default)]
pub(super) struct Links {
    links: Vec<Link>,
    aliases: BTreeMap<Vec<u8>, Vec<u8>>,
    held: u64,
}

impl Links {
    /// Notes a link for later, following it if it leads to another link.
    pub(super) fn add(&mut self, name: &[u8], mut link: Link, out: &mut Out<'_>) -> Flow {
        self.held += (name.len() + link.source.len() + 2 * link.target.len()) as u64;
        if self.held > MOST_HELD {
            return refuse(&link, "one of too many", out);
        }
        if let Some(target) = self.aliases.get(&link.target) {
            link.target.clone_from(target);
        }
        self.aliases.insert(name.to_owned(), link.target.clone());
        self.links.push(link);
        ControlFlow::Continue(())
    }

    /// Emits the records of every link noted, in the order in which their bytes are stored.
    pub(super) fn read(
        self,
        path: &Path,
        packing: Packing,
        limits: &Limits,
        out: &mut Out<'_>,
    ) -> Flow {
        let Some(end) = self.links.last().map(|link| link.place) else {
            return ControlFlow::Continue(());
        };
        let mut found = vec![None; self.links.len()];
        let mut by_target: BTreeMap<&[u8], Vec<usize>> = BTreeMap::new();
        for (index, link) in self.links.iter().enumerate() {
            by_target.entry(&link.target).or_default().push(index);
        }
        let trouble = scan(path, packing, limits, end, &mut |place, member, _, _| {
            for index in by_target.get(member.name.as_slice()).into_iter().flatten() {
                if place < self.links[*index].place {
                    found[*index] = Some(place);
                }
            }
            ControlFlow::Continue(())
        })?;
        let mut by_place: BTreeMap<u64, Vec<&Link>> = BTreeMap::new();
        for (link, place) in self.links.iter().zip(found) {
            match (place, &trouble) {
                (Some(place), _) => by_place.entry(place).or_default().push(link),
                (None, Some(reason)) => refuse(link, reason, out)?,
                (None, None) => refuse(link, "no file stored before it", out)?,
            }
        }
        let trouble = scan(
            path,
            packing,
            limits,
            end,
            &mut |place, member, stream, guard| match by_place.remove(&place) {
                Some(links) => read_links(&links, member, stream, guard, out),
                None => ControlFlow::Continue(()),
            },
        )?;
        for link in by_place.into_values().flatten() {
            refuse(link, trouble.as_deref().unwrap_or("gone"), out)?;
        }
        ControlFlow::Continue(())
    }
}

type Visit<'a> = &'a mut dyn FnMut(u64, &Member, &mut TarStream<'_>, Guard<'_>) -> Flow;

/// Visits the file members in front of the one at `end`. Says why, if it cannot.
fn scan(
    path: &Path,
    packing: Packing,
    limits: &Limits,
    end: u64,
    visit: Visit<'_>,
) -> Flow<Option<String>> {
    let meter = Meter::new(limits);
    let guard = Guard {
        limits,
        meter: &meter,
    };
    let mut file = match File::open(path) {
        Ok(file) => BufReader::with_capacity(BUFFER, file),
        Err(error) => return ControlFlow::Continue(Some(explain(&error))),
    };
    meter.add_packed(file.get_ref().metadata().map_or(0, |meta| meta.len()));
    let unpacked = match unpack(packing, &mut file, limits, &meter) {
        Ok(unpacked) => unpacked,
        Err(error) => return ControlFlow::Continue(Some(explain(&error))),
    };
    let mut unpacked = BufReader::with_capacity(BUFFER, unpacked);
    let mut stream = TarStream::new(&mut unpacked);
    for place in 0..end {
        match stream.next() {
            Ok(Some(member)) if member.kind == MemberType::File => {
                visit(place, &member, &mut stream, guard)?;
            }
            Ok(Some(_)) => {}
            Ok(None) => break,
            Err(reason) => return ControlFlow::Continue(Some(reason)),
        }
    }
    ControlFlow::Continue(None)
}

/// Emits the records of one member under the name of each link to it.
fn read_links(
    links: &[&Link],
    member: &Member,
    stream: &mut TarStream<'_>,
    guard: Guard<'_>,
    out: &mut Out<'_>,
) -> Flow {
    let mut stored = Vec::new();
    let limit = guard.limits.largest_record.saturating_add(1);
    let trouble = match stream.take(limit).read_to_end(&mut stored) {
        Err(error) => Some(explain(&error)),
        Ok(_) if (stored.len() as u64) < member.size => Some("too large".to_owned()),
        Ok(_) => None,
    };
    for link in links {
        if let Some(reason) = &trouble {
            refuse(link, reason, out)?;
            continue;
        }
        let body = Body {
            source: &link.source,
            shape: link.shape,
            packing: link.packing,
            size: member.size,
        };
        if let Err(trouble) = read_body(&body, &mut stored.as_slice(), guard, out)? {
            let reason = guard.meter.bomb().unwrap_or(trouble.reason);
            out.broken(&link.source, trouble.line, reason)?;
        }
    }
    ControlFlow::Continue(())
}

fn refuse(link: &Link, why: &str, out: &mut Out<'_>) -> Flow {
    let target = show_name(&link.target);
    let reason =
        format!("stored as a hard link to {target} ({why}): pack it with --hard-dereference");
    out.broken(&link.source, None, reason)
}
