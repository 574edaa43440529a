//! Agents: whoever answers an environment's messages, whatever the game.
//!
//! | module | who answers |
//! |---|---|
//! | `openai` | a model behind any Chat Completions endpoint |
//! | `exec` | a program of the user's, over JSON lines |
//!
//! Scripted agents know a game and live beside it.

pub mod exec;
pub mod openai;
mod snippet;

use serde_json::Value;
use thiserror::Error;

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The rules of the environment.
    System,
    /// The environment.
    User,
    /// The agent.
    Assistant,
}

impl Role {
    /// The role as chat interfaces spell it: `system`, `user` or `assistant`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// One message of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// What is said.
    pub content: String,
}

/// Tokens that a reply cost, as the endpoint counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Tokens of the conversation sent.
    pub prompt_tokens: u64,
    /// Tokens of the reply, reasoning included.
    pub completion_tokens: u64,
}

/// What an agent says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reply {
    /// The reply itself.
    pub content: String,
    /// What it says it was thinking, when the endpoint shows that apart.
    pub reasoning: Option<String>,
    /// What it cost, when known.
    pub usage: Option<Usage>,
}

/// Why no reply came.
#[derive(Debug, Error)]
pub enum AgentError {
    /// No trial can succeed (bad key, no such model): stop the whole run.
    #[error("{0}")]
    Stop(String),
    /// This trial cannot go on (the endpoint refuses this conversation): skip it.
    #[error("{0}")]
    Skip(String),
}

/// Answers conversations. One value plays one trial.
pub trait Agent: Send {
    /// The next reply to a conversation whose last message is the environment's.
    ///
    /// # Errors
    ///
    /// When no reply can be had; retries have been made by then.
    fn reply(&mut self, conversation: &[Message]) -> Result<Reply, AgentError>;
}

/// Which trial an agent is made for. Agents may draw their randomness from it
/// and must not look for the answer in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trial<'a> {
    /// The position's or game's id.
    pub case: &'a str,
    /// Counted from 1.
    pub number: u32,
    /// The seed of the run.
    pub seed: u64,
}

/// Makes the agents of a run, a fresh one for each trial.
pub trait Agents: Send + Sync {
    /// The name that records carry.
    fn model(&self) -> &str;

    /// Everything that shapes the replies, for records: an object, without
    /// secrets.
    fn settings(&self) -> Value;

    /// An agent for one trial.
    ///
    /// # Errors
    ///
    /// When it cannot be started.
    fn start(&self, trial: Trial<'_>) -> Result<Box<dyn Agent>, AgentError>;
}

/// Parts of a chat message that several interfaces share: a text, null, or a
/// list of parts of which those with a `text` count.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => Some(
            parts
                .iter()
                .filter_map(|part| part.as_str().or_else(|| part.get("text")?.as_str()))
                .collect(),
        ),
        _ => None,
    }
}

/// The reasoning of a message, under either of its usual names.
fn reasoning_of(message: &Value) -> Option<String> {
    ["reasoning_content", "reasoning"]
        .into_iter()
        .filter_map(|key| text_of(message.get(key)?))
        .find(|text| !text.is_empty())
}

/// Token counts, if there are any.
fn usage_of(body: &Value) -> Option<Usage> {
    let usage = body.get("usage")?;
    let count = |key| usage.get(key).and_then(Value::as_u64);
    let (prompt, completion) = (count("prompt_tokens"), count("completion_tokens"));
    (prompt.is_some() || completion.is_some()).then(|| Usage {
        prompt_tokens: prompt.unwrap_or_default(),
        completion_tokens: completion.unwrap_or_default(),
    })
}

/// Messages as chat interfaces write them.
fn messages_json(conversation: &[Message]) -> Value {
    conversation
        .iter()
        .map(|message| serde_json::json!({"role": message.role.name(), "content": message.content}))
        .collect()
}
