//! Where the endpoint is.

use std::fmt;
use std::net::IpAddr;

use ureq::http::Uri;

/// The address of a Chat Completions endpoint, made from a base URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    request: String,
    shown: String,
    host: String,
}

/// The base URL cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// It is not `http://…` or `https://…` with a host.
    #[error("the base URL must look like https://host/v1")]
    NotHttp,
    /// It carries a user name or a password.
    #[error(
        "the base URL carries a user name or password; put the key into an environment variable"
    )]
    Credentials,
}

impl Address {
    /// Reads a base URL such as `https://api.openai.com/v1`; a query is kept for
    /// the request. One that already ends in `/chat/completions` is taken as it is.
    ///
    /// # Errors
    ///
    /// When it is no HTTP address, or carries credentials.
    pub fn new(base_url: &str) -> Result<Self, AddressError> {
        let base_url = base_url.trim();
        let uri: Uri = base_url.parse().map_err(|_| AddressError::NotHttp)?;
        let scheme = uri.scheme_str().ok_or(AddressError::NotHttp)?;
        let (Some(authority), "http" | "https") = (uri.authority(), scheme) else {
            return Err(AddressError::NotHttp);
        };
        if authority.as_str().contains('@') {
            return Err(AddressError::Credentials);
        }
        let path = uri.path().trim_end_matches('/');
        let path = path.strip_suffix("/chat/completions").unwrap_or(path);
        let shown = format!("{scheme}://{authority}{path}");
        let query = uri.query().map(|query| format!("?{query}"));
        Ok(Self {
            request: format!("{shown}/chat/completions{}", query.unwrap_or_default()),
            shown,
            host: authority.host().to_owned(),
        })
    }

    /// Where requests go.
    pub(super) fn request(&self) -> &str {
        &self.request
    }

    /// Whether it is this machine, which no proxy leads to.
    #[must_use]
    pub fn is_local(&self) -> bool {
        let host = self.host.trim_start_matches('[').trim_end_matches(']');
        host == "localhost" || host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
    }

    /// Whether it is OpenAI's own, which takes no request without a key.
    #[must_use]
    pub fn needs_key(&self) -> bool {
        self.host == "api.openai.com"
    }
}

/// The base URL without its query, which may hold secrets.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_is_completed_and_the_query_hidden() {
        let plain = Address::new("https://api.openai.com/v1/").unwrap();
        assert_eq!(
            plain.request(),
            "https://api.openai.com/v1/chat/completions"
        );
        assert!(plain.needs_key() && !plain.is_local());
        let azure = Address::new("https://a.example/x/chat/completions?sig=secret").unwrap();
        assert_eq!(
            azure.request(),
            "https://a.example/x/chat/completions?sig=secret"
        );
        assert_eq!(azure.to_string(), "https://a.example/x");
        for local in [
            "http://127.0.0.1:8000/v1",
            "http://[::1]:80",
            "http://localhost",
        ] {
            assert!(Address::new(local).unwrap().is_local(), "{local}");
        }
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in ["", "api.openai.com/v1", "ftp://host/v1", "http://", "/v1"] {
            assert_eq!(Address::new(text), Err(AddressError::NotHttp), "{text}");
        }
        assert_eq!(
            Address::new("https://me:secret@host/v1"),
            Err(AddressError::Credentials)
        );
    }
}
