//! Foreign text cut down to something that fits into a message.

/// Characters kept of a foreign text.
const LONGEST: usize = 300;

/// One line of at most 300 characters, control characters made spaces.
pub(super) fn snippet(text: &str) -> String {
    let mut shown = String::new();
    for word in text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
    {
        if !shown.is_empty() {
            shown.push(' ');
        }
        shown.push_str(word);
        if shown.len() > 4 * LONGEST {
            break;
        }
    }
    match shown.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{}…", &shown[..cut]),
        None => shown,
    }
}

#[cfg(test)]
mod tests {
    use super::snippet;

    #[test]
    fn foreign_text_is_one_short_line() {
        assert_eq!(snippet("  a\n\tb\u{1b}[31m c "), "a b [31m c");
        let long = snippet(&"炮".repeat(5000));
        assert_eq!(long.chars().count(), 301);
        assert!(long.ends_with('…'));
    }
}
