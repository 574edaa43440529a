//! `numbers.tex`: every number under its key, for use in running text.
//!
//! Keys hold dots, digits and model names, which cannot be part of a macro
//! name; they are looked up by `\csname` instead. A key keeps its letters,
//! digits and `. _ - / :`; every other byte becomes `+XX`. `+` itself is
//! encoded too, so no two keys can meet.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::sheet::shortest;

const HEAD: &str = r"% Every number of this report under its key. Generated; do not edit.
%
%   \input{numbers}
%   \RecountNumber{pass_at_k.sighted.gemini-3.1-pro.1}   the number, all digits
%   \RecountPercent{pass_at_k.sighted.gemini-3.1-pro.1}  in percent, one decimal, no sign
%
% The keys are those of numbers.json. A character of a key other than letters,
% digits and . _ - / : is written +XX, by the two hexadecimal digits of each of
% its UTF-8 bytes: a space is +20. A number that does not exist prints as a
% dash; an unknown key prints as ?? with a warning.
\providecommand{\RecountSet}{}
\renewcommand{\RecountSet}[3]{%
  \expandafter\gdef\csname recount/number/\detokenize{#1}\endcsname{#2}%
  \expandafter\gdef\csname recount/percent/\detokenize{#1}\endcsname{#3}}
\providecommand{\RecountLookUp}{}
\renewcommand{\RecountLookUp}[2]{%
  \ifcsname recount/#1/\detokenize{#2}\endcsname
    \csname recount/#1/\detokenize{#2}\endcsname
  \else
    \textbf{??}\GenericWarning{}{recount: no number under the key \detokenize{#2}}%
  \fi}
\providecommand{\RecountNumber}{}
\renewcommand{\RecountNumber}[1]{\RecountLookUp{number}{#1}}
\providecommand{\RecountPercent}{}
\renewcommand{\RecountPercent}[1]{\RecountLookUp{percent}{#1}}
";

/// The file for these numbers, in the order of their keys; `None` and numbers
/// that are not finite print as a dash.
#[must_use]
pub fn numbers<'a>(numbers: impl IntoIterator<Item = (&'a str, Option<f64>)>) -> String {
    let sorted: BTreeMap<&str, Option<f64>> = numbers.into_iter().collect();
    let mut out = HEAD.to_owned();
    for (key, value) in sorted {
        let (number, percent) = match value.filter(|v| v.is_finite()) {
            Some(value) => (typeset(&shortest(value)), typeset(&percent(value))),
            None => ("--".to_owned(), "--".to_owned()),
        };
        let _ = writeln!(
            out,
            "\\RecountSet{{{}}}{{{number}}}{{{percent}}}",
            encode(key)
        );
    }
    out
}

fn percent(value: f64) -> String {
    let text = format!("{:.1}", 100.0 * value);
    if text == "-0.0" {
        "0.0".to_owned()
    } else {
        text
    }
}

/// A number with true minus signs and its exponent as a power of ten.
fn typeset(number: &str) -> String {
    let minus = |text: &str| {
        text.strip_prefix('-')
            .map_or_else(|| text.to_owned(), |rest| format!("$-${rest}"))
    };
    match number.split_once('e') {
        Some((digits, power)) => format!("{}$\\times10^{{{power}}}$", minus(digits)),
        None => minus(number),
    }
}

/// The key as authors write it; injective.
#[must_use]
pub fn encode(key: &str) -> String {
    let mut out = String::with_capacity(key.len());
    for byte in key.bytes() {
        if byte.is_ascii_alphanumeric() || b"._-/:".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "+{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_cannot_meet() {
        assert_eq!(
            encode("pass_at_k.sighted.gpt-5.5"),
            "pass_at_k.sighted.gpt-5.5"
        );
        assert_eq!(encode("a b"), "a+20b");
        assert_eq!(encode("a+20b"), "a+2B20b");
        assert_eq!(encode("}\\é"), "+7D+5C+C3+A9");
        assert_eq!(encode(""), "");
    }

    #[test]
    fn numbers_keep_their_digits() {
        let file = numbers([
            ("b", Some(-0.25)),
            ("a", Some(1.0 / 3.0)),
            ("c", None),
            ("d", Some(f64::INFINITY)),
            ("e", Some(1e-9)),
        ]);
        let lines: Vec<&str> = file
            .lines()
            .filter(|l| l.starts_with("\\RecountSet{"))
            .collect();
        assert_eq!(
            lines,
            [
                "\\RecountSet{a}{0.3333333333333333}{33.3}",
                "\\RecountSet{b}{$-$0.25}{$-$25.0}",
                "\\RecountSet{c}{--}{--}",
                "\\RecountSet{d}{--}{--}",
                "\\RecountSet{e}{1$\\times10^{-9}$}{0.0}",
            ]
        );
    }
}
