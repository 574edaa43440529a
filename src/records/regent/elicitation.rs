//! What the agent was asked and answered, as stored.

use super::belief::Belief;
use super::raw::{RawAttempt, RawElicitation};
use super::reply::Reply;
use crate::records::lax::{List, Object, Scalar};

/// One question to the agent with all its replies.
#[derive(Debug, Clone, PartialEq)]
pub struct Elicitation {
    /// The replies, in order.
    pub attempts: Vec<Attempt>,
    /// The belief of the first reply, as the harness read it.
    pub belief: Belief,
    /// Stored: the first reply was well-formed.
    pub well_formed: Option<bool>,
    /// Stored: some reply hit the token limit.
    pub truncated: Option<bool>,
    /// Tokens sent.
    pub prompt_tokens: Option<i64>,
    /// Tokens received.
    pub completion_tokens: Option<i64>,
    /// Time taken, in milliseconds.
    pub latency_ms: Option<f64>,
    /// Price, in US dollars.
    pub cost_usd: Option<f64>,
}

/// One reply.
#[derive(Debug, Clone, PartialEq)]
pub struct Attempt {
    /// What its text says, where the text is stored.
    pub reply: Option<Reply>,
    /// The move it names, as the harness read it; at most 40 characters.
    pub mv: Option<String>,
    /// Stored: the move was legal.
    pub legal: Option<bool>,
    /// Stored: what the harness objected to; at most 200 characters.
    pub error: Option<String>,
}

impl Elicitation {
    pub(super) fn read(raw: RawElicitation<'_>) -> Option<Self> {
        if !raw.is_object() {
            return None;
        }
        let attempts = match raw.attempts {
            List::Items(attempts) => attempts,
            List::Absent | List::Other => Vec::new(),
        };
        Some(Self {
            attempts: attempts.into_iter().map(Attempt::read).collect(),
            belief: Belief::read(raw.belief),
            well_formed: raw.well_formed.bool(),
            truncated: raw.truncated.bool(),
            prompt_tokens: raw.usage.prompt_tokens.integer(),
            completion_tokens: raw.usage.completion_tokens.integer(),
            latency_ms: raw.latency_ms.number(),
            cost_usd: raw.cost_usd.number(),
        })
    }
}

impl Attempt {
    fn read(raw: RawAttempt<'_>) -> Self {
        let first = |value: Scalar<'_>, most: usize| {
            let text = value.into_text().filter(|text| !text.is_empty())?;
            Some(text.chars().take(most).collect())
        };
        Self {
            reply: raw.raw.into_text().map(|text| Reply::read(&text)),
            mv: first(raw.r#move, 40),
            legal: raw.legal.bool(),
            error: first(raw.error, 200),
        }
    }
}
