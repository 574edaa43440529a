//! A belief as stated, whatever it is worth.

use serde_json::value::RawValue;

use super::raw::{RawBelief, RawCandidate};
use crate::records::lax::{List, Object, Scalar, TextOrNull};
use crate::records::repair::repaired;

/// What a reply says about the opponent's Regent. Whether the squares make sense
/// on the board is for the replay to say.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Belief {
    /// Nothing, or `null`.
    #[default]
    Absent,
    /// A value that is no belief.
    Malformed(Malformed),
    /// Candidates and a residual.
    Stated(Stated),
}

/// Why a value is no belief.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Malformed {
    /// It is no object.
    NotAnObject,
    /// Its candidates are missing or no list.
    CandidatesNotAList,
}

/// A belief of the right outer shape.
#[derive(Debug, Clone, PartialEq)]
pub struct Stated {
    /// The named pieces, in the order named.
    pub candidates: Vec<Candidate>,
    /// What is left for all others.
    pub other: Probability,
}

/// One named piece.
#[derive(Debug, Clone, PartialEq)]
pub enum Candidate {
    /// The entry is no object.
    NotAnObject,
    /// An entry with its two values.
    Entry {
        /// The square, if it is a text; at most 40 characters.
        square: Option<String>,
        /// The probability.
        p: Probability,
    },
}

/// A probability as stated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Probability {
    /// Absent or `null`.
    Missing,
    /// No number.
    WrongType,
    /// `NaN` or infinite.
    NotFinite,
    /// A number, of any size.
    Value(f64),
}

impl Probability {
    /// The number, if it is one.
    #[must_use]
    pub fn value(self) -> Option<f64> {
        match self {
            Self::Value(value) => Some(value),
            _ => None,
        }
    }

    fn read(raw: Option<&RawValue>) -> Self {
        let Some(raw) = raw else { return Self::Missing };
        match serde_json::from_str::<Scalar<'_>>(raw.get()) {
            Ok(Scalar::Number(value)) if value.is_finite() => Self::Value(value),
            Ok(Scalar::Number(_)) => Self::NotFinite,
            Ok(Scalar::Text(text)) if is_not_finite(&text) => Self::NotFinite,
            Ok(_) => Self::WrongType,
            // The one number a strict reader refuses is one out of range.
            Err(_) if repaired(raw.get()).is_some() => Self::NotFinite,
            Err(_) => Self::WrongType,
        }
    }
}

/// The words writers use for what is no finite number.
fn is_not_finite(text: &str) -> bool {
    matches!(text, "NaN" | "Infinity" | "-Infinity")
}

impl Belief {
    /// Reads the value of a `belief` key.
    pub(super) fn read(raw: Option<&RawValue>) -> Self {
        let Some(raw) = raw else { return Self::Absent };
        let text = raw.get();
        if text.trim() == "null" {
            return Self::Absent;
        }
        let Ok(belief) = serde_json::from_str::<RawBelief<'_>>(text) else {
            return Self::Malformed(Malformed::NotAnObject);
        };
        if !belief.is_object() {
            return Self::Malformed(Malformed::NotAnObject);
        }
        let List::Items(candidates) = belief.candidates else {
            return Self::Malformed(Malformed::CandidatesNotAList);
        };
        Self::Stated(Stated {
            candidates: candidates.into_iter().map(Candidate::read).collect(),
            other: Probability::read(belief.other),
        })
    }
}

impl Candidate {
    fn read(raw: RawCandidate<'_>) -> Self {
        if !raw.is_object() {
            return Self::NotAnObject;
        }
        Self::Entry {
            square: match raw.square {
                TextOrNull::Text(text) => Some(text.chars().take(40).collect()),
                TextOrNull::None | TextOrNull::WrongType => None,
            },
            p: Probability::read(raw.p),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Belief {
        let raw: &RawValue = serde_json::from_str(text).unwrap();
        Belief::read(Some(raw))
    }

    fn first(text: &str) -> Candidate {
        match read(&format!("{{\"candidates\": [{text}], \"other\": 0}}")) {
            Belief::Stated(stated) => stated.candidates[0].clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn outer_shapes() {
        assert_eq!(read("null"), Belief::Absent);
        assert_eq!(Belief::read(None), Belief::Absent);
        for junk in ["3", "\"e8\"", "[]", "true", "[[[[]]]]"] {
            assert_eq!(read(junk), Belief::Malformed(Malformed::NotAnObject));
        }
        for junk in [
            "{}",
            "{\"candidates\": null}",
            "{\"candidates\": {\"e8\": 1}}",
        ] {
            assert_eq!(read(junk), Belief::Malformed(Malformed::CandidatesNotAList));
        }
        assert_eq!(
            read("{\"candidates\": []}"),
            Belief::Stated(Stated {
                candidates: Vec::new(),
                other: Probability::Missing
            })
        );
    }

    #[test]
    fn candidates_of_every_kind() {
        assert_eq!(first("7"), Candidate::NotAnObject);
        assert_eq!(first("[]"), Candidate::NotAnObject);
        let of = |p: &str| match first(&format!("{{\"square\": \"e8\", \"p\": {p}}}")) {
            Candidate::Entry { square, p } => {
                assert_eq!(square.as_deref(), Some("e8"));
                p
            }
            Candidate::NotAnObject => panic!("{p}"),
        };
        assert_eq!(of("0.5"), Probability::Value(0.5));
        assert_eq!(of("-1"), Probability::Value(-1.0));
        assert_eq!(of("null"), Probability::Missing);
        assert_eq!(of("1e999"), Probability::NotFinite);
        assert_eq!(of("\"NaN\""), Probability::NotFinite);
        for junk in ["\"0.5\"", "true", "[0.5]", "{\"p\": 0.5}"] {
            assert_eq!(of(junk), Probability::WrongType, "{junk}");
        }
        let square = |text: &str| match first(&format!("{{\"square\": {text}}}")) {
            Candidate::Entry { square, .. } => square,
            Candidate::NotAnObject => panic!("{text}"),
        };
        assert_eq!(square("null"), None);
        assert_eq!(square("5"), None);
        assert_eq!(square("\"\\ud83d\""), None);
        let long = format!("\"{}\"", "x".repeat(1000));
        assert_eq!(square(&long).unwrap().len(), 40);
    }

    #[test]
    fn nested_junk_is_no_recursion() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        let text = format!("{{\"candidates\": [{deep}], \"other\": {deep}}}");
        assert_eq!(
            read(&text),
            Belief::Stated(Stated {
                candidates: vec![Candidate::NotAnObject],
                other: Probability::WrongType
            })
        );
    }
}
