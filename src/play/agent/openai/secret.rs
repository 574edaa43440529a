//! The key, kept from view.

use std::fmt;

/// Texts shorter than this are no keys (local servers take any word), and
/// blanking them would mangle ordinary replies.
const SHORTEST: usize = 8;

/// An API key. It is not printed, and blanked where a server repeats it.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// The key in an environment variable; none when it is unset or blank.
    #[must_use]
    pub fn from_env(variable: &str) -> Option<Self> {
        std::env::var(variable)
            .ok()
            .as_deref()
            .map(str::trim)
            .filter(|key| !key.is_empty())
            .map(Self::from)
    }

    /// The key itself, for the request only.
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }

    /// A text with every copy of the key blanked.
    pub(super) fn blank(&self, text: String) -> String {
        if self.0.len() >= SHORTEST && text.contains(&self.0) {
            text.replace(&self.0, "[key]")
        } else {
            text
        }
    }
}

impl From<&str> for Secret {
    fn from(key: &str) -> Self {
        Self(key.to_owned())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[key]")
    }
}

#[cfg(test)]
mod tests {
    use super::Secret;

    #[test]
    fn a_key_is_never_shown() {
        let key = Secret::from("sk-0123456789");
        assert_eq!(format!("{key:?}"), "[key]");
        assert_eq!(
            key.blank("bad key sk-0123456789.".to_owned()),
            "bad key [key]."
        );
        let word = Secret::from("none");
        assert_eq!(word.blank("none of it".to_owned()), "none of it");
    }
}
