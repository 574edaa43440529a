//! Estimates and shares: what every game's findings are made of.

/// A point estimate with its 95 % interval, where one exists.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The point estimate, a fraction unless the field says otherwise.
    pub value: f64,
    /// Lower 95 % bound; `None` when no resampling was possible.
    pub low: Option<f64>,
    /// Upper 95 % bound.
    pub high: Option<f64>,
}

/// `k` successes out of `n`; a rate without its `n` is a defect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Share {
    /// Successes.
    pub k: u64,
    /// Denominator.
    pub n: u64,
}

impl Share {
    /// `k / n`, or `None` when there is nothing to divide by.
    #[must_use]
    pub fn rate(self) -> Option<f64> {
        (self.n > 0).then(|| self.k as f64 / self.n as f64)
    }
}
