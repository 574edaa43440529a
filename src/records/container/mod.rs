//! Streaming raw record files out of whatever holds them.
//!
//! The user names files and folders; [`read_inputs`] turns them into one
//! ordered stream of [`Item`]s: an [`Entry`] for each candidate record, a
//! [`SetAside`] for everything that is not one or could not be read, and an
//! [`InputDigest`] after each top-level file. Nothing is dropped silently, and
//! nothing is written to disk.
//!
//! | name ends in (case does not matter) | read as |
//! |---|---|
//! | `.json` | one entry |
//! | `.jsonl` | one entry a non-blank line |
//! | `.tar`, `.zip` | members, by the same name rules |
//! | any but `.zip` plus `.gz` or `.zst`; `.tgz`, `.tzst` | the same, unpacked on the way |
//!
//! An archive inside an archive is set aside: unpack it first. A file of
//! another name is set aside too, unless it was named directly and its first
//! bytes are those of one of these formats.
//!
//! # What holds for any input
//!
//! - **Order** is fixed: paths as given, folders in byte order, members as
//!   stored. Only hard links in a tar come late, after its other members.
//! - **Memory** is bounded by [`Limits`], never by a size written in a header.
//! - **Damage stays local**: a truncated or corrupt file yields the entries in
//!   front of the damage and one [`SetAside`]; the other inputs are read on.
//!   Half a record is never emitted as a whole one.
//!
//! # Layout
//!
//! `walk` lists files, `kind` tells what each is, `raw` counts and hashes its
//! bytes, `unpack` decompresses them under the eye of `meter`, `tar` and `zip`
//! step through members, `body` and `jsonl` cut records.

mod body;
mod digest;
mod entry;
mod jsonl;
mod kind;
mod limits;
mod meter;
mod names;
mod raw;
mod read;
mod tar;
mod tar_header;
mod tar_links;
mod tar_stream;
mod unpack;
mod walk;
mod zip;

pub use digest::digest_inputs;
pub use entry::{Entry, InputDigest, Item, SetAside, SetAsideKind};
pub use limits::Limits;
pub use read::read_inputs;
pub use walk::InputError;
