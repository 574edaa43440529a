//! A PDF in canonical form.
//!
//! The converter keeps fonts and resources in hash maps, so the order of its
//! objects and of some dictionary entries changes from run to run. Neither
//! means anything in a PDF. Here objects are numbered and written in the order
//! in which they are referred to from the catalogue on, and runs of one-line
//! entries that a dictionary could hold in any order are sorted.

use std::collections::{BTreeMap, VecDeque};

use super::ReportError;

/// The same document with its objects in canonical order.
pub(super) fn canonical(pdf: &[u8]) -> Result<Vec<u8>, ReportError> {
    read(pdf)
        .map(|document| document.write())
        .ok_or_else(|| ReportError::Pdf("it is not laid out as expected".to_owned()))
}

/// The objects of a document as written, by number.
struct Document<'a> {
    header: &'a [u8],
    objects: BTreeMap<usize, Object<'a>>,
    root: usize,
    info: usize,
}

/// One object between `obj` and `endobj`.
struct Object<'a> {
    /// Everything before the bytes of a stream.
    dictionary: String,
    /// From the keyword `stream` on; empty without a stream.
    stream: &'a [u8],
}

fn read(pdf: &[u8]) -> Option<Document<'_>> {
    let table = find_last(pdf, b"\nxref\n")?;
    let tail = std::str::from_utf8(pdf.get(table + 1..)?).ok()?;
    let mut lines = tail.lines().skip(1);
    let count: usize = lines.next()?.strip_prefix("0 ")?.trim().parse().ok()?;
    let mut starts = Vec::new();
    for line in lines.by_ref().take(count) {
        let (offset, rest) = line.split_once(' ')?;
        if rest.contains('n') {
            starts.push(offset.parse::<usize>().ok()?);
        }
    }
    let trailer: Vec<&str> = lines.collect();
    let entry = |key: &str| {
        let line = trailer.iter().find_map(|l| l.trim().strip_prefix(key))?;
        line.trim().strip_suffix(" 0 R")?.parse().ok()
    };

    starts.sort_unstable();
    let header = pdf.get(..*starts.first()?)?;
    let mut objects = BTreeMap::new();
    for (index, start) in starts.iter().enumerate() {
        let end = starts.get(index + 1).copied().unwrap_or(table + 1);
        let bytes = pdf.get(*start..end)?;
        let opening = find_first(bytes, b" 0 obj\n")?;
        let number = std::str::from_utf8(bytes.get(..opening)?)
            .ok()?
            .parse()
            .ok()?;
        let body = bytes.get(opening + b" 0 obj\n".len()..)?;
        let body = body.get(..find_last(body, b"endobj")?)?;
        let stream_at = find_first(body, b"\nstream\n").map_or(body.len(), |at| at + 1);
        let (dictionary, stream) = body.split_at(stream_at);
        let dictionary = sorted_entries(std::str::from_utf8(dictionary).ok()?);
        objects.insert(number, Object { dictionary, stream });
    }
    Some(Document {
        header,
        objects,
        root: entry("/Root ")?,
        info: entry("/Info ")?,
    })
}

impl Document<'_> {
    fn write(&self) -> Vec<u8> {
        let order = self.order();
        let numbers: BTreeMap<usize, usize> = order
            .iter()
            .enumerate()
            .map(|(index, old)| (*old, index + 1))
            .collect();
        let renumbered = |old: usize| numbers.get(&old).copied().unwrap_or(0);

        let mut out = self.header.to_vec();
        let mut starts = Vec::new();
        for old in &order {
            let Some(object) = self.objects.get(old) else {
                continue;
            };
            starts.push(out.len());
            out.extend(format!("{} 0 obj\n", renumbered(*old)).bytes());
            let mut rest = object.dictionary.as_str();
            while let Some((before, number, after)) = next_reference(rest) {
                out.extend(before.bytes());
                out.extend(format!("{} 0 R", renumbered(number)).bytes());
                rest = after;
            }
            out.extend(rest.bytes());
            out.extend(object.stream);
            out.extend(b"endobj\n\n");
        }
        let table = out.len();
        out.extend(format!("xref\n0 {}\n0000000000 65535 f\r\n", starts.len() + 1).bytes());
        for start in &starts {
            out.extend(format!("{start:010} 00000 n\r\n").bytes());
        }
        let (size, root, info) = (
            starts.len() + 1,
            renumbered(self.root),
            renumbered(self.info),
        );
        out.extend(
            format!(
                "trailer\n<<\n  /Size {size}\n  /Root {root} 0 R\n  /Info {info} 0 R\n>>\n\
                 startxref\n{table}\n%%EOF"
            )
            .bytes(),
        );
        out
    }

    /// Every object that is reached, in order of first reference.
    fn order(&self) -> Vec<usize> {
        let mut order = Vec::new();
        let mut waiting = VecDeque::from([self.root, self.info]);
        while let Some(number) = waiting.pop_front() {
            let Some(object) = self.objects.get(&number) else {
                continue;
            };
            if order.contains(&number) {
                continue;
            }
            order.push(number);
            let mut rest = object.dictionary.as_str();
            while let Some((_, reference, after)) = next_reference(rest) {
                waiting.push_back(reference);
                rest = after;
            }
        }
        order
    }
}

/// Splits off the first `N 0 R`: what is before it, `N`, what is after it.
fn next_reference(text: &str) -> Option<(&str, usize, &str)> {
    let mut from = 0;
    loop {
        let end = from + text.get(from..)?.find(" 0 R")?;
        let before = text.get(..end)?;
        let start = before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        if let Ok(number) = text.get(start..end)?.parse() {
            return Some((text.get(..start)?, number, text.get(end + 4..)?));
        }
        from = end + 4;
    }
}

/// Sorts runs of lines of the form `/Name N 0 R` of one indentation.
fn sorted_entries(dictionary: &str) -> String {
    let key = |line: &str| {
        let entry = line.trim_start();
        let (name, reference) = entry.strip_prefix('/')?.split_once(' ')?;
        let number = reference.strip_suffix(" 0 R")?;
        let plain = number.bytes().all(|b| b.is_ascii_digit());
        // By length first, so that /fo10 follows /fo9.
        plain.then(|| (line.len() - entry.len(), name.len(), name.to_owned()))
    };
    let mut lines: Vec<&str> = dictionary.split('\n').collect();
    let indent = |line: &str| key(line).map(|k| k.0);
    for run in lines.chunk_by_mut(|a, b| indent(a).is_some() && indent(a) == indent(b)) {
        run.sort_by_cached_key(|line| key(line));
    }
    lines.join("\n")
}

fn find_first(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

fn find_last(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).rposition(|window| window == what)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(objects: &[&str], root: usize, info: usize) -> Vec<u8> {
        let mut out = b"%PDF-1.7\n\n".to_vec();
        let mut starts = Vec::new();
        for object in objects {
            starts.push(out.len());
            out.extend(object.bytes());
        }
        let table = out.len();
        out.extend(format!("xref\n0 {}\n0000000000 65535 f\r\n", starts.len() + 1).bytes());
        for start in starts {
            out.extend(format!("{start:010} 00000 n\r\n").bytes());
        }
        let size = objects.len() + 1;
        let trailer = format!(
            "trailer\n<<\n  /Size {size}\n  /Root {root} 0 R\n  /Info {info} 0 R\n>>\nstartxref\n{table}\n%%EOF"
        );
        out.extend(trailer.bytes());
        out
    }

    #[test]
    fn the_order_of_objects_and_entries_does_not_matter() {
        let one = document(
            &[
                "1 0 obj\n<<\n  /b 3 0 R\n  /a 2 0 R\n>>\nendobj\n\n",
                "2 0 obj\n<<\n  /Length 11\n>>\nstream\n9 0 R endobj\nendstream\nendobj\n\n",
                "3 0 obj\n[1 0 R 2 0 R]\nendobj\n\n",
                "4 0 obj\n(info)\nendobj\n\n",
            ],
            1,
            4,
        );
        let other = document(
            &[
                "1 0 obj\n(info)\nendobj\n\n",
                "2 0 obj\n[4 0 R 3 0 R]\nendobj\n\n",
                "3 0 obj\n<<\n  /Length 11\n>>\nstream\n9 0 R endobj\nendstream\nendobj\n\n",
                "4 0 obj\n<<\n  /a 3 0 R\n  /b 2 0 R\n>>\nendobj\n\n",
            ],
            4,
            1,
        );
        let canonical_one = canonical(&one).unwrap();
        assert_eq!(canonical_one, canonical(&other).unwrap());
        assert_eq!(canonical_one, canonical(&canonical_one).unwrap());
        let text = String::from_utf8(canonical_one).unwrap();
        assert!(
            text.contains("1 0 obj\n<<\n  /a 3 0 R\n  /b 4 0 R\n>>"),
            "{text}"
        );
        assert!(
            text.contains("9 0 R endobj"),
            "streams are left alone: {text}"
        );
    }

    #[test]
    fn anything_else_is_refused() {
        for bytes in [
            &b""[..],
            b"%PDF-1.7",
            b"%PDF\n\nxref\n0 1\n",
            b"\nxref\n0 x\n",
        ] {
            assert!(canonical(bytes).is_err());
        }
    }
}
