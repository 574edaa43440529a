//! What the header blocks of a tar say, believing as little as possible.

use super::names::show_name;
use tar::Header;

/// Tar files are made of blocks of this many bytes.
pub(super) const BLOCK: usize = 512;

/// What kind of thing a member is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum MemberType {
    File,
    Folder,
    /// A file stored under another name.
    HardLink(Vec<u8>),
    /// A file stored with its holes left out, which is not supported.
    Sparse,
    /// Anything else, in words.
    Other(String),
}

/// Attributes that come in front of a member and override its header.
#[derive(Debug, Default)]
pub(super) struct Overrides {
    pub(super) name: Option<Vec<u8>>,
    pub(super) link: Option<Vec<u8>>,
    pub(super) size: Option<u64>,
    pub(super) sparse: bool,
}

impl Overrides {
    /// Takes a name as GNU tar stores a long one.
    pub(super) fn gnu_name(mut value: Vec<u8>) -> Option<Vec<u8>> {
        let end = value.iter().position(|byte| *byte == 0);
        value.truncate(end.unwrap_or(value.len()));
        Some(value)
    }

    /// Takes a pax extended header: records of `LENGTH KEY=VALUE\n`.
    ///
    /// Stops at the first malformed record. A size missed by that is noticed,
    /// as the next header is then not where it should be.
    pub(super) fn pax(&mut self, mut rest: &[u8]) {
        while let Some((key, value, after)) = pax_record(rest) {
            rest = after;
            match key {
                b"path" => self.name = Some(value.to_vec()),
                b"linkpath" => self.link = Some(value.to_vec()),
                b"size" => self.size = number(value),
                _ if key.starts_with(b"GNU.sparse.") => self.sparse = true,
                _ => {}
            }
        }
    }
}

fn pax_record(bytes: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let space = bytes.iter().position(|byte| *byte == b' ')?;
    let length = usize::try_from(number(&bytes[..space])?).ok()?;
    let record = bytes.get(space + 1..length)?.strip_suffix(b"\n")?;
    let equals = record.iter().position(|byte| *byte == b'=')?;
    Some((&record[..equals], &record[equals + 1..], &bytes[length..]))
}

fn number(digits: &[u8]) -> Option<u64> {
    str::from_utf8(digits).ok()?.parse().ok()
}

/// Whether the header's checksum matches.
pub(super) fn checksum_holds(header: &Header) -> bool {
    let bytes = header.as_bytes();
    let (before, field, after) = (&bytes[..148], 8 * u32::from(b' '), &bytes[156..]);
    let rest: u32 = before
        .iter()
        .chain(after)
        .map(|byte| u32::from(*byte))
        .sum();
    header.cksum().is_ok_and(|stored| stored == field + rest)
}

/// Whether a file that begins like this is a tar.
pub(super) fn looks_like_tar(head: &[u8]) -> bool {
    head.get(..BLOCK).is_some_and(|block| {
        block.iter().any(|byte| *byte != 0) && checksum_holds(Header::from_byte_slice(block))
    })
}

/// What kind of thing a member is.
pub(super) fn member_type(header: &Header, name: &[u8], overrides: &Overrides) -> MemberType {
    let kind = header.entry_type();
    let other = |what: &str| MemberType::Other(what.to_owned());
    if kind.is_dir() || (kind.is_file() && name.ends_with(b"/")) {
        MemberType::Folder
    } else if kind.is_gnu_sparse() || (kind.is_file() && overrides.sparse) {
        MemberType::Sparse
    } else if kind.is_file() || kind.is_contiguous() {
        MemberType::File
    } else if kind.is_hard_link() {
        let stored = || header.link_name_bytes().map(|name| name.into_owned());
        MemberType::HardLink(overrides.link.clone().or_else(stored).unwrap_or_default())
    } else if kind.is_symlink() {
        other("a symbolic link")
    } else if kind.is_fifo() {
        other("a named pipe")
    } else if kind.is_block_special() || kind.is_character_special() {
        other("a device")
    } else {
        let letter = show_name(&[kind.as_byte()]);
        MemberType::Other(format!("a tar entry of type {letter}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pax_values_may_hold_line_ends() {
        let mut seen = Overrides::default();
        seen.pax(b"15 comment=a\nb\n21 path=some/name.js\n12 size=123\n");
        assert_eq!(seen.name.as_deref(), Some(&b"some/name.js"[..]));
        assert_eq!(seen.size, Some(123));
    }

    #[test]
    fn malformed_pax_records_are_no_reason_to_panic() {
        for bytes in [
            "",
            "5",
            "99 path=a\n",
            "0 path=a\n",
            "3 path=a\n",
            "-1 a=b\n",
            " =\n",
        ] {
            let mut seen = Overrides::default();
            seen.pax(bytes.as_bytes());
            assert_eq!(seen.name, None, "{bytes}");
        }
    }

    #[test]
    fn zeros_and_text_are_no_tar() {
        assert!(!looks_like_tar(&[0; 512]));
        assert!(!looks_like_tar(&[b' '; 512]));
        assert!(!looks_like_tar(b"{}"));
    }
}
