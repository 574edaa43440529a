//! What the search remembers of positions.

use crate::rules::xiangqi::{Move, Square};

/// Entries; a power of two. Together they take 1 MiB.
const ENTRIES: usize = 1 << 16;

/// What a remembered score says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the score.
    Exact,
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

/// What is known of a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    key: u64,
    pub(super) score: i16,
    pub(super) depth: i8,
    pub(super) bound: Bound,
    /// The best move, as the indices of its squares.
    best: [u8; 2],
}

impl Entry {
    const EMPTY: Self = Self {
        key: 0,
        score: 0,
        depth: i8::MIN,
        bound: Bound::Upper,
        best: [0; 2],
    };

    /// The move that was best; of a square to itself if none was.
    pub(super) fn best(&self) -> Option<Move> {
        let [from, to] = self.best;
        Some(Move {
            from: Square::from_index(from)?,
            to: Square::from_index(to)?,
        })
    }
}

/// A table of fixed size in which newer entries replace older ones.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
}

impl Table {
    pub(super) fn new() -> Self {
        Self {
            entries: vec![Entry::EMPTY; ENTRIES],
        }
    }

    /// Forgets everything, so that a choice depends on its game alone.
    pub(super) fn clear(&mut self) {
        self.entries.fill(Entry::EMPTY);
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.entries
            .get(slot(key))
            .copied()
            .filter(|entry| entry.key == key && entry.depth != i8::MIN)
    }

    pub(super) fn put(
        &mut self,
        key: u64,
        depth: i32,
        score: i32,
        bound: Bound,
        best: Option<Move>,
    ) {
        let Some(place) = self.entries.get_mut(slot(key)) else {
            return;
        };
        let best = match best {
            Some(mv) => [mv.from.index() as u8, mv.to.index() as u8],
            // A bound without a move does not erase the move known before.
            None if place.key == key => place.best,
            None => [0; 2],
        };
        *place = Entry {
            key,
            score: score.clamp(-32_000, 32_000) as i16,
            depth: depth.clamp(-100, 100) as i8,
            bound,
            best,
        };
    }
}

const fn slot(key: u64) -> usize {
    key as usize & (ENTRIES - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_until_replaced_or_cleared() {
        let mut table = Table::new();
        assert_eq!(size_of::<Entry>(), 16);
        assert!(table.get(0).is_none() && table.get(7).is_none());
        let mv: Move = "i9a0".parse().unwrap();
        table.put(7, 3, -29_990, Bound::Exact, Some(mv));
        table.put(7, 4, 5, Bound::Upper, None);
        let entry = table.get(7).unwrap();
        assert_eq!((entry.score, entry.depth, entry.best()), (5, 4, Some(mv)));
        let other = 7 + ENTRIES as u64;
        assert!(table.get(other).is_none());
        table.put(other, 1, 0, Bound::Lower, None);
        assert!(table.get(7).is_none());
        table.clear();
        assert!(table.get(other).is_none());
    }
}
