//! `--agent` and the options that shape an agent.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;
use serde_json::{Map, Value};

use crate::cli::Failure;
use crate::play::agent::Agents;
use crate::play::agent::exec::{self, Program, split_command};
use crate::play::agent::openai::{self, Address, Endpoint, Patience};

/// Who plays, as given on the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum AgentSpec {
    /// `scripted:NAME`.
    Scripted(String),
    /// `openai`, `openai:MODEL`.
    OpenAi(Option<String>),
    /// `exec:PROGRAM ARGS…`.
    Exec(String),
}

impl FromStr for AgentSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (kind, rest) = match text.split_once(':') {
            Some((kind, rest)) => (kind, Some(rest.trim()).filter(|rest| !rest.is_empty())),
            None => (text, None),
        };
        match (kind, rest) {
            ("scripted", Some(name)) => Ok(Self::Scripted(name.to_owned())),
            ("openai", model) => Ok(Self::OpenAi(model.map(str::to_owned))),
            ("exec", Some(command)) => Ok(Self::Exec(command.to_owned())),
            _ => Err("expected scripted:NAME, openai:MODEL or exec:PROGRAM".to_owned()),
        }
    }
}

/// What shapes an agent.
#[derive(Debug, Args)]
#[command(next_help_heading = "Agents")]
pub(super) struct AgentOptions {
    /// The agent's name in the records [default: the model's id, or the program's
    /// file name].
    #[arg(long, value_name = "NAME")]
    label: Option<String>,
    /// Where openai:MODEL is served.
    #[arg(long, value_name = "URL", default_value = "https://api.openai.com/v1")]
    base_url: String,
    /// The model's id at the endpoint, for `--agent openai`.
    #[arg(long, value_name = "ID")]
    model: Option<String>,
    /// The environment variable that holds the endpoint's key. The key is sent to
    /// the endpoint and goes nowhere else.
    #[arg(long, value_name = "NAME", default_value = "OPENAI_API_KEY")]
    api_key_env: String,
    /// Sampling temperature [default: the endpoint's].
    #[arg(long, value_name = "T")]
    temperature: Option<f64>,
    /// The longest reply, sent as max_tokens [default: the endpoint's].
    #[arg(long, value_name = "N")]
    max_tokens: Option<u32>,
    /// Further fields of every request, as a JSON object, such as
    /// '{"reasoning_effort":"high"}'.
    #[arg(long, value_name = "JSON", value_parser = fields)]
    body: Option<Map<String, Value>>,
    /// Seconds to wait for one reply.
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// Further tries after a failure that may pass.
    #[arg(long, value_name = "N", default_value_t = 5)]
    retries: u32,
    /// An environment variable to pass on to exec:PROGRAM although its name looks
    /// like a secret's; may be given several times.
    #[arg(long, value_name = "NAME")]
    pass_env: Vec<String>,
}

fn fields(text: &str) -> Result<Map<String, Value>, String> {
    serde_json::from_str(text).map_err(|error| format!("not a JSON object: {error}"))
}

impl AgentOptions {
    /// Says what does not go together.
    pub(super) fn check(&self, agents: &[AgentSpec]) -> Result<(), Failure> {
        let outside = agents
            .iter()
            .filter(|agent| !matches!(agent, AgentSpec::Scripted(_)))
            .count();
        if self.label.is_some() && outside > 1 {
            return Err("--label names one agent, and several are given".into());
        }
        Ok(())
    }

    /// A model behind an endpoint.
    pub(super) fn endpoint(
        &self,
        model: Option<&str>,
        stop: Arc<AtomicBool>,
    ) -> Result<Box<dyn Agents>, Failure> {
        let model = model
            .or(self.model.as_deref())
            .ok_or("which model? --agent openai:MODEL, or --model MODEL")?;
        let settings = openai::Settings {
            name: self.label.as_deref().unwrap_or(model).to_owned(),
            model_id: model.to_owned(),
            address: Address::new(&self.base_url)?,
            key_variable: self.api_key_env.clone(),
            temperature: self.temperature,
            max_tokens: self.max_tokens,
            extra: self.body.clone().unwrap_or_default(),
            timeout: Duration::from_secs(self.timeout),
            patience: Patience {
                tries: self.retries.saturating_add(1),
                ..Patience::default()
            },
        };
        Ok(Box::new(Endpoint::new(settings, stop)?))
    }

    /// A program of the user's.
    pub(super) fn program(
        &self,
        command: &str,
        stop: Arc<AtomicBool>,
    ) -> Result<Box<dyn Agents>, Failure> {
        let (program, arguments) = split_command(command)?;
        let file_name = Path::new(&program)
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        let name = self.label.clone().or(file_name);
        let settings = exec::Settings {
            name: name.unwrap_or_else(|| program.clone()),
            program,
            arguments,
            pass_on: self.pass_env.clone(),
            key_variable: self.api_key_env.clone(),
            timeout: Duration::from_secs(self.timeout),
        };
        Ok(Box::new(Program::new(settings, stop)))
    }
}

#[cfg(test)]
mod tests {
    use super::AgentSpec;

    #[test]
    fn agents_are_named_by_kind() {
        let read = |text: &str| text.parse::<AgentSpec>();
        assert_eq!(
            read("scripted:rambler"),
            Ok(AgentSpec::Scripted("rambler".to_owned()))
        );
        assert_eq!(read("openai"), Ok(AgentSpec::OpenAi(None)));
        // Model ids hold colons themselves.
        assert_eq!(
            read("openai:llama:8b"),
            Ok(AgentSpec::OpenAi(Some("llama:8b".to_owned())))
        );
        assert_eq!(
            read("exec:./agent.py -x"),
            Ok(AgentSpec::Exec("./agent.py -x".to_owned()))
        );
        for text in ["", "scripted", "scripted:", "exec:", "gpt"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
