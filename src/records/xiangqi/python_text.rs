//! Text as Python splits it, since the environment that wrote the records did.

/// White space as `str.split()` and `str.strip()` see it: Unicode white space
/// and the four ASCII information separators.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// `str.strip()`.
pub(crate) fn strip(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// `str.split()`.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_space).filter(|token| !token.is_empty())
}

/// `str.splitlines()`, blank lines included (a `\r\n` yields one more blank
/// line than Python does, which no caller can tell apart).
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| {
        matches!(
            c,
            '\n' | '\r'
                | '\u{0b}'
                | '\u{0c}'
                | '\u{1c}'
                | '\u{1d}'
                | '\u{1e}'
                | '\u{85}'
                | '\u{2028}'
                | '\u{2029}'
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ideographic_and_no_break_spaces_separate_tokens() {
        let text = "move\u{3000}h2e2\u{a0}x\u{1f}y";
        assert_eq!(tokens(text).collect::<Vec<_>>(), ["move", "h2e2", "x", "y"]);
    }

    #[test]
    fn form_feed_next_line_and_line_separator_end_lines() {
        assert_eq!(
            lines("a\u{c}b\u{85}c\u{2028}d\te").collect::<Vec<_>>(),
            ["a", "b", "c", "d\te"]
        );
    }
}
