//! Which move an agent wants, and what it expects to follow.

use super::dice::Dice;
use super::mate::MateSearch;
use super::material::{balance, ranked};
use super::persona::{Skill, Taste};
use crate::rules::xiangqi::{Move, Position};

/// A move wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wish {
    pub(super) mv: Move,
    /// The mate it has seen, from this move on; empty when it has seen none.
    pub(super) mate: Vec<Move>,
}

/// A position with what an agent knows of it.
pub(super) struct View<'a> {
    pub(super) position: &'a Position,
    /// Keys of earlier positions with the same side to move.
    pub(super) seen: &'a [u64],
    /// Moves refused or discarded in this turn.
    pub(super) excluded: &'a [Move],
}

impl View<'_> {
    /// The move wanted; none when nothing is left.
    pub(super) fn wish(&self, skill: &Skill, grasp: bool, dice: &mut Dice) -> Option<Wish> {
        let moves: Vec<Move> = self
            .position
            .legal_moves()
            .iter()
            .copied()
            .filter(|mv| !self.excluded.contains(mv))
            .collect();
        let blunders = dice.chance(skill.blunder);
        let by_taste = by_taste(self.position, &moves, skill.taste, dice)?;
        let quiet = |mv| Wish {
            mv,
            mate: Vec::new(),
        };
        if blunders {
            return Some(quiet(by_taste));
        }
        let plies = if grasp {
            skill.mate_plies
        } else {
            skill.mate_plies.min(1)
        };
        let mate = MateSearch::new(skill.positions).shortest(self.position, plies);
        if let Some(mate) = mate
            && let Some(&mv) = mate.first()
            && moves.contains(&mv)
        {
            return Some(Wish { mv, mate });
        }
        if skill.material_plies == 0 {
            return Some(quiet(by_taste));
        }
        Some(quiet(self.best(&moves, skill, by_taste)))
    }

    /// The best move for material; among equals the one to its taste, and no
    /// repetition if it minds them.
    fn best(&self, moves: &[Move], skill: &Skill, by_taste: Move) -> Move {
        let ranked = ranked(self.position, moves, skill.material_plies);
        let fresh: Vec<(Move, i32)> = ranked
            .iter()
            .copied()
            .filter(|&(mv, _)| !skill.avoids_repeats || !self.leads_back(mv))
            .collect();
        let from = if fresh.is_empty() { &ranked } else { &fresh };
        let top = from.first().map_or(0, |&(_, score)| score);
        let equals = || from.iter().filter(|&&(_, score)| score == top);
        equals()
            .find(|&&(mv, _)| mv == by_taste)
            .or_else(|| equals().next())
            .map_or(by_taste, |&(mv, _)| mv)
    }

    /// Whether some reply brings back a position seen before.
    fn leads_back(&self, mv: Move) -> bool {
        let mut next = *self.position;
        next.make(mv);
        next.legal_moves().iter().any(|&reply| {
            let mut after = next;
            after.make(reply);
            self.seen.contains(&after.key())
        })
    }

    /// Whether the side to move is behind by more than this, in hundredths of a
    /// pawn.
    pub(super) fn is_behind(&self, by: i32) -> bool {
        balance(self.position, self.position.side_to_move()) < -by
    }
}

fn by_taste(position: &Position, moves: &[Move], taste: Taste, dice: &mut Dice) -> Option<Move> {
    let liked: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|&mv| match taste {
            Taste::Checks => position.gives_check(mv),
            Taste::Captures => position.piece_at(mv.to).is_some(),
            Taste::Anything => true,
        })
        .collect();
    dice.pick(if liked.is_empty() { moves } else { &liked })
        .copied()
}

/// A line to test: the wanted move, then what the agent expects. A mate it has
/// seen is tested as it is; otherwise replies are looked up with probability
/// `foresight` and else merely hoped for.
pub(super) fn line(
    position: &Position,
    wish: &Wish,
    length: usize,
    foresight: f64,
    dice: &mut Dice,
) -> Vec<Move> {
    if wish.mate.len() > 1 {
        let mut mate = wish.mate.clone();
        mate.truncate(length.max(1));
        return mate;
    }
    let mut line = vec![wish.mv];
    let mut position = *position;
    position.make(wish.mv);
    while line.len() < length {
        let moves: Vec<Move> = position.legal_moves().to_vec();
        let own = line.len() % 2 == 0;
        let looks = dice.chance(if own { 1.0 } else { foresight });
        let hoped = dice.pick(&moves).copied();
        let looked = || ranked(&position, &moves, 1).first().map(|&(mv, _)| mv);
        let Some(mv) = (if looks { looked() } else { hoped }) else {
            break;
        };
        line.push(mv);
        position.make(mv);
    }
    line
}
