//! A program of the user's as an agent, over JSON lines.
//!
//! One process plays one trial. It is started before the first reply is asked
//! for and killed when the trial is over. For every reply it gets one line on
//! its standard input, the whole conversation so far:
//!
//! ```json
//! {"messages":[{"role":"system","content":"…"},{"role":"user","content":"…"}]}
//! ```
//!
//! and answers with one line on its standard output:
//!
//! ```json
//! {"content":"…","reasoning":"…","usage":{"prompt_tokens":10,"completion_tokens":5}}
//! ```
//!
//! `content` is needed, the rest is not. `{"error":"…"}` skips the trial,
//! `{"error":"…","stop":true}` stops the run. Whatever it writes to standard
//! error is shown when it fails. It finds the seed of its trial in the
//! environment as `RECOUNT_SEED`, and no variable that looks like a secret
//! unless the user passes it on.

mod process;
mod secrets;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::{Value, json};

use super::snippet::snippet;
use super::{
    Agent, AgentError, Agents, Message, Reply, Trial, messages_json, reasoning_of, text_of,
    usage_of,
};
use crate::play::seed::derive;
use process::Process;

/// Which program answers, and how it is run.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The name that records carry.
    pub name: String,
    /// The program: a path, or a name looked up in `PATH`.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Environment variables passed on although they look like secrets.
    pub pass_on: Vec<String>,
    /// The variable with the run's own key, never passed on unless listed above.
    pub key_variable: String,
    /// How long one reply may take.
    pub timeout: Duration,
}

/// The command line cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// There is no program in it.
    #[error("a program must follow exec:, as in exec:./agent.py --fast")]
    Empty,
    /// Quotes are not closed.
    #[error("the quotes after exec: do not match")]
    Quotes,
}

/// Splits `PROGRAM ARGS…` as a shell would, quotes included; nothing is expanded.
///
/// # Errors
///
/// When there is no program, or a quote is open.
pub fn split_command(text: &str) -> Result<(String, Vec<String>), CommandError> {
    let mut words = shlex::split(text).ok_or(CommandError::Quotes)?.into_iter();
    match words.next() {
        Some(program) if !program.is_empty() => Ok((program, words.collect())),
        _ => Err(CommandError::Empty),
    }
}

/// A program as an agent.
#[derive(Debug)]
pub struct Program {
    settings: Settings,
    stop: Arc<AtomicBool>,
}

impl Program {
    /// Nothing is started yet. `stop` ends waits for a reply.
    #[must_use]
    pub const fn new(settings: Settings, stop: Arc<AtomicBool>) -> Self {
        Self { settings, stop }
    }
}

impl Agents for Program {
    fn model(&self) -> &str {
        &self.settings.name
    }

    fn settings(&self) -> Value {
        // Arguments may hold anything; the program's name says enough.
        json!({"kind": "exec", "program": self.settings.program})
    }

    fn start(&self, trial: Trial<'_>) -> Result<Box<dyn Agent>, AgentError> {
        let number = trial.number.to_string();
        let seed = derive(trial.seed, &["exec", trial.case, &number]);
        let process = Process::start(&self.settings, seed, Arc::clone(&self.stop))?;
        Ok(Box::new(Conversation { process }))
    }
}

struct Conversation {
    process: Process,
}

impl Agent for Conversation {
    fn reply(&mut self, conversation: &[Message]) -> Result<Reply, AgentError> {
        let request = json!({"messages": messages_json(conversation)});
        let line = self.process.ask(format!("{request}\n"))?;
        read(&line).map_err(|error| match error {
            Unusable::Stop(what) => AgentError::Stop(self.process.says(&what)),
            Unusable::Skip(what) => AgentError::Skip(self.process.says(&what)),
        })
    }
}

/// A line that is no reply.
#[derive(Debug, PartialEq, Eq)]
enum Unusable {
    Stop(String),
    Skip(String),
}

/// The reply in a line.
fn read(line: &str) -> Result<Reply, Unusable> {
    let json: Value = serde_json::from_str(line).map_err(|error| {
        Unusable::Skip(format!("its line is not JSON ({error}): {}", snippet(line)))
    })?;
    if let Some(error) = json.get("error").filter(|error| !error.is_null()) {
        let said = error
            .as_str()
            .map_or_else(|| snippet(&error.to_string()), snippet);
        return Err(match json.get("stop").and_then(Value::as_bool) {
            Some(true) => Unusable::Stop(format!("it says: {said}")),
            _ => Unusable::Skip(format!("it says: {said}")),
        });
    }
    let content = json
        .get("content")
        .filter(|content| !content.is_null())
        .map_or_else(|| json.get("content").map(|_| String::new()), text_of);
    let content = content
        .ok_or_else(|| Unusable::Skip(format!("its line has no content: {}", snippet(line))))?;
    Ok(Reply {
        content,
        reasoning: reasoning_of(&json),
        usage: usage_of(&json),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_split_as_in_a_shell() {
        let split = |text| split_command(text);
        assert_eq!(
            split("python3 'my agent.py' --n 2"),
            Ok((
                "python3".to_owned(),
                vec!["my agent.py".to_owned(), "--n".to_owned(), "2".to_owned()]
            ))
        );
        assert_eq!(split("  "), Err(CommandError::Empty));
        assert_eq!(split("a 'b"), Err(CommandError::Quotes));
    }

    #[test]
    fn lines_are_replies_or_say_why_not() {
        let reply = read(r#"{"content":"a","reasoning":"b","usage":{"prompt_tokens":1}}"#).unwrap();
        assert_eq!(
            (reply.content.as_str(), reply.reasoning.as_deref()),
            ("a", Some("b"))
        );
        assert_eq!(reply.usage.unwrap().prompt_tokens, 1);
        assert_eq!(read(r#"{"content":null}"#).unwrap().content, "");
        let skip = |line| match read(line) {
            Err(Unusable::Skip(why)) => why,
            other => panic!("{other:?}"),
        };
        assert!(skip("hello").starts_with("its line is not JSON"));
        assert!(skip(r#"{"text":"a"}"#).starts_with("its line has no content"));
        assert!(skip(r#"{"content":5}"#).starts_with("its line has no content"));
        assert_eq!(skip(r#"{"error":"too long"}"#), "it says: too long");
        assert_eq!(
            read(r#"{"error":"no key","stop":true}"#),
            Err(Unusable::Stop("it says: no key".to_owned()))
        );
    }
}
