//! Showing names that are only bytes.

use std::fmt::Write;
use std::path::Path;

/// A name as one line of text. Bytes that are not UTF-8 and control characters
/// become `\xNN`, and so does a backslash that would read as one of those: two
/// different names never look the same.
pub(super) fn show_name(name: &[u8]) -> String {
    let mut shown = String::with_capacity(name.len());
    for chunk in name.utf8_chunks() {
        let mut rest = chunk.valid().chars().peekable();
        while let Some(c) = rest.next() {
            if c.is_control() || (c == '\\' && rest.peek() == Some(&'x')) {
                let mut bytes = [0; 4];
                escape(c.encode_utf8(&mut bytes).as_bytes(), &mut shown);
            } else {
                shown.push(c);
            }
        }
        escape(chunk.invalid(), &mut shown);
    }
    shown
}

fn escape(bytes: &[u8], shown: &mut String) {
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(shown, "\\x{byte:02x}");
    }
}

/// [`show_name`] of a path.
pub(super) fn show_path(path: &Path) -> String {
    show_name(path.as_os_str().as_encoded_bytes())
}

/// The source of a member of a container.
pub(super) fn member_source(container: &str, member: &[u8]) -> String {
    format!("{container}!{}", show_name(member))
}

/// Thing counted, in words: `1 member`, `2 members`.
pub(super) fn count_of(count: u64, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn plain_names_stay_as_they_are() {
        assert_eq!(show_name("ächt/a b!c.json".as_bytes()), "ächt/a b!c.json");
        assert_eq!(show_name(br"a\b.json"), r"a\b.json");
    }

    #[test]
    fn odd_bytes_are_escaped() {
        assert_eq!(show_name(b"a\xff\n.json"), r"a\xff\x0a.json");
        assert_eq!(show_name(br"a\xff.json"), r"a\x5cxff.json");
    }

    /// Undoes [`show_name`], which proves that no two names share a rendering.
    fn read_back(shown: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut rest = shown;
        while let Some(at) = rest.find(r"\x") {
            bytes.extend_from_slice(&rest.as_bytes()[..at]);
            bytes.push(u8::from_str_radix(&rest[at + 2..at + 4], 16).unwrap());
            rest = &rest[at + 4..];
        }
        bytes.extend_from_slice(rest.as_bytes());
        bytes
    }

    proptest! {
        #[test]
        fn no_two_names_look_the_same(name in prop::collection::vec(
            prop_oneof![Just(b'\\'), Just(b'x'), Just(b'f'), any::<u8>()], 0..12)) {
            prop_assert_eq!(read_back(&show_name(&name)), name);
        }
    }
}
