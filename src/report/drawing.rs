//! What the figures share: the empty drawing, counts in words.

use super::font;
use super::style::{LABEL_SIZE, ONE_COLUMN, SOFT_INK};
use super::svg::{Page, Type};

/// The distinct items in order of first appearance.
pub(super) fn distinct<'a>(items: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = std::collections::BTreeSet::new();
    items.filter(|item| seen.insert(*item)).collect()
}

/// A drawing that says why there is nothing to draw.
pub(super) fn no_data(title: &str, reason: &str) -> String {
    let mut page = Page::new(title, ONE_COLUMN, 48.0);
    let text = font::shorten(
        &format!("no data: {reason}"),
        ONE_COLUMN - 8.0,
        LABEL_SIZE,
        false,
    );
    let style = Type::size(LABEL_SIZE).colour(SOFT_INK).middle();
    page.text(ONE_COLUMN / 2.0, 27.0, &text, style);
    page.finish()
}

/// `357`, or `351–357` when the counts differ; `None` without any.
pub(super) fn range(counts: impl Iterator<Item = u64>) -> Option<String> {
    let (mut low, mut high) = (u64::MAX, 0);
    for count in counts {
        low = low.min(count);
        high = high.max(count);
    }
    match (low, high) {
        (low, high) if low > high => None,
        (low, high) if low == high => Some(thousands(low)),
        (low, high) => Some(format!("{}–{}", thousands(low), thousands(high))),
    }
}

/// `357 trials per model and setting`.
pub(super) fn trials_basis(trials: impl Iterator<Item = u64>) -> String {
    let trials = range(trials).unwrap_or_else(|| "0".to_owned());
    format!("{} per model and setting", counted(&trials, "trial"))
}

/// `1,117`.
pub(super) fn thousands(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `1 case`, `2 cases`, `117–119 cases`.
pub(super) fn counted(count: &str, noun: &str) -> String {
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_read_well() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1_117), "1,117");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(range([357, 357].into_iter()).as_deref(), Some("357"));
        assert_eq!(range([351, 357].into_iter()).as_deref(), Some("351–357"));
        assert_eq!(range(std::iter::empty()), None);
        assert_eq!(counted("1", "case"), "1 case");
    }
}
