//! Why a document is not used.

use thiserror::Error;

/// A document that holds no usable record.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Reject {
    /// JSON that is no record at all (counted, not an error).
    #[error("{0}")]
    NotARecord(String),
    /// A record that cannot be used.
    #[error("{0}")]
    Broken(String),
}

impl Reject {
    pub(crate) fn broken(reason: impl Into<String>) -> Self {
        Self::Broken(reason.into())
    }
}
