//! What a file holds, by its name or else by its first bytes.

use super::limits::Limits;
use super::meter::Meter;
use super::tar_header::looks_like_tar;
use super::unpack::unpack;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// How a file is compressed as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    None,
    Gzip,
    Zstd,
}

/// How records lie in a file that is not an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// The whole file is one document.
    Document,
    /// One document a line.
    Lines,
}

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Records(Shape, Packing),
    Tar(Packing),
    Zip,
}

const ENDINGS: [(&str, Kind); 12] = [
    (".json", Kind::Records(Shape::Document, Packing::None)),
    (".json.gz", Kind::Records(Shape::Document, Packing::Gzip)),
    (".json.zst", Kind::Records(Shape::Document, Packing::Zstd)),
    (".jsonl", Kind::Records(Shape::Lines, Packing::None)),
    (".jsonl.gz", Kind::Records(Shape::Lines, Packing::Gzip)),
    (".jsonl.zst", Kind::Records(Shape::Lines, Packing::Zstd)),
    (".tar", Kind::Tar(Packing::None)),
    (".tar.gz", Kind::Tar(Packing::Gzip)),
    (".tgz", Kind::Tar(Packing::Gzip)),
    (".tar.zst", Kind::Tar(Packing::Zstd)),
    (".tzst", Kind::Tar(Packing::Zstd)),
    (".zip", Kind::Zip),
];

/// What a file of this name holds, if the name says so.
pub(super) fn kind_of_name(name: &[u8]) -> Option<Kind> {
    ENDINGS
        .iter()
        .find(|(ending, _)| {
            name.len()
                .checked_sub(ending.len())
                .and_then(|at| name.get(at..))
                .is_some_and(|tail| tail.eq_ignore_ascii_case(ending.as_bytes()))
        })
        .map(|(_, kind)| *kind)
}

/// Why a file of this name is not read, for [`Out::not_a_record`](super::entry::Out).
pub(super) fn odd_ending(name: &[u8]) -> String {
    let base = name.rsplit(|byte| *byte == b'/').next().unwrap_or(name);
    match base.iter().rposition(|byte| *byte == b'.') {
        Some(dot) => format!("its name ends in {}", super::names::show_name(&base[dot..])),
        None => "its name has no ending".to_owned(),
    }
}

/// What a file holds by its first bytes, looking below its compression.
pub(super) fn kind_of_content(path: &Path, limits: &Limits) -> io::Result<Option<Kind>> {
    // A regular file fills the buffer, or ends, in one read.
    let mut file = BufReader::with_capacity(4096, File::open(path)?);
    let head = file.fill_buf()?;
    let packing = match head {
        [0x1f, 0x8b, ..] => Packing::Gzip,
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Packing::Zstd,
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => return Ok(Some(Kind::Zip)),
        _ => return Ok(kind_of_head(head, Packing::None)),
    };
    let meter = Meter::new(limits);
    let inside = unpack(packing, &mut file, limits, &meter).and_then(|unpacked| {
        let mut unpacked = BufReader::with_capacity(4096, unpacked);
        Ok(kind_of_head(unpacked.fill_buf()?, packing))
    });
    // What cannot be unpacked is for the reader to report.
    let damaged = Some(Kind::Records(Shape::Document, packing));
    Ok(inside.unwrap_or(damaged))
}

fn kind_of_head(head: &[u8], packing: Packing) -> Option<Kind> {
    if looks_like_tar(head) {
        return Some(Kind::Tar(packing));
    }
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    text.trim_ascii_start()
        .starts_with(b"{")
        .then_some(Kind::Records(Shape::Document, packing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_of_an_ending_does_not_matter() {
        assert_eq!(
            kind_of_name(b"A.JSON.Gz"),
            Some(Kind::Records(Shape::Document, Packing::Gzip))
        );
        assert_eq!(kind_of_name(b"x.TGZ"), Some(Kind::Tar(Packing::Gzip)));
    }

    #[test]
    fn other_endings_are_not_records() {
        for name in ["a.txt", "json", "a.json.tmp", "a.zip.gz", "a.gz", ""] {
            assert_eq!(kind_of_name(name.as_bytes()), None, "{name}");
        }
        assert_eq!(odd_ending(b"a.b/c"), "its name has no ending");
        assert_eq!(odd_ending(b"a/c.tmp"), "its name ends in .tmp");
    }
}
