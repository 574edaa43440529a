//! What the moves before a position mean for a proof: where the game would end
//! by repetition.

use std::collections::BTreeMap;

use crate::rules::xiangqi::{Game, Position, Side};

/// Positions that have occurred twice. Coming to one of them ends the game.
///
/// Positions that have occurred once are no matter: the distance falls with every
/// move of a proof, so that a proof comes to none of them more than once.
#[derive(Debug)]
pub(super) struct Past {
    twice: Vec<Position>,
    /// Fewest pieces of any of them; with fewer, all are out of reach.
    fewest: usize,
    /// Coming to one of them might win for the attacker, because the defender
    /// alone has given check ever since.
    may_help: bool,
}

impl Past {
    pub(super) fn of(game: &Game, attacker: Side) -> Self {
        let moves: Vec<(&Position, bool)> = game.past().collect();
        let mut seen: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        let all = moves.iter().map(|(position, _)| *position);
        for (ply, position) in all.chain([game.position()]).enumerate() {
            seen.entry(position.key()).or_default().push(ply);
        }
        let at = |ply: usize| moves.get(ply).map_or(game.position(), |(before, _)| before);
        let mut past = Self {
            twice: Vec::new(),
            fewest: usize::MAX,
            may_help: false,
        };
        for plies in seen.values() {
            let &[.., earliest, last] = plies.as_slice() else {
                continue;
            };
            let position = at(last);
            past.twice.push(*position);
            past.fewest = past.fewest.min(position.pieces().count());
            past.may_help |= moves[earliest..]
                .iter()
                .filter(|(before, _)| before.side_to_move() != attacker)
                .all(|&(_, gave_check)| gave_check);
        }
        past
    }

    /// No position has occurred twice.
    pub(super) const fn is_empty(&self) -> bool {
        self.twice.is_empty()
    }

    pub(super) const fn may_help(&self) -> bool {
        self.may_help
    }

    /// Whether coming to a position ends the game.
    pub(super) fn ends_at(&self, position: &Position) -> bool {
        self.twice.contains(position)
    }

    /// Whether none of the positions can be reached from here.
    pub(super) fn is_out_of_reach(&self, position: &Position) -> bool {
        position.pieces().count() < self.fewest
    }
}
