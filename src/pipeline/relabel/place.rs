//! Where copies go: names that are safe on every file system, and taken once.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::records::container::Entry;

/// Longest escaped name of a folder or file; endings and numbers fit beside it.
const LONGEST: usize = 180;

/// Gives each record a path of its own below `records/`.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// The inputs as given, with the folder that the copies of each go to.
    roots: BTreeMap<String, String>,
    used: BTreeSet<PathBuf>,
}

impl Places {
    /// Names a folder for each input after its last component; inputs of the
    /// same name are told apart by a number.
    pub(super) fn new(inputs: &[PathBuf]) -> Self {
        let mut names = BTreeSet::new();
        let mut roots = BTreeMap::new();
        for input in inputs {
            let last = input.file_name().unwrap_or(input.as_os_str());
            let base = folder_name(&last.to_string_lossy());
            let mut name = base.clone();
            let mut again = 1;
            while !names.insert(name.clone()) {
                again += 1;
                name = format!("{base}.{again}");
            }
            roots.insert(input.display().to_string(), name);
        }
        Self {
            roots,
            used: BTreeSet::new(),
        }
    }

    /// The path of a record's copy, `records/INPUT/…/NAME.json`. What was given
    /// on the command line before the last component is left out.
    pub(super) fn take(&mut self, entry: &Entry) -> PathBuf {
        let (root, rest) = self.split(&entry.source);
        let mut folders = vec!["records".to_owned()];
        let mut parts: Vec<&str> = rest
            .split(['/', '\\', '!'])
            .filter(|part| !part.is_empty() && *part != "." && *part != "..")
            .collect();
        let name = match parts.pop() {
            Some(name) => {
                folders.push(root);
                name.to_owned()
            }
            // The input is the record, or the file of lines.
            None => root,
        };
        folders.extend(parts.into_iter().map(folder_name));
        let folder: PathBuf = folders.iter().collect();
        let mut stem = escaped(without_ending(&name));
        if let Some(line) = entry.line {
            stem = format!("{stem}.line{line}");
        }
        let mut path = folder.join(format!("{stem}.json"));
        let mut again = 1;
        while !self.used.insert(path.clone()) {
            again += 1;
            path = folder.join(format!("{stem}.{again}.json"));
        }
        path
    }

    /// The folder of the input a source belongs to, and the rest of the source.
    fn split<'s>(&self, source: &'s str) -> (String, &'s str) {
        let longest = self
            .roots
            .iter()
            .filter_map(|(given, name)| {
                let rest = source.strip_prefix(given.as_str())?;
                Some((given.len(), name, rest))
            })
            .max_by_key(|(length, ..)| *length);
        match longest {
            Some((_, name, rest)) => (name.clone(), rest),
            None => ("other".to_owned(), source),
        }
    }
}

/// A folder's name never looks like a record's file, so that the two cannot
/// stand in each other's way.
fn folder_name(part: &str) -> String {
    let name = escaped(part);
    if Path::new(&name)
        .extension()
        .is_some_and(|end| end == "json")
    {
        name + "_"
    } else {
        name
    }
}

fn without_ending(name: &str) -> &str {
    let name = [".gz", ".zst"]
        .iter()
        .fold(name, |name, end| name.strip_suffix(end).unwrap_or(name));
    [".jsonl", ".json"]
        .iter()
        .fold(name, |name, end| name.strip_suffix(end).unwrap_or(name))
}

/// Letters, digits, `-`, `_`, `=` and inner dots; other bytes as `%XX`. A name
/// that would be too long ends in a hash of the whole.
fn escaped(part: &str) -> String {
    let mut out = String::new();
    for byte in part.bytes() {
        let plain = byte.is_ascii_alphanumeric()
            || b"-_=".contains(&byte)
            || (byte == b'.' && !out.is_empty());
        if plain {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
        if out.len() > LONGEST {
            let hash = Sha256::digest(part.as_bytes());
            let hash: String = hash.iter().take(8).map(|b| format!("{b:02x}")).collect();
            out.truncate(LONGEST - hash.len() - 1);
            return format!("{out}~{hash}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(places: &mut Places, source: &str, line: Option<u64>) -> String {
        let entry = Entry {
            source: source.to_owned(),
            line,
            bytes: Vec::new(),
        };
        places.take(&entry).display().to_string()
    }

    #[test]
    fn the_path_given_is_left_out() {
        let inputs = ["/a/b/x.tar.zst", "/a/folder", "/a/r.json.gz", "/a/l.jsonl"];
        let mut places = Places::new(&inputs.map(PathBuf::from));
        for (source, line, expected) in [
            (
                "/a/b/x.tar.zst!m/r.json",
                None,
                "records/x.tar.zst/m/r.json",
            ),
            ("/a/folder/sub/r.json", None, "records/folder/sub/r.json"),
            ("/a/r.json.gz", None, "records/r.json"),
            ("/a/l.jsonl", Some(7), "records/l.line7.json"),
            (
                "/a/folder/../../etc/r.json",
                None,
                "records/folder/etc/r.json",
            ),
        ] {
            assert_eq!(take(&mut places, source, line), expected);
        }
    }

    #[test]
    fn inputs_and_records_of_one_name_are_told_apart() {
        let mut places = Places::new(&["/a/x.tar", "/b/x.tar"].map(PathBuf::from));
        assert_eq!(
            take(&mut places, "/a/x.tar!r.json", None),
            "records/x.tar/r.json"
        );
        assert_eq!(
            take(&mut places, "/b/x.tar!r.json", None),
            "records/x.tar.2/r.json"
        );
        assert_eq!(
            take(&mut places, "/a/x.tar!r.json", None),
            "records/x.tar/r.2.json"
        );
    }

    #[test]
    fn a_folder_named_like_a_record_is_in_nobodys_way() {
        let mut places = Places::new(&[PathBuf::from("/a")]);
        let file = take(&mut places, "/a/r.json", None);
        let inside = take(&mut places, "/a/r.json/s.json", None);
        assert!(
            !Path::new(&inside).starts_with(&file),
            "{inside} below {file}"
        );
    }

    #[test]
    fn names_are_short_enough_and_keep_apart() {
        let mut places = Places::new(&[PathBuf::from("/a")]);
        let long = "漢".repeat(80);
        let first = take(&mut places, &format!("/a/{long}1.json"), Some(u64::MAX));
        let second = take(&mut places, &format!("/a/{long}2.json"), Some(u64::MAX));
        assert_ne!(first, second);
        for path in [first, second] {
            assert!(path.split('/').all(|part| part.len() <= 255), "{path}");
        }
    }
}
