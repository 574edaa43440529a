//! A model behind any Chat Completions endpoint.
//!
//! | module | idea |
//! |---|---|
//! | `address` | where the endpoint is |
//! | `secret` | the key, kept from view |
//! | `exchange` | one request, and what its failure means |
//! | `body` | the reply in an answer |
//! | `retry` | when to try again |
//!
//! | what happens | what follows |
//! |---|---|
//! | 401, 403, 404, a redirect, a spent account, any other 4xx | the run stops |
//! | 400, 413, 422 | the trial is skipped |
//! | 408, 409, 425, 429, 5xx, no connection, no answer in time, an answer cut off, garbled or larger than 4 MiB | tried again, then the trial is skipped |

mod address;
mod body;
mod exchange;
mod retry;
mod secret;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde_json::{Map, Value, json};

pub use address::{Address, AddressError};
pub use retry::Patience;
pub use secret::Secret;

use super::{Agent, AgentError, Agents, Message, Reply, Trial, messages_json};
use crate::play::seed::derive;
use crate::stats::NumpyRng;
use exchange::{Fault, Line};

/// How to reach a model, and what to ask of it.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The name that records carry.
    pub name: String,
    /// The model's id at the endpoint.
    pub model_id: String,
    /// Where the endpoint is.
    pub address: Address,
    /// The environment variable that holds the key.
    pub key_variable: String,
    /// Sampling temperature; the endpoint's own default when absent.
    pub temperature: Option<f64>,
    /// Sent as `max_tokens`; the endpoint's own default when absent.
    pub max_tokens: Option<u32>,
    /// Further fields of the request, such as `reasoning_effort`.
    pub extra: Map<String, Value>,
    /// How long one request may take.
    pub timeout: Duration,
    /// When to try again.
    pub patience: Patience,
}

/// The settings cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// The endpoint takes no request without a key.
    #[error("{variable} is not set: put the key of {address} into it, or name another variable")]
    NoKey {
        /// Where the key was looked for.
        variable: String,
        /// The endpoint.
        address: String,
    },
    /// A further field would break the conversation.
    #[error("the request field {0:?} is not free to set")]
    Reserved(String),
}

/// A model behind an endpoint.
#[derive(Debug)]
pub struct Endpoint {
    settings: Settings,
    line: Arc<Line>,
    stop: Arc<AtomicBool>,
}

impl Endpoint {
    /// Gets ready to talk; nothing is sent yet. `stop` ends waits and requests.
    ///
    /// # Errors
    ///
    /// When the key is missing or a further field is reserved.
    pub fn new(settings: Settings, stop: Arc<AtomicBool>) -> Result<Self, SettingsError> {
        const RESERVED: [&str; 4] = ["messages", "model", "n", "stream"];
        if let Some(field) = RESERVED
            .into_iter()
            .find(|&field| settings.extra.contains_key(field))
        {
            return Err(SettingsError::Reserved(field.to_owned()));
        }
        let key = Secret::from_env(&settings.key_variable);
        if key.is_none() && settings.address.needs_key() {
            return Err(SettingsError::NoKey {
                variable: settings.key_variable,
                address: settings.address.to_string(),
            });
        }
        let mut config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_global(Some(settings.timeout))
            .timeout_connect(Some(settings.timeout.min(Duration::from_secs(30))))
            .user_agent(concat!("recount/", env!("CARGO_PKG_VERSION")));
        if settings.address.is_local() {
            config = config.proxy(None);
        }
        let line = Line {
            client: config.build().new_agent(),
            address: settings.address.clone(),
            key,
            key_variable: settings.key_variable.clone(),
        };
        Ok(Self {
            settings,
            line: Arc::new(line),
            stop,
        })
    }
}

impl Agents for Endpoint {
    fn model(&self) -> &str {
        &self.settings.name
    }

    fn settings(&self) -> Value {
        let settings = &self.settings;
        json!({
            "kind": "openai",
            "base_url": settings.address.to_string(),
            "model": settings.model_id,
            "temperature": settings.temperature,
            "max_tokens": settings.max_tokens,
            "body": settings.extra,
        })
    }

    fn start(&self, trial: Trial<'_>) -> Result<Box<dyn Agent>, AgentError> {
        let number = trial.number.to_string();
        let seed = derive(trial.seed, &["back-off", trial.case, &number]);
        Ok(Box::new(Conversation {
            request: self.request(),
            line: Arc::clone(&self.line),
            patience: self.settings.patience,
            jitter: NumpyRng::new(seed),
            stop: Arc::clone(&self.stop),
        }))
    }
}

impl Endpoint {
    /// A request but for its messages.
    fn request(&self) -> Map<String, Value> {
        let settings = &self.settings;
        let mut request = Map::new();
        request.insert("model".to_owned(), settings.model_id.clone().into());
        request.insert("messages".to_owned(), Value::Null);
        if let Some(temperature) = settings.temperature {
            request.insert("temperature".to_owned(), temperature.into());
        }
        if let Some(max_tokens) = settings.max_tokens {
            request.insert("max_tokens".to_owned(), max_tokens.into());
        }
        request.extend(settings.extra.clone());
        request
    }
}

/// The agent of one trial.
struct Conversation {
    request: Map<String, Value>,
    line: Arc<Line>,
    patience: Patience,
    jitter: NumpyRng,
    stop: Arc<AtomicBool>,
}

impl Agent for Conversation {
    fn reply(&mut self, conversation: &[Message]) -> Result<Reply, AgentError> {
        self.request
            .insert("messages".to_owned(), messages_json(conversation));
        let body = serde_json::to_string(&self.request)
            .map_err(|error| AgentError::Skip(error.to_string()))?;
        let body: Arc<str> = body.into();
        let mut number = 1;
        loop {
            let (what, after) = match self.exchange(Arc::clone(&body))? {
                Ok(reply) => return Ok(reply),
                Err(Fault::Final(error)) => return Err(error),
                Err(Fault::Passing { what, after }) => (what, after),
            };
            if number >= self.patience.tries {
                return Err(AgentError::Skip(match number {
                    1 => what,
                    _ => format!("{what} (after {number} tries)"),
                }));
            }
            tracing::warn!("{what}; trying again");
            let wait = self.patience.wait(number, after, &mut self.jitter);
            if !retry::sleep(wait, &self.stop) {
                return Err(stopped());
            }
            number += 1;
        }
    }
}

impl Conversation {
    /// One exchange on a thread of its own, so that a stop need not wait for a
    /// slow model. The thread ends with its request.
    fn exchange(&self, body: Arc<str>) -> Result<Result<Reply, Fault>, AgentError> {
        let (answer, answered) = mpsc::channel();
        let line = Arc::clone(&self.line);
        thread::Builder::new()
            .name("request".to_owned())
            .spawn(move || answer.send(line.exchange(&body)).ok())
            .map_err(|error| AgentError::Stop(format!("cannot start a thread: {error}")))?;
        loop {
            match answered.recv_timeout(Duration::from_millis(50)) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Timeout) if self.stop.load(Ordering::Relaxed) => {
                    return Err(stopped());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(AgentError::Skip("the request was lost".to_owned()));
                }
            }
        }
    }
}

fn stopped() -> AgentError {
    AgentError::Stop("stopped".to_owned())
}
