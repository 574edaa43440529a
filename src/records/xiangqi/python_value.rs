//! Python literals, as older records keep them inside JSON strings.
//!
//! Reads what `repr()` writes for dicts, lists, tuples, strings, numbers,
//! booleans and `None`.

use serde_json::{Map, Number, Value};

/// Deepest nesting accepted.
const MAX_DEPTH: usize = 64;

/// Parses one literal with nothing after it.
pub(crate) fn parse(text: &str) -> Option<Value> {
    let mut parser = Parser {
        rest: text,
        depth: 0,
    };
    let value = parser.value()?;
    parser.skip_space();
    parser.rest.is_empty().then_some(value)
}

struct Parser<'a> {
    rest: &'a str,
    depth: usize,
}

impl Parser<'_> {
    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, token: &str) -> bool {
        self.skip_space();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn value(&mut self) -> Option<Value> {
        self.skip_space();
        match self.rest.chars().next()? {
            '{' => self.nested(Self::dict),
            '[' => self.nested(|p| p.sequence("[", "]")),
            '(' => self.nested(|p| p.sequence("(", ")")),
            '\'' | '"' => self.string().map(Value::String),
            _ => self.word(),
        }
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Option<Value>) -> Option<Value> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn dict(&mut self) -> Option<Value> {
        self.take("{");
        let mut map = Map::new();
        while !self.take("}") {
            let key = match self.value()? {
                Value::String(key) => key,
                other => other.to_string(),
            };
            if !self.take(":") {
                return None;
            }
            let value = self.value()?;
            map.insert(key, value);
            if !self.take(",") {
                return self.take("}").then_some(Value::Object(map));
            }
        }
        Some(Value::Object(map))
    }

    fn sequence(&mut self, open: &str, close: &str) -> Option<Value> {
        self.take(open);
        let mut items = Vec::new();
        while !self.take(close) {
            items.push(self.value()?);
            if !self.take(",") {
                return self.take(close).then_some(Value::Array(items));
            }
        }
        Some(Value::Array(items))
    }

    fn word(&mut self) -> Option<Value> {
        let end = self
            .rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || "+-._".contains(c)))
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        match word {
            "None" => Some(Value::Null),
            "True" => Some(Value::Bool(true)),
            "False" => Some(Value::Bool(false)),
            "nan" | "inf" | "-inf" => Some(Value::Null),
            _ => {
                if let Ok(integer) = word.parse::<i64>() {
                    return Some(Value::Number(integer.into()));
                }
                word.parse::<f64>()
                    .ok()
                    .and_then(Number::from_f64)
                    .map(Value::Number)
            }
        }
    }

    fn string(&mut self) -> Option<String> {
        let mut chars = self.rest.char_indices();
        let (_, quote) = chars.next()?;
        let mut out = String::new();
        while let Some((at, c)) = chars.next() {
            if c == quote {
                self.rest = &self.rest[at + c.len_utf8()..];
                return Some(out);
            }
            if c != '\\' {
                out.push(c);
                continue;
            }
            let (_, escape) = chars.next()?;
            let mut code = |digits: usize| -> Option<char> {
                let mut value = 0;
                for _ in 0..digits {
                    value = value * 16 + chars.next()?.1.to_digit(16)?;
                }
                // A lone surrogate is no character; Python allows it.
                Some(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER))
            };
            out.push(match escape {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'a' => '\u{7}',
                'b' => '\u{8}',
                'f' => '\u{c}',
                'v' => '\u{b}',
                '0' => '\0',
                'x' => code(2)?,
                'u' => code(4)?,
                'U' => code(8)?,
                '\\' | '\'' | '"' => escape,
                _ => return None,
            });
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn dicts_strings_and_constants() {
        let text = r#"{'a': "it's", 'b': [1, -2.5, True, None], 'c': ('x\n\u00e9\x41',), 'd': {}}"#;
        assert_eq!(
            parse(text).unwrap(),
            json!({"a": "it's", "b": [1, -2.5, true, null], "c": ["x\né\u{41}"], "d": {}})
        );
    }

    #[test]
    fn broken_literals_are_refused() {
        for text in [
            "",
            "{",
            "{'a'}",
            "[1 2]",
            "'open",
            "object at 0x1",
            "{} x",
            r"'\q'",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(parse(&"[".repeat(100_000)), None);
    }
}
