//! NumPy's default generator: PCG64 seeded through `SeedSequence`.

/// The stream of `numpy.random.default_rng(seed)`, draw for draw.
///
/// The generator is PCG64, the 128-bit linear congruential generator with the
/// XSL-RR output of O'Neill 2014, seeded by NumPy's `SeedSequence`. Bounded
/// integers use the multiply-and-reject method of Lemire 2019 on 32-bit halves,
/// as NumPy does for its 64-bit type when the range fits 32 bits.
///
/// Not for cryptography.
///
/// ```
/// # use recount::stats::NumpyRng;
/// let mut rng = NumpyRng::new(2027);
/// let draws: Vec<u64> = (0..4).map(|_| rng.integers(119)).collect();
/// assert_eq!(draws, [75, 0, 17, 45]);
/// ```
#[derive(Debug, Clone)]
pub struct NumpyRng {
    state: u128,
    increment: u128,
    /// High half of the last 64-bit output, when only its low half was used.
    spare: Option<u32>,
}

impl NumpyRng {
    /// The generator of `numpy.random.default_rng(seed)`.
    pub fn new(seed: u64) -> Self {
        let [state_high, state_low, stream_high, stream_low] = seed_words(seed);
        let start = u128::from(state_high) << 64 | u128::from(state_low);
        let stream = u128::from(stream_high) << 64 | u128::from(stream_low);
        let mut rng = Self {
            state: 0,
            increment: stream << 1 | 1,
            spare: None,
        };
        rng.step();
        rng.state = rng.state.wrapping_add(start);
        rng.step();
        rng
    }

    /// A uniform integer in \[0, n): `Generator.integers(0, n)` of NumPy's
    /// 64-bit integer type, alone or as the next element of an array.
    ///
    /// Drawing from one value or none (`n` of 1 or 0) gives 0 and, as in NumPy
    /// for 1, leaves the stream where it was.
    pub fn integers(&mut self, n: u64) -> u64 {
        match n {
            0 | 1 => 0,
            2..=0xFFFF_FFFF => u64::from(self.below_32(n as u32)),
            0x1_0000_0000 => u64::from(self.next_32()),
            _ => self.below_64(n),
        }
    }

    /// A random ordering of `0..n`: `Generator.permutation(n)`.
    pub fn permutation(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for last in (1..n).rev() {
            order.swap(last, self.up_to_masked(last as u64) as usize);
        }
        order
    }

    /// A uniform double in \[0, 1) on the grid of 2⁻⁵³: `Generator.random()`.
    pub fn random(&mut self) -> f64 {
        (self.next_64() >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
    }

    fn step(&mut self) {
        const MULTIPLIER: u128 = 0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645;
        self.state = self
            .state
            .wrapping_mul(MULTIPLIER)
            .wrapping_add(self.increment);
    }

    fn next_64(&mut self) -> u64 {
        self.step();
        let folded = (self.state >> 64) as u64 ^ self.state as u64;
        folded.rotate_right((self.state >> 122) as u32)
    }

    /// Half a 64-bit output: the low half first, the high half kept for the
    /// next call.
    fn next_32(&mut self) -> u32 {
        if let Some(high) = self.spare.take() {
            return high;
        }
        let word = self.next_64();
        self.spare = Some((word >> 32) as u32);
        word as u32
    }

    /// Lemire's method on 32 bits; `n` is at least 2.
    fn below_32(&mut self, n: u32) -> u32 {
        let mut product = u64::from(self.next_32()) * u64::from(n);
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = u64::from(self.next_32()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// Lemire's method on 64 bits; `n` is at least 2.
    fn below_64(&mut self, n: u64) -> u64 {
        let mut product = u128::from(self.next_64()) * u128::from(n);
        if (product as u64) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u64) < threshold {
                product = u128::from(self.next_64()) * u128::from(n);
            }
        }
        (product >> 64) as u64
    }

    /// A uniform integer in \[0, max\] by drawing masked bits until they fit:
    /// how NumPy's shuffle picks a partner. `max` is at least 1.
    fn up_to_masked(&mut self, max: u64) -> u64 {
        let mask = u64::MAX >> max.leading_zeros();
        loop {
            let bits = if max <= 0xFFFF_FFFF {
                u64::from(self.next_32())
            } else {
                self.next_64()
            };
            if bits & mask <= max {
                return bits & mask;
            }
        }
    }
}

/// `SeedSequence(seed).generate_state(4, uint64)`.
///
/// A pool of four words absorbs the seed, every word is mixed into every other,
/// and the pool is hashed out again. Hash and mix are O'Neill's `seed_seq_fe`.
fn seed_words(seed: u64) -> [u64; 4] {
    const POOL: usize = 4;
    let mut absorb = Hash::new(0x43b0_d7e5, 0x931e_8875);
    let mut pool = [seed as u32, (seed >> 32) as u32, 0, 0].map(|word| absorb.apply(word));
    for from in 0..POOL {
        for to in 0..POOL {
            if from != to {
                pool[to] = mix(pool[to], absorb.apply(pool[from]));
            }
        }
    }
    let mut emit = Hash::new(0x8b51_f9dd, 0x58f3_8ded);
    let mut halves = pool.iter().cycle().map(|&word| u64::from(emit.apply(word)));
    let mut word = || {
        let low = halves.next().unwrap_or_default();
        let high = halves.next().unwrap_or_default();
        high << 32 | low
    };
    [word(), word(), word(), word()]
}

/// A multiplicative hash whose key changes with every word.
struct Hash {
    key: u32,
    multiplier: u32,
}

impl Hash {
    fn new(key: u32, multiplier: u32) -> Self {
        Self { key, multiplier }
    }

    fn apply(&mut self, word: u32) -> u32 {
        let keyed = word ^ self.key;
        self.key = self.key.wrapping_mul(self.multiplier);
        let hashed = keyed.wrapping_mul(self.key);
        hashed ^ hashed >> 16
    }
}

/// Folds the hashed word `other` into `word`.
fn mix(word: u32, other: u32) -> u32 {
    let mixed = word
        .wrapping_mul(0xca01_f9dd)
        .wrapping_sub(other.wrapping_mul(0x4973_f715));
    mixed ^ mixed >> 16
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_range_of_one_value_draws_nothing() {
        let mut rng = NumpyRng::new(1);
        let mut untouched = rng.clone();
        assert_eq!((rng.integers(1), rng.integers(0)), (0, 0));
        assert_eq!(rng.next_64(), untouched.next_64());
    }

    proptest! {
        #[test]
        fn integers_stay_below_their_bound(seed: u64, n in 1_u64..) {
            let mut rng = NumpyRng::new(seed);
            for _ in 0..20 {
                prop_assert!(rng.integers(n) < n);
            }
        }

        #[test]
        fn doubles_stay_in_the_unit_interval(seed: u64) {
            let mut rng = NumpyRng::new(seed);
            for _ in 0..20 {
                prop_assert!((0.0..1.0).contains(&rng.random()));
            }
        }

        #[test]
        fn a_permutation_holds_every_index_once(seed: u64, n in 0_usize..200) {
            let mut order = NumpyRng::new(seed).permutation(n);
            order.sort_unstable();
            prop_assert!(order.into_iter().eq(0..n));
        }
    }
}
