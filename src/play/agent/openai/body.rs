//! Reading what the endpoint answered.

use serde_json::Value;

use super::super::snippet::snippet;
use super::super::{Reply, reasoning_of, text_of, usage_of};

/// A body that holds no reply.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoReply {
    /// It cannot be understood.
    Garbled(String),
    /// It is an error in the clothes of a success, with the status it names.
    Error(Option<u16>, String),
}

/// The reply in a Chat Completions body.
pub(super) fn reply(body: &str) -> Result<Reply, NoReply> {
    let json: Value = serde_json::from_str(body).map_err(|error| {
        NoReply::Garbled(match snippet(body) {
            text if text.is_empty() => "the reply is empty".to_owned(),
            text => format!("the reply is not JSON ({error}): {text}"),
        })
    })?;
    let Some(message) = json.pointer("/choices/0/message") else {
        return Err(match json.get("error") {
            Some(error) if !error.is_null() => {
                let status = error.get("code").and_then(Value::as_u64);
                let status = status.and_then(|code| u16::try_from(code).ok());
                NoReply::Error(status, complaint(body))
            }
            _ => NoReply::Garbled(format!("the reply has no message: {}", snippet(body))),
        });
    };
    let said = |key| {
        message
            .get(key)
            .and_then(text_of)
            .filter(|text| !text.is_empty())
    };
    Ok(Reply {
        // A refusal is what the model says instead.
        content: said("content")
            .or_else(|| said("refusal"))
            .unwrap_or_default(),
        reasoning: reasoning_of(message),
        usage: usage_of(&json),
    })
}

/// What an error body says, in one line: `error.message` or a usual equivalent,
/// else the body's beginning.
pub(super) fn complaint(body: &str) -> String {
    let said = serde_json::from_str::<Value>(body).ok().and_then(|json| {
        ["/error/message", "/error", "/message", "/detail"]
            .into_iter()
            .find_map(|place| json.pointer(place)?.as_str().map(str::to_owned))
    });
    match snippet(said.as_deref().unwrap_or(body)) {
        text if text.is_empty() => "no explanation".to_owned(),
        text => text,
    }
}

/// Whether an error body says that the account is spent, which waiting does not
/// mend.
pub(super) fn out_of_quota(body: &str) -> bool {
    serde_json::from_str::<Value>(body).is_ok_and(|json| {
        ["/error/code", "/error/type"]
            .into_iter()
            .any(|place| json.pointer(place).and_then(Value::as_str) == Some("insufficient_quota"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::agent::Usage;

    fn message(json: &str) -> Reply {
        reply(&format!(r#"{{"choices":[{{"message":{json}}}]}}"#)).unwrap()
    }

    #[test]
    fn content_comes_as_text_null_or_parts() {
        assert_eq!(message(r#"{"content":"a"}"#).content, "a");
        assert_eq!(message(r#"{"content":null}"#).content, "");
        assert_eq!(message("{}").content, "");
        let parts = r#"{"content":[{"type":"text","text":"a"},{"type":"image"},"b"]}"#;
        assert_eq!(message(parts).content, "ab");
        assert_eq!(message(r#"{"content":null,"refusal":"no"}"#).content, "no");
    }

    #[test]
    fn reasoning_has_two_names() {
        for key in ["reasoning_content", "reasoning"] {
            let json = format!(r#"{{"content":"a","{key}":"why"}}"#);
            assert_eq!(message(&json).reasoning.as_deref(), Some("why"), "{key}");
        }
        assert_eq!(message(r#"{"reasoning":""}"#).reasoning, None);
    }

    #[test]
    fn tokens_are_counted_when_given() {
        let body = r#"{"choices":[{"message":{"content":"a"}}],
            "usage":{"prompt_tokens":5,"completion_tokens":7,"total_tokens":12}}"#;
        let usage = Usage {
            prompt_tokens: 5,
            completion_tokens: 7,
        };
        assert_eq!(reply(body).unwrap().usage, Some(usage));
        assert_eq!(message(r#"{"content":"a"}"#).usage, None);
    }

    #[test]
    fn a_body_without_a_reply_says_why() {
        let garbled = |body| match reply(body) {
            Err(NoReply::Garbled(why)) => why,
            other => panic!("{other:?}"),
        };
        assert_eq!(garbled(" "), "the reply is empty");
        assert!(garbled("<html>502</html>").ends_with(": <html>502</html>"));
        assert!(garbled(r#"{"choices":[]}"#).starts_with("the reply has no message"));
        let dressed = r#"{"error":{"code":429,"message":"slow down"}}"#;
        assert_eq!(
            reply(dressed),
            Err(NoReply::Error(Some(429), "slow down".to_owned()))
        );
    }

    #[test]
    fn complaints_are_found_where_servers_put_them() {
        for body in [
            r#"{"error":{"message":"no"}}"#,
            r#"{"error":"no"}"#,
            r#"{"message":"no"}"#,
            r#"{"detail":"no"}"#,
            "no",
        ] {
            assert_eq!(complaint(body), "no");
        }
        assert_eq!(complaint(""), "no explanation");
    }
}
