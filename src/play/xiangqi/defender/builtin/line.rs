//! The positions behind a node: what a repetition would mean.

use crate::rules::xiangqi::{Game, Position, Side};

/// One position of the game or the searched line.
#[derive(Debug, Clone, Copy)]
struct Passed {
    key: u64,
    side: Side,
    /// Whether the side to move there was in check.
    in_check: bool,
}

/// Positions from the start of the game to the node, latest last.
#[derive(Debug, Default)]
pub(super) struct Line {
    passed: Vec<Passed>,
}

/// What a position that occurred before is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeated {
    Draw,
    /// The side to move has been checked all the time: the checker loses.
    Wins,
    /// The side to move has given check all the time.
    Loses,
}

impl Line {
    pub(super) fn of(game: &Game) -> Self {
        let mut line = Self::default();
        let mut earlier = game.clone();
        let mut positions = vec![*earlier.position()];
        while earlier.undo().is_some() {
            positions.push(*earlier.position());
        }
        for position in positions.iter().skip(1).rev() {
            line.push(position);
        }
        line
    }

    pub(super) fn push(&mut self, position: &Position) {
        self.passed.push(Passed {
            key: position.key(),
            side: position.side_to_move(),
            in_check: position.in_check(),
        });
    }

    pub(super) fn pop(&mut self) {
        self.passed.pop();
    }

    /// What it means that `position` comes now, if it has come before. One
    /// earlier occurrence counts: what can be repeated once can be again.
    pub(super) fn repeats(&self, position: &Position) -> Option<Repeated> {
        let first = self
            .passed
            .iter()
            .rposition(|passed| passed.key == position.key())?;
        let cycle = self.passed.get(first + 1..)?;
        let side = position.side_to_move();
        let in_check = position.in_check();
        // The mover's checks show on the other side's positions.
        let of = |who: Side| cycle.iter().filter(move |passed| passed.side == who);
        let we_were_checked = in_check && of(side).all(|passed| passed.in_check);
        let they_were_checked = of(side.opponent()).next().is_some()
            && of(side.opponent()).all(|passed| passed.in_check);
        Some(match (we_were_checked, they_were_checked) {
            (true, false) => Repeated::Wins,
            (false, true) => Repeated::Loses,
            _ => Repeated::Draw,
        })
    }
}
