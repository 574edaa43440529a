//! Shortest forced ends: checkmate or stalemate within a few plies, whatever
//! the other side replies. Repetition is not considered.

use crate::rules::xiangqi::{Move, Position};

/// Entries of the memory; a power of two.
const ENTRIES: usize = 1 << 16;

/// Searches for forced ends and remembers what it found. What it remembers is
/// true of the positions themselves, so that one value serves any number of
/// games and sides.
#[derive(Debug)]
pub(super) struct MateSearch {
    memory: Vec<Known>,
}

/// What is known of a position, seen from the side to move.
#[derive(Debug, Clone, Copy)]
struct Known {
    key: u64,
    /// It can force the end within so many plies; 0 if that is not known.
    forced_within: u8,
    /// It cannot within so many plies.
    not_within: u8,
}

impl Known {
    const NOTHING: Self = Self {
        key: 0,
        forced_within: 0,
        not_within: 0,
    };
}

impl MateSearch {
    pub(super) fn new() -> Self {
        Self {
            memory: vec![Known::NOTHING; ENTRIES],
        }
    }

    /// Plies after which the side to move can have forced the end, if that is
    /// possible within `depth` plies; always odd.
    pub(super) fn shortest(&mut self, position: &mut Position, depth: u8) -> Option<u8> {
        (1..=depth)
            .step_by(2)
            .find(|&plies| self.forces(position, plies))
    }

    /// Whether the side to move forces the end within an odd number of plies.
    fn forces(&mut self, position: &mut Position, plies: u8) -> bool {
        let key = position.key();
        let known = self.recall(key);
        if known.forced_within != 0 && known.forced_within <= plies {
            return true;
        }
        if known.not_within >= plies {
            return false;
        }
        // Checks leave the fewest replies.
        let moves = position.legal_moves();
        let forced = [true, false].into_iter().any(|checks| {
            moves
                .iter()
                .any(|&mv| self.forces_with(position, mv, plies, checks))
        });
        self.remember(key, plies, forced);
        forced
    }

    /// Whether a move, if it gives check or not as asked, forces the end.
    fn forces_with(&mut self, position: &mut Position, mv: Move, plies: u8, check: bool) -> bool {
        let undo = position.make(mv);
        let forced = position.in_check() == check && self.cannot_escape(position, plies - 1);
        position.unmake(mv, undo);
        forced
    }

    /// Whether every reply of the side to move leads to the end within an even
    /// number of plies.
    fn cannot_escape(&mut self, position: &mut Position, plies: u8) -> bool {
        if plies < 2 {
            return !position.has_legal_move();
        }
        position.legal_moves().iter().all(|&mv| {
            let undo = position.make(mv);
            let forced = self.forces(position, plies - 1);
            position.unmake(mv, undo);
            forced
        })
    }

    fn recall(&self, key: u64) -> Known {
        match self.memory.get(slot(key)) {
            Some(known) if known.key == key => *known,
            _ => Known {
                key,
                ..Known::NOTHING
            },
        }
    }

    fn remember(&mut self, key: u64, plies: u8, forced: bool) {
        let mut known = self.recall(key);
        if forced {
            known.forced_within = plies;
        } else {
            known.not_within = plies;
        }
        if let Some(place) = self.memory.get_mut(slot(key)) {
            *place = known;
        }
    }
}

const fn slot(key: u64) -> usize {
    key as usize & (ENTRIES - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition word by word.
    fn plain(position: &Position, plies: u8, attacks: bool) -> bool {
        let moves = position.legal_moves();
        let mut after = moves.iter().map(|&mv| {
            let mut after = *position;
            after.make(mv);
            after
        });
        match (attacks, plies) {
            (false, _) if moves.is_empty() => true,
            (_, 0) => false,
            (true, _) => after.any(|after| plain(&after, plies - 1, false)),
            (false, _) => after.all(|after| plain(&after, plies - 1, true)),
        }
    }

    #[test]
    fn distances_equal_those_of_the_plain_definition() {
        let table = include_str!("../../../../data/positions/xiangqi.csv");
        let mut search = MateSearch::new();
        let mut found = 0;
        for line in table.lines().skip(1).step_by(3) {
            // Black to move, so that its threats are found.
            let fen = line.split(',').nth(4).unwrap().replace(" w ", " b ");
            let Ok(mut position) = Position::from_fen(&fen) else {
                continue;
            };
            let shortest = search.shortest(&mut position, 3);
            let expected = [1, 3]
                .into_iter()
                .find(|&plies| plain(&position, plies, true));
            assert_eq!(shortest, expected, "{}", position.fen());
            found += usize::from(shortest.is_some());
        }
        assert!(found > 0);
    }

    #[test]
    fn mates_are_counted_in_plies() {
        let distance = |fen: &str| {
            let mut position = Position::from_fen(fen).unwrap();
            MateSearch::new().shortest(&mut position, 5)
        };
        assert_eq!(distance("4k4/R8/9/9/9/9/9/9/7R1/3K5 w"), Some(1));
        assert_eq!(distance("4k4/9/9/9/R8/7R1/9/9/9/3K5 w"), Some(3));
        assert_eq!(distance("4k4/9/9/9/9/9/9/9/9/3K5 w"), None);
    }
}
