//! One request and its answer.

use std::time::Duration;

use ureq::http::{HeaderMap, Response, StatusCode};
use ureq::{Body, Error};

use super::address::Address;
use super::body::{NoReply, complaint, out_of_quota, reply};
use super::secret::Secret;
use crate::play::agent::snippet::snippet;
use crate::play::agent::{AgentError, Reply};

/// The longest answer read: 4 MiB, far beyond any reply.
const LONGEST: u64 = 4 << 20;

/// Why a request brought no reply.
#[derive(Debug)]
pub(super) enum Fault {
    /// Trying again brings nothing.
    Final(AgentError),
    /// It may work later; the server may have said when.
    Passing {
        what: String,
        after: Option<Duration>,
    },
}

/// Everything a request needs but its body.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) client: ureq::Agent,
    pub(super) address: Address,
    pub(super) key: Option<Secret>,
    pub(super) key_variable: String,
}

impl Line {
    /// Sends one request body and reads the reply.
    pub(super) fn exchange(&self, body: &str) -> Result<Reply, Fault> {
        let mut request = self
            .client
            .post(self.address.request())
            .header("content-type", "application/json");
        if let Some(key) = &self.key {
            request = request.header("authorization", format!("Bearer {}", key.reveal()));
        }
        let response = request.send(body).map_err(|error| self.broken(&error))?;
        self.read(response)
    }

    fn read(&self, mut response: Response<Body>) -> Result<Reply, Fault> {
        let status = response.status();
        let after = asked_wait(response.headers());
        if status.is_redirection() {
            let to = response.headers().get("location");
            let to = to.and_then(|to| to.to_str().ok()).unwrap_or("nowhere");
            let to = to.split('?').next().unwrap_or_default();
            return Err(stop(format!(
                "{} redirects to {} (HTTP {}); give the address it leads to as the base URL",
                self.address,
                snippet(&self.blank(to.to_owned())),
                status.as_u16()
            )));
        }
        let text = response
            .body_mut()
            .with_config()
            .limit(LONGEST)
            .lossy_utf8(true)
            .read_to_string();
        let text = match text {
            Ok(text) => self.blank(text),
            // The status says enough.
            Err(_) if !status.is_success() => String::new(),
            Err(error) => return Err(self.broken(&error)),
        };
        if !status.is_success() {
            return Err(self.refused(
                status.as_u16(),
                &complaint(&text),
                out_of_quota(&text),
                after,
            ));
        }
        reply(&text).map_err(|error| match error {
            NoReply::Error(Some(code), what) if StatusCode::from_u16(code).is_ok() => {
                self.refused(code, &what, out_of_quota(&text), after)
            }
            NoReply::Error(_, what) | NoReply::Garbled(what) => passing(what, after),
        })
    }

    /// What an error status means for the run.
    fn refused(
        &self,
        status: u16,
        what: &str,
        out_of_quota: bool,
        after: Option<Duration>,
    ) -> Fault {
        let said = format!("{} answers HTTP {status}: {what}", self.address);
        match status {
            401 | 403 => stop(match self.key {
                Some(_) => format!("{said} (is the key in {} right?)", self.key_variable),
                None => format!("{said} ({} is not set)", self.key_variable),
            }),
            404 => stop(format!("{said} (check the base URL and the model)")),
            429 if out_of_quota => stop(said),
            400 | 413 | 422 => Fault::Final(AgentError::Skip(said)),
            408 | 409 | 425 | 429 | 500..=599 => passing(said, after),
            _ => stop(said),
        }
    }

    /// What a failure below HTTP means.
    fn broken(&self, error: &Error) -> Fault {
        let what = match error {
            Error::BodyExceedsLimit(limit) => format!(
                "{} sent a reply of more than {} MiB",
                self.address,
                limit >> 20
            ),
            Error::Timeout(_) => format!("{} did not answer in time", self.address),
            Error::HostNotFound => {
                return passing(format!("{}: no such host", self.address), None);
            }
            other => format!("{}: {other}", self.address),
        };
        let what = self.blank(what);
        match error {
            Error::BadUri(_) | Error::Http(_) | Error::InvalidProxyUrl | Error::Tls(_) => {
                stop(what)
            }
            _ => passing(what, None),
        }
    }

    fn blank(&self, text: String) -> String {
        match &self.key {
            Some(key) => key.blank(text),
            None => text,
        }
    }
}

fn stop(what: String) -> Fault {
    Fault::Final(AgentError::Stop(what))
}

const fn passing(what: String, after: Option<Duration>) -> Fault {
    Fault::Passing { what, after }
}

/// How long the server asks to wait: `retry-after-ms`, or `retry-after` in
/// seconds. Its other form, a date, is left to our own waits.
fn asked_wait(headers: &HeaderMap) -> Option<Duration> {
    let number = |name: &str| -> Option<f64> {
        let value: f64 = headers.get(name)?.to_str().ok()?.trim().parse().ok()?;
        (value.is_finite() && value >= 0.0).then_some(value)
    };
    let seconds = number("retry-after-ms")
        .map(|ms| ms / 1000.0)
        .or_else(|| number("retry-after"))?;
    Duration::try_from_secs_f64(seconds).ok()
}
