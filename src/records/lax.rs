//! Deserializing hostile JSON without losing the record around it.
//!
//! A field of the wrong type reads as absent instead of failing the whole
//! document, unknown keys are skipped, and of duplicate keys the last wins (as
//! every mainstream JSON reader has it). What must be present is decided after
//! parsing, where the message can name the field.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// A scalar that reads as `None` when it has another JSON type.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) enum Scalar<'a> {
    /// Absent, `null`, an array or an object.
    #[default]
    None,
    /// A string.
    Text(Cow<'a, str>),
    /// Any number.
    Number(f64),
    /// `true` or `false`.
    Bool(bool),
}

impl<'a> Scalar<'a> {
    /// The string, if it is one.
    pub(crate) fn into_text(self) -> Option<Cow<'a, str>> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if it is a finite one.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) if number.is_finite() => Some(*number),
            _ => None,
        }
    }

    /// The number as an integer, if it is integral.
    pub(crate) fn integer(&self) -> Option<i64> {
        self.number()
            .filter(|n| n.fract() == 0.0 && n.abs() < 9.0e15)
            .map(|n| n as i64)
    }

    /// The truth value, if it is one.
    pub(crate) fn bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }
}

struct ScalarVisitor;

impl<'de> Visitor<'de> for ScalarVisitor {
    type Value = Scalar<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }
    fn visit_bool<E>(self, v: bool) -> Result<Self::Value, E> {
        Ok(Scalar::Bool(v))
    }
    fn visit_i64<E>(self, v: i64) -> Result<Self::Value, E> {
        Ok(Scalar::Number(v as f64))
    }
    fn visit_u64<E>(self, v: u64) -> Result<Self::Value, E> {
        Ok(Scalar::Number(v as f64))
    }
    fn visit_f64<E>(self, v: f64) -> Result<Self::Value, E> {
        Ok(Scalar::Number(v))
    }
    fn visit_borrowed_str<E>(self, v: &'de str) -> Result<Self::Value, E> {
        Ok(Scalar::Text(Cow::Borrowed(v)))
    }
    fn visit_str<E>(self, v: &str) -> Result<Self::Value, E> {
        Ok(Scalar::Text(Cow::Owned(v.to_owned())))
    }
    fn visit_string<E>(self, v: String) -> Result<Self::Value, E> {
        Ok(Scalar::Text(Cow::Owned(v)))
    }
    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Scalar::None)
    }
    fn visit_none<E>(self) -> Result<Self::Value, E> {
        Ok(Scalar::None)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Scalar::None)
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Scalar::None)
    }
}

impl<'de> Deserialize<'de> for Scalar<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ScalarVisitor)
    }
}

/// A list, or the fact that there is none.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) enum List<T> {
    /// Absent or `null`.
    #[default]
    Absent,
    /// Present, with another JSON type.
    Other,
    /// A list.
    Items(Vec<T>),
}

struct ListVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ListVisitor<T> {
    type Value = List<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }
    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(List::Other)
    }
    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(List::Other)
    }
    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(List::Other)
    }
    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(List::Other)
    }
    fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
        Ok(List::Other)
    }
    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(List::Absent)
    }
    fn visit_none<E>(self) -> Result<Self::Value, E> {
        Ok(List::Absent)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(List::Items(items))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(List::Other)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ListVisitor(PhantomData))
    }
}

/// A value read by [`lax_struct!`].
pub(crate) trait Object {
    /// Whether the JSON value was an object; if not, every field is absent.
    fn is_object(&self) -> bool;
}

/// Defines a struct read leniently from a JSON object.
///
/// Every field needs `Default`; [`Object::is_object`] says whether the value was
/// an object at all.
macro_rules! lax_struct {
    ($(#[$meta:meta])* $name:ident<$lt:lifetime> { $($(#[$fmeta:meta])* $field:ident : $ty:ty),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Default)]
        pub(crate) struct $name<$lt> {
            was_object: bool,
            $($(#[$fmeta])* pub(crate) $field: $ty,)*
        }

        impl crate::records::lax::Object for $name<'_> {
            fn is_object(&self) -> bool {
                self.was_object
            }
        }

        impl<'de: $lt, $lt> serde::de::Deserialize<'de> for $name<$lt> {
            fn deserialize<D: serde::de::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                struct FieldsVisitor<$lt>(std::marker::PhantomData<&$lt ()>);
                impl<'de: $lt, $lt> serde::de::Visitor<'de> for FieldsVisitor<$lt> {
                    type Value = $name<$lt>;
                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("any JSON value")
                    }
                    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> { Ok(Default::default()) }
                    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> { Ok(Default::default()) }
                    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> { Ok(Default::default()) }
                    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> { Ok(Default::default()) }
                    fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> { Ok(Default::default()) }
                    fn visit_unit<E>(self) -> Result<Self::Value, E> { Ok(Default::default()) }
                    fn visit_none<E>(self) -> Result<Self::Value, E> { Ok(Default::default()) }
                    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                        while seq.next_element::<serde::de::IgnoredAny>()?.is_some() {}
                        Ok(Default::default())
                    }
                    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                        let mut out = $name { was_object: true, ..Default::default() };
                        while let Some(key) = map.next_key::<crate::records::lax::Key<'de>>()? {
                            match key.0.as_ref() {
                                $(name if name == crate::records::lax::plain(stringify!($field)) => out.$field = map.next_value()?,)*
                                _ => { map.next_value::<serde::de::IgnoredAny>()?; }
                            }
                        }
                        Ok(out)
                    }
                }
                d.deserialize_any(FieldsVisitor(std::marker::PhantomData))
            }
        }
    };
}
pub(crate) use lax_struct;

/// A field's name without the mark of a raw identifier (`r#move`).
pub(crate) fn plain(field: &'static str) -> &'static str {
    field.strip_prefix("r#").unwrap_or(field)
}

/// A string or `null`, told apart from every other type.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) enum TextOrNull<'a> {
    /// Absent or `null`.
    #[default]
    None,
    /// A string.
    Text(Cow<'a, str>),
    /// Any other JSON type.
    WrongType,
}

impl<'de: 'a, 'a> Deserialize<'de> for TextOrNull<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&'de RawValue>::deserialize(deserializer)?;
        Ok(match raw.get().as_bytes().first() {
            Some(b'n') => Self::None,
            Some(b'"') => match serde_json::from_str::<Scalar<'de>>(raw.get()) {
                Ok(Scalar::Text(text)) => Self::Text(text),
                _ => Self::WrongType,
            },
            _ => Self::WrongType,
        })
    }
}

/// An object key, borrowed where it holds no escapes.
pub(crate) struct Key<'a>(pub(crate) Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Key<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;
        impl<'de> Visitor<'de> for KeyVisitor {
            type Value = Key<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object key")
            }
            fn visit_borrowed_str<E>(self, v: &'de str) -> Result<Self::Value, E> {
                Ok(Key(Cow::Borrowed(v)))
            }
            fn visit_str<E>(self, v: &str) -> Result<Self::Value, E> {
                Ok(Key(Cow::Owned(v.to_owned())))
            }
        }
        deserializer.deserialize_str(KeyVisitor)
    }
}
