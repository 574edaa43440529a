//! When to try again.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::stats::NumpyRng;

/// How often to try, and how long to wait in between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// Tries in all; at least one is made.
    pub tries: u32,
    /// The first wait; each further one is twice as long.
    pub first_wait: Duration,
    /// No wait of our own choosing is longer.
    pub longest_wait: Duration,
    /// No wait that a server asks for is longer.
    pub longest_asked: Duration,
}

impl Default for Patience {
    /// Six tries, waiting about 1, 2, 4, 8 and 16 seconds; up to five minutes
    /// when the server asks for it.
    fn default() -> Self {
        Self {
            tries: 6,
            first_wait: Duration::from_secs(1),
            longest_wait: Duration::from_secs(60),
            longest_asked: Duration::from_secs(300),
        }
    }
}

impl Patience {
    /// How long to wait after the failure of try `number` (from 1): what the
    /// server asked for, or twice the wait before with a jitter of ±50 %, so
    /// that workers who failed together do not return together.
    pub(super) fn wait(
        &self,
        number: u32,
        asked: Option<Duration>,
        jitter: &mut NumpyRng,
    ) -> Duration {
        // Drawn in any case: what a server asks for leaves the stream alone.
        let factor = 0.5 + jitter.random();
        if let Some(asked) = asked {
            return asked.min(self.longest_asked);
        }
        let doubled = 1_u32.checked_shl(number.saturating_sub(1));
        let wait = self.first_wait.saturating_mul(doubled.unwrap_or(u32::MAX));
        wait.min(self.longest_wait).mul_f64(factor)
    }
}

/// Sleeps unless told to stop; whether it slept through.
pub(super) fn sleep(wait: Duration, stop: &AtomicBool) -> bool {
    const NAP: Duration = Duration::from_millis(50);
    let start = Instant::now();
    loop {
        if stop.load(Ordering::Relaxed) {
            return false;
        }
        let left = wait.saturating_sub(start.elapsed());
        if left.is_zero() {
            return true;
        }
        std::thread::sleep(left.min(NAP));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_and_jitter_within_their_bounds() {
        let patience = Patience::default();
        let mut jitter = NumpyRng::new(1);
        for (number, base) in [(1, 1.0), (2, 2.0), (5, 16.0), (7, 60.0), (90, 60.0)] {
            let wait = patience.wait(number, None, &mut jitter).as_secs_f64();
            assert!((base * 0.5..base * 1.5).contains(&wait), "{number}: {wait}");
        }
    }

    #[test]
    fn the_server_is_heard_within_reason() {
        let patience = Patience::default();
        let mut jitter = NumpyRng::new(1);
        let mut ask = |seconds| patience.wait(1, Some(Duration::from_secs(seconds)), &mut jitter);
        assert_eq!(ask(7), Duration::from_secs(7));
        assert_eq!(ask(86_400), Duration::from_secs(300));
    }

    #[test]
    fn the_same_seed_waits_the_same() {
        let waits = |seed| {
            let mut jitter = NumpyRng::new(seed);
            [1, 2, 3].map(|number| Patience::default().wait(number, None, &mut jitter))
        };
        assert_eq!(waits(5), waits(5));
        assert_ne!(waits(5), waits(6));
    }

    #[test]
    fn a_stop_ends_a_sleep() {
        let stop = AtomicBool::new(true);
        assert!(!sleep(Duration::from_secs(3600), &stop));
        assert!(sleep(Duration::ZERO, &AtomicBool::new(false)));
    }
}
