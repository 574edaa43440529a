//! The bytes of a tar, cut into members.

use super::limits::TRUSTED_SIZE;
use super::tar_header::{BLOCK, MemberType, Overrides, checksum_holds, member_type};
use super::unpack::explain;
use std::io::{self, BufRead, ErrorKind, Read};
use tar::Header;

/// Longest name taken; beyond it the archive is damaged or up to no good.
const LONGEST_NAME: u64 = TRUSTED_SIZE / 4;

/// A member whose bytes are next in its [`TarStream`].
pub(super) struct Member {
    pub(super) name: Vec<u8>,
    pub(super) kind: MemberType,
    pub(super) size: u64,
}

/// A tar; reading it yields the bytes of the current member.
///
/// Reasons given as text are worded to be followed by "after 3 members".
pub(super) struct TarStream<'a> {
    inner: &'a mut dyn BufRead,
    /// Unread bytes of the current member, and of the padding after it.
    left: u64,
    padding: u64,
    /// Why the bytes of the current member are not all there.
    damage: Option<String>,
}

impl<'a> TarStream<'a> {
    pub(super) fn new(inner: &'a mut dyn BufRead) -> Self {
        Self {
            inner,
            left: 0,
            padding: 0,
            damage: None,
        }
    }

    /// Why the bytes of the current member are not all there, if they are not.
    pub(super) fn damage(&self) -> Option<String> {
        self.damage.clone()
    }

    /// The next member, or none at the end-of-archive mark.
    pub(super) fn next(&mut self) -> Result<Option<Member>, String> {
        let mut overrides = Overrides::default();
        let mut pending = false;
        loop {
            self.skip_rest()?;
            let Some(header) = self.header()? else {
                let lost = "a name without its member, at the end of the archive,";
                return if pending {
                    Err(lost.to_owned())
                } else {
                    Ok(None)
                };
            };
            let kind = header.entry_type();
            let stored = header
                .entry_size()
                .map_err(|_| "bad tar header".to_owned())?;
            self.enter(stored);
            pending = true;
            if kind.is_gnu_longname() {
                overrides.name = Overrides::gnu_name(self.attribute()?);
            } else if kind.is_gnu_longlink() {
                overrides.link = Overrides::gnu_name(self.attribute()?);
            } else if kind.is_pax_local_extensions() {
                let attributes = self.attribute()?;
                overrides.pax(&attributes);
            } else if kind.is_pax_global_extensions() {
                pending = false;
            } else {
                let size = overrides.size.unwrap_or(stored);
                self.enter(size);
                self.skip_sparse_map(&header)?;
                let in_header = || header.path_bytes().into_owned();
                let name = overrides.name.take().unwrap_or_else(in_header);
                let kind = member_type(&header, &name, &overrides);
                return Ok(Some(Member { name, kind, size }));
            }
        }
    }

    fn enter(&mut self, size: u64) {
        self.left = size;
        self.padding = size.wrapping_neg() % BLOCK as u64;
    }

    /// A header block, or none if it is the end-of-archive mark.
    fn header(&mut self) -> Result<Option<Header>, String> {
        let mut header = Header::new_old();
        let block = header.as_mut_bytes();
        match self.inner.fill_buf() {
            Ok([]) => return Err("no end-of-archive mark (truncated?)".to_owned()),
            Ok(_) => {}
            Err(error) => return Err(explain(&error)),
        }
        self.inner
            .read_exact(block)
            .map_err(|error| explain(&error))?;
        if block.iter().all(|byte| *byte == 0) {
            return Ok(None);
        }
        if !checksum_holds(&header) {
            return Err("bad tar header".to_owned());
        }
        Ok(Some(header))
    }

    /// The current member as an attribute of the next one.
    fn attribute(&mut self) -> Result<Vec<u8>, String> {
        if self.left > LONGEST_NAME {
            return Err("a name too long to be true".to_owned());
        }
        let mut value = Vec::new();
        match self.read_to_end(&mut value) {
            Ok(_) => Ok(value),
            Err(error) => Err(explain(&error)),
        }
    }

    /// Skips blocks that belong to the header of a sparse file.
    fn skip_sparse_map(&mut self, header: &Header) -> Result<(), String> {
        let sparse = header.entry_type().is_gnu_sparse();
        let mut more = sparse && header.as_gnu().is_some_and(tar::GnuHeader::is_extended);
        while more {
            let mut block = [0; BLOCK];
            self.inner
                .read_exact(&mut block)
                .map_err(|error| explain(&error))?;
            more = block[504] != 0;
        }
        Ok(())
    }

    /// Passes over the rest of the current member. An error is about the padding after it.
    pub(super) fn skip_rest(&mut self) -> Result<(), String> {
        while self.left > 0 && self.damage.is_none() {
            if let Ok(buffer) = self.fill_buf() {
                let count = buffer.len();
                self.consume(count);
            }
        }
        if let Some(damage) = &self.damage {
            return Err(damage.clone());
        }
        while self.padding > 0 {
            let available = match self.inner.fill_buf() {
                Ok([]) => return Err("truncated".to_owned()),
                Ok(buffer) => buffer.len() as u64,
                Err(error) => return Err(explain(&error)),
            };
            let count = available.min(self.padding);
            self.inner.consume(count as usize);
            self.padding -= count;
        }
        Ok(())
    }

    /// Reads what follows the end-of-archive mark, where only zeros belong.
    pub(super) fn finish(self) -> Result<(), String> {
        let mut zeros = true;
        loop {
            match self.inner.fill_buf() {
                Ok([]) => break,
                Ok(buffer) => {
                    zeros &= buffer.iter().fold(0, |all, byte| all | byte) == 0;
                    let count = buffer.len();
                    self.inner.consume(count);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(explain(&error)),
            }
        }
        if zeros {
            Ok(())
        } else {
            Err("more data after the end-of-archive mark, not read,".to_owned())
        }
    }

    fn note<T>(damage: &mut Option<String>, error: io::Error) -> io::Result<T> {
        if error.kind() != ErrorKind::Interrupted {
            *damage = Some(explain(&error));
        }
        Err(error)
    }
}

impl Read for TarStream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.left)
            .unwrap_or(usize::MAX)
            .min(buffer.len());
        if most == 0 {
            return Ok(0);
        }
        match self.inner.read(&mut buffer[..most]) {
            Ok(0) => Self::note(&mut self.damage, ErrorKind::UnexpectedEof.into()),
            Ok(count) => {
                self.left -= count as u64;
                Ok(count)
            }
            Err(error) => Self::note(&mut self.damage, error),
        }
    }
}

impl BufRead for TarStream<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let most = usize::try_from(self.left).unwrap_or(usize::MAX);
        if most == 0 {
            return Ok(&[]);
        }
        match self.inner.fill_buf() {
            Ok([]) => Self::note(&mut self.damage, ErrorKind::UnexpectedEof.into()),
            Ok(buffer) => Ok(&buffer[..buffer.len().min(most)]),
            Err(error) => Self::note(&mut self.damage, error),
        }
    }

    fn consume(&mut self, count: usize) {
        self.left -= (count as u64).min(self.left);
        self.inner.consume(count);
    }
}
