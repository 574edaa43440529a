//! Mending text that is JSON but for what common writers get wrong.

/// A copy of a JSON text in which three things that strict readers refuse are
/// made readable: bare `NaN`, `Infinity` and `-Infinity` become strings, and so
/// do numbers beyond the range of a double; half a surrogate pair becomes
/// U+FFFD. None when there is nothing to mend. Whether the rest is JSON is for
/// the reader to say.
pub(crate) fn repaired(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    let mut mended = false;
    while let Some(first) = rest.chars().next() {
        let (taken, written) = match first {
            '"' => string(rest),
            '-' | '0'..='9' | 'N' | 'I' => word(rest),
            _ => (first.len_utf8(), None),
        };
        let (token, after) = rest.split_at(taken);
        match written {
            Some(new) => {
                out.push_str(&new);
                mended = true;
            }
            None => out.push_str(token),
        }
        rest = after;
    }
    mended.then_some(out)
}

/// The length of a bare word, and what replaces it.
fn word(text: &str) -> (usize, Option<String>) {
    let end = text
        .find(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c)))
        .unwrap_or(text.len());
    let word = &text[..end];
    let replaced = match word {
        "NaN" | "Infinity" | "-Infinity" => Some(format!("\"{word}\"")),
        _ => match word.parse::<f64>() {
            Ok(number) if number == f64::INFINITY => Some("\"Infinity\"".to_owned()),
            Ok(number) if number == f64::NEG_INFINITY => Some("\"-Infinity\"".to_owned()),
            _ => None,
        },
    };
    // A lone letter is left to the reader to refuse.
    (end.max(1), replaced)
}

/// The length of a string, and the string with half surrogate pairs replaced.
fn string(text: &str) -> (usize, Option<String>) {
    let bytes = text.as_bytes();
    let mut new: Option<String> = None;
    let mut kept = 0;
    let mut at = 1;
    while at < bytes.len() && bytes[at] != b'"' {
        if bytes[at] != b'\\' {
            at += 1;
            continue;
        }
        let Some(unit) = escaped_unit(text, at) else {
            at += 2;
            continue;
        };
        let pair = (0xD800..0xDC00).contains(&unit)
            && escaped_unit(text, at + 6).is_some_and(|low| (0xDC00..0xE000).contains(&low));
        if pair {
            at += 12;
            continue;
        }
        if (0xD800..0xE000).contains(&unit) {
            let out = new.get_or_insert_default();
            out.push_str(&text[kept..at]);
            out.push_str("\\ufffd");
            kept = at + 6;
        }
        at += 6;
    }
    let mut end = (at + 1).min(bytes.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    let new = new.map(|out| out + text.get(kept..end).unwrap_or_default());
    (end, new)
}

/// The UTF-16 unit of a `\uXXXX` escape at a place.
fn escaped_unit(text: &str, at: usize) -> Option<u16> {
    let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
    digits
        .bytes()
        .all(|byte| byte.is_ascii_hexdigit())
        .then(|| u16::from_str_radix(digits, 16).ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bare_words_and_numbers_out_of_range_become_strings() {
        assert_eq!(
            repaired(r#"{"p": NaN, "q": [-Infinity,1e999,Infinity], "r": "NaN 1e999"}"#).unwrap(),
            r#"{"p": "NaN", "q": ["-Infinity","Infinity","Infinity"], "r": "NaN 1e999"}"#
        );
    }

    #[test]
    fn half_a_surrogate_pair_is_replaced_and_a_whole_one_kept() {
        assert_eq!(
            repaired(r#"["\ud83d", "\ud83d\ude00", "\\ud83d", "a\ude00\ud83dz"]"#).unwrap(),
            r#"["\ufffd", "\ud83d\ude00", "\\ud83d", "a\ufffd\ufffdz"]"#
        );
    }

    #[test]
    fn sound_and_hopeless_texts_are_left_alone() {
        for text in [
            "",
            r#"{"a": 1.5e3, "b": "x\"y", "c": null}"#,
            r#"{"cut": "off"#,
            r#"{"cut": "\"#,
            r#""\u12"#,
            "\"é\\é",
            "Nobody",
            "-",
            "帥",
        ] {
            assert_eq!(repaired(text), None, "{text}");
        }
    }
}
