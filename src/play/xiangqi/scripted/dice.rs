//! Chance.

use crate::stats::NumpyRng;

/// A stream of random choices.
#[derive(Debug, Clone)]
pub(super) struct Dice(NumpyRng);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(NumpyRng::new(seed))
    }

    /// True with a probability. Draws in any case, so that a knob turned changes
    /// no other choice.
    pub(super) fn chance(&mut self, probability: f64) -> bool {
        self.0.random() < probability
    }

    /// One of `0..n`; 0 when there is none.
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0.integers(n as u64) as usize
    }

    /// One of several; none of none.
    pub(super) fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }
}
