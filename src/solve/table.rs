//! A bounded table of what is known about positions, whatever led to them.

use crate::rules::xiangqi::{Move, Position, Side, Square};

/// Refuted within any number of plies: the attacker itself gets mated, or the
/// defender can hold out for ever.
pub(super) const NEVER: u8 = u8::MAX;

/// Entries that share one place.
const WAYS: usize = 4;

/// What is known about a position for one attacker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    /// The defender is mated within so many plies.
    pub(super) proved: Option<u8>,
    /// No mate within so many plies; [`NEVER`] for any number.
    pub(super) refuted: Option<u8>,
    /// The move that proved or refuted, by whoever is to move.
    pub(super) best: Option<Move>,
}

/// 16 bytes. Plies are stored plus one, so that zero means nothing known.
#[derive(Debug, Clone, Copy)]
struct Entry {
    key: u64,
    proved: u8,
    refuted: u8,
    from: u8,
    to: u8,
    /// Entries of an earlier generation are forgotten.
    generation: u8,
    /// Rises with the logarithm of the work spent below the position.
    weight: u8,
}

const EMPTY: Entry = Entry {
    key: 0,
    proved: 0,
    refuted: 0,
    from: 0,
    to: 0,
    generation: 0,
    weight: 0,
};

/// The table. Positions are told apart by 64-bit keys alone; a false match among
/// a billion look-ups in a million entries has odds of one in twenty thousand.
/// Proofs do not rest on that: the checker of certificates knows no table.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    mask: usize,
    generation: u8,
}

impl Table {
    /// A table of about `bytes` bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let places = (bytes / size_of::<Entry>() / WAYS).max(2);
        let places = 1_usize << places.ilog2();
        Self {
            entries: vec![EMPTY; places * WAYS],
            mask: places - 1,
            generation: 1,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.entries.fill(EMPTY);
            self.generation = 1;
        }
    }

    /// What is known about a key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Known {
        let mut place = self.place(key).iter();
        match place.find(|entry| entry.key == key && entry.generation == self.generation) {
            Some(entry) => Known {
                proved: entry.proved.checked_sub(1),
                refuted: match entry.refuted {
                    NEVER => Some(NEVER),
                    plies => plies.checked_sub(1),
                },
                best: entry.best(),
            },
            None => Known {
                proved: None,
                refuted: None,
                best: None,
            },
        }
    }

    /// Notes that the defender is mated within `plies`.
    #[inline]
    pub(super) fn prove(&mut self, key: u64, plies: u8, best: Option<Move>, work: u64) {
        let entry = self.entry(key, work);
        if entry.proved == 0 || plies < entry.proved - 1 {
            entry.proved = plies + 1;
            entry.set_best(best);
        }
    }

    /// Notes that there is no mate within `plies`.
    #[inline]
    pub(super) fn refute(&mut self, key: u64, plies: u8, best: Option<Move>, work: u64) {
        let entry = self.entry(key, work);
        let stored = plies.saturating_add(1);
        if stored > entry.refuted {
            entry.refuted = stored;
            if entry.proved == 0 {
                entry.set_best(best);
            }
        }
    }

    fn place(&self, key: u64) -> &[Entry] {
        let start = (key as usize & self.mask) * WAYS;
        &self.entries[start..start + WAYS]
    }

    /// The entry of a key, taken from the cheapest one of its place if new.
    fn entry(&mut self, key: u64, work: u64) -> &mut Entry {
        let start = (key as usize & self.mask) * WAYS;
        let generation = self.generation;
        let place = &mut self.entries[start..start + WAYS];
        let value = |entry: &Entry| (entry.generation == generation).then_some(entry.weight);
        let mut chosen = 0;
        for (index, entry) in place.iter().enumerate() {
            if entry.key == key {
                chosen = index;
                break;
            }
            if value(entry) < value(&place[chosen]) {
                chosen = index;
            }
        }
        let entry = &mut place[chosen];
        if entry.key != key || entry.generation != generation {
            *entry = Entry {
                key,
                generation,
                ..EMPTY
            };
        }
        let weight = work.max(1).ilog2() as u8;
        entry.weight = entry.weight.max(weight);
        entry
    }
}

impl Entry {
    fn best(self) -> Option<Move> {
        (self.from != self.to).then_some(())?;
        Some(Move {
            from: Square::from_index(self.from)?,
            to: Square::from_index(self.to)?,
        })
    }

    fn set_best(&mut self, best: Option<Move>) {
        (self.from, self.to) =
            best.map_or((0, 0), |mv| (mv.from.index() as u8, mv.to.index() as u8));
    }
}

/// The key of a position for an attacker; never zero in practice, and a match of
/// an empty entry says nothing anyway.
#[inline]
pub(super) fn key(position: &Position, attacker: Side) -> u64 {
    match attacker {
        Side::Red => position.key(),
        Side::Black => position.key() ^ 0x5851_F42D_4C95_7F2D,
    }
}
