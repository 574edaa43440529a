//! Seeds for parts of a run, so that what one part draws changes no other.

use sha2::{Digest as _, Sha256};

/// A seed derived from a run's seed and names: the same on every machine, and
/// unrelated for any two lists of names.
#[must_use]
pub fn derive(seed: u64, names: &[&str]) -> u64 {
    let mut hash = Sha256::new();
    hash.update(seed.to_le_bytes());
    for name in names {
        // Lengths keep ("ab", "c") apart from ("a", "bc").
        hash.update((name.len() as u64).to_le_bytes());
        hash.update(name.as_bytes());
    }
    let digest = hash.finalize();
    digest
        .iter()
        .take(8)
        .fold(0, |word, &byte| word << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::derive;

    #[test]
    fn names_and_their_borders_matter() {
        let seeds = [
            derive(1, &["ab", "c"]),
            derive(1, &["a", "bc"]),
            derive(2, &["ab", "c"]),
            derive(1, &["ab", "c", ""]),
        ];
        for (i, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..i].contains(seed));
        }
        assert_eq!(derive(1, &["ab", "c"]), seeds[0]);
    }
}
