//! Changing values of a JSON document and nothing else: every byte outside a
//! changed value stays as it was.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

/// A document and the edits to make in it.
#[derive(Debug)]
pub(super) struct Document<'a> {
    text: &'a str,
    edits: Vec<Edit>,
}

#[derive(Debug)]
struct Edit {
    place: Range<usize>,
    text: String,
}

/// A value that differs in the copy; `from` is `null` where there was none.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Change {
    /// Dotted path of the value.
    pub(super) field: &'static str,
    pub(super) from: Value,
    pub(super) to: Value,
}

/// The members of a JSON object in order, duplicates included.
struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry::<Key<'de>, &'de RawValue>()? {
                    members.push((member.0.0, member.1));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// A key, borrowed where it has no escapes.
#[derive(serde::Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'a> Document<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            edits: Vec::new(),
        }
    }

    /// The value at a path of keys; of duplicate keys the last counts, as for
    /// every reader of the records.
    pub(super) fn get(&self, path: &[&str]) -> Option<&'a str> {
        let mut value = self.text;
        for key in path {
            let members: Members<'a> = serde_json::from_str(value).ok()?;
            value = members.0.iter().rfind(|(name, _)| name == key)?.1.get();
        }
        Some(value)
    }

    /// Puts `to` at a path whose parent is an object; a key that is not there
    /// is added at the end of the object. Says what changed, if anything.
    pub(super) fn set(&mut self, field: &'static str, to: Value) -> Option<Change> {
        let path: Vec<&str> = field.split('.').collect();
        let old = self.get(&path);
        let from: Value = old
            .and_then(|raw| serde_json::from_str(raw).ok())
            .unwrap_or(Value::Null);
        if old.is_some() && from == to {
            return None;
        }
        self.put(&path, to.to_string())?;
        Some(Change { field, from, to })
    }

    /// Puts JSON text at a path, whatever is there.
    pub(super) fn put(&mut self, path: &[&str], text: String) -> Option<()> {
        let edit = match self.get(path) {
            Some(old) => Edit {
                place: self.place_of(old),
                text,
            },
            None => {
                let (key, parent) = path.split_last()?;
                let object = self.get(parent)?.trim_end();
                let start = self.place_of(object).start;
                let end = start + object.strip_suffix('}')?.trim_end().len();
                let empty = self.text.get(start..end)?.trim() == "{";
                let comma = if empty { "" } else { ", " };
                Edit {
                    place: end..end,
                    text: format!("{comma}{}: {text}", Value::from(*key)),
                }
            }
        };
        self.edits.push(edit);
        Some(())
    }

    /// Where a part of the text lies in it.
    fn place_of(&self, part: &str) -> Range<usize> {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        start..start + part.len()
    }

    /// The document with its edits made.
    pub(super) fn finish(mut self) -> String {
        // Stable: members added at one place keep their order.
        self.edits.sort_by_key(|edit| edit.place.start);
        let mut out = String::with_capacity(self.text.len() + 1024);
        let mut at = 0;
        for edit in &self.edits {
            out.push_str(self.text.get(at..edit.place.start).unwrap_or_default());
            out.push_str(&edit.text);
            at = edit.place.end;
        }
        out.push_str(self.text.get(at..).unwrap_or_default());
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_changed_value_changes() {
        let text = "{ \"a\" : {\"b\": 1.0000000000000001e2 ,\n\"c\":\"x\"}, \"a\": {\"b\": 2.50, \"c\": \"y\" } }\n";
        let mut document = Document::new(text);
        let change = document.set("a.c", Value::from("z"));
        assert_eq!(
            change,
            Some(Change {
                field: "a.c",
                from: Value::from("y"),
                to: Value::from("z"),
            })
        );
        assert_eq!(document.set("a.b", serde_json::json!(2.5)), None);
        assert_eq!(document.finish(), text.replace("\"y\"", "\"z\""));
    }

    #[test]
    fn a_missing_key_is_added_at_the_end() {
        let mut document = Document::new("{\"a\": {}, \"b\": [1] }");
        document.set("a.x", Value::Null);
        document.set("c", Value::from(3));
        document.set("d", Value::from("q\"uote"));
        let expected = "{\"a\": {\"x\": null}, \"b\": [1], \"c\": 3, \"d\": \"q\\\"uote\" }";
        assert_eq!(document.finish(), expected);
    }

    #[test]
    fn escaped_keys_are_found() {
        let mut document = Document::new("{\"\\u0061\": 1}");
        document.set("a", Value::from(2));
        assert_eq!(document.finish(), "{\"\\u0061\": 2}");
    }
}
