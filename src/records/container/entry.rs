//! What comes out of the stream.

use std::ops::ControlFlow;

/// One candidate record: raw bytes of a JSON document and where it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Path as given, joined with the path inside a folder, plus `!member` inside a container.
    pub source: String,
    /// The line it was on, counted from 1, if the source holds one document a line.
    pub line: Option<u64>,
    /// The document. From a `.jsonl`, without the white space around it.
    pub bytes: Vec<u8>,
}

/// Something that is not a candidate record, or could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetAside {
    /// Named like [`Entry::source`].
    pub source: String,
    /// The line that is damaged, if one is.
    pub line: Option<u64>,
    /// Whether it was expected to be readable.
    pub kind: SetAsideKind,
    /// Why it was set aside, for a person to read.
    pub reason: String,
}

/// Why something was set aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SetAsideKind {
    /// By its name or type it holds no records, so nothing is missing.
    NotARecord,
    /// It should have held records, and some or all of them could not be read.
    Broken,
}

/// Size and checksum of one top-level file, as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputDigest {
    /// Named like [`Entry::source`].
    pub path: String,
    /// Size in bytes, before any unpacking.
    pub bytes: u64,
    /// SHA-256 of those bytes, in lower-case hexadecimal.
    pub sha256: String,
}

/// One step of the stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// A candidate record.
    Entry(Entry),
    /// Something that yielded no candidate record.
    SetAside(SetAside),
    /// A top-level file was read to its end.
    InputDone(InputDigest),
}

/// `Break` when the receiver wants no more items.
pub(super) type Flow<T = ()> = ControlFlow<(), T>;

/// Where items go.
pub(super) struct Out<'a> {
    sink: &'a mut dyn FnMut(Item) -> ControlFlow<()>,
}

impl<'a> Out<'a> {
    pub(super) fn new(sink: &'a mut dyn FnMut(Item) -> ControlFlow<()>) -> Self {
        Self { sink }
    }

    pub(super) fn entry(&mut self, source: &str, line: Option<u64>, bytes: Vec<u8>) -> Flow {
        let source = source.to_owned();
        (self.sink)(Item::Entry(Entry {
            source,
            line,
            bytes,
        }))
    }

    pub(super) fn set_aside(&mut self, what: SetAside) -> Flow {
        (self.sink)(Item::SetAside(what))
    }

    pub(super) fn not_a_record(&mut self, source: &str, what: &str) -> Flow {
        self.set_aside(SetAside {
            source: source.to_owned(),
            line: None,
            kind: SetAsideKind::NotARecord,
            reason: format!("not a record file ({what})"),
        })
    }

    pub(super) fn broken(&mut self, source: &str, line: Option<u64>, reason: String) -> Flow {
        self.set_aside(SetAside {
            source: source.to_owned(),
            line,
            kind: SetAsideKind::Broken,
            reason,
        })
    }

    pub(super) fn done(&mut self, digest: InputDigest) -> Flow {
        (self.sink)(Item::InputDone(digest))
    }
}
