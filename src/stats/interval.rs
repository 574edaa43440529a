//! What an interval is.

/// A closed interval, in the unit of the statistic it was made for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end; never below `low`.
    pub high: f64,
}

impl Interval {
    /// Whether `value` lies inside, ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Whether the interval is a single point.
    ///
    /// A bootstrap of equal values (a rate of 0 % or 100 %, say) collapses so.
    /// It claims a certainty that the data do not give; a report should mark it
    /// and print [`wilson`](super::wilson()) beside it.
    pub fn is_degenerate(&self) -> bool {
        self.low == self.high
    }
}
