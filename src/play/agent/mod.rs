//! Agents: whoever answers an environment's messages, whatever the game.

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
