//! The positions of the game and of the line that is searched, to see repetition.

use crate::rules::xiangqi::{Game, Position};

/// Plies that a search may go beyond the game.
pub(super) const LONGEST: usize = 128;

/// One position.
#[derive(Debug, Clone, Copy)]
struct Step {
    key: u64,
    /// Whether the move that led here gave check.
    checked: bool,
    /// Whether no earlier position can be this one or come after it.
    fresh: bool,
}

/// What a repetition means for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeated {
    /// Neither side is to blame, or both are.
    Draw,
    /// The other side gave perpetual check.
    Won,
    /// The side to move did.
    Lost,
}

/// Positions from the start of the game to the end of the searched line.
#[derive(Debug, Default)]
pub(super) struct Line {
    steps: Vec<Step>,
    /// Positions of the game; the last of them is where the search starts.
    game: usize,
}

impl Line {
    /// Takes a game in, and makes room for a search.
    pub(super) fn start(&mut self, game: &Game) {
        self.steps.clear();
        self.steps.reserve(game.ply() + LONGEST + 2);
        let mut game = game.clone();
        loop {
            self.push(game.position(), false);
            if game.undo().is_none() {
                break;
            }
        }
        self.steps.reverse();
        self.game = self.steps.len();
    }

    #[cfg(test)]
    pub(super) const fn capacity(&self) -> usize {
        self.steps.capacity()
    }

    /// Adds a position. `fresh` says that a capture or a pass led to it, so that
    /// it cannot repeat an earlier one; leaving it out costs time only.
    pub(super) fn push(&mut self, position: &Position, fresh: bool) {
        self.steps.push(Step {
            key: position.key(),
            checked: position.in_check(),
            fresh,
        });
    }

    /// Takes the last position away.
    pub(super) fn pop(&mut self) {
        self.steps.pop();
    }

    /// Whether the last position's move gave check.
    pub(super) fn in_check(&self) -> bool {
        self.steps.last().is_some_and(|step| step.checked)
    }

    /// Whether the last position has been in the line or the game before.
    pub(super) fn recurs(&self) -> bool {
        self.earlier().next().is_some()
    }

    /// Whether the last position ends the line: the third time it occurs, or the
    /// second time since the search started, since whoever likes the repetition
    /// can bring it about again.
    pub(super) fn repeated(&self) -> Option<Repeated> {
        let mut earlier = self.earlier();
        let latest = earlier.next()?;
        let from = if latest + 1 >= self.game {
            latest
        } else {
            earlier.next()?
        };
        let cycle = self.steps.get(from + 1..)?;
        // The last move is the opponent's, the one before it is the mover's.
        let always = |skip: usize| {
            let mut moves = cycle.iter().rev().skip(skip).step_by(2);
            moves.all(|step| step.checked)
        };
        Some(match (always(0), always(1)) {
            (true, false) => Repeated::Won,
            (false, true) => Repeated::Lost,
            _ => Repeated::Draw,
        })
    }

    /// Where the last position occurred before, latest first.
    fn earlier(&self) -> impl Iterator<Item = usize> + '_ {
        let last = self.steps.len().saturating_sub(1);
        let key = self.steps.get(last).map(|step| step.key);
        let since = self.steps.iter().rposition(|step| step.fresh).unwrap_or(0);
        (since..last.saturating_sub(3))
            .rev()
            .filter(move |&at| self.steps.get(at).map(|step| step.key) == key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays some moves in the game and the others in the search.
    fn repeated(fen: &str, game_moves: &str, searched: &str) -> Option<Repeated> {
        let mut game = Game::new(Position::from_fen(fen).unwrap());
        for mv in game_moves.split_whitespace() {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let mut line = Line::default();
        line.start(&game);
        let mut position = *game.position();
        for mv in searched.split_whitespace() {
            assert_eq!(line.repeated(), None, "before {mv}");
            let captured = position.make(mv.parse().unwrap()).captured;
            line.push(&position, captured.is_some());
        }
        line.repeated()
    }

    const CHASE: &str = "3k5/9/9/9/9/4R4/9/9/9/5K3 w";
    const CHECKS: &str = "e4d4 d9e9 d4e4 e9d9";
    const QUIET: &str = "f0f1 d9d8 f1f0 d8d9";

    #[test]
    fn within_the_search_the_second_time_counts() {
        assert_eq!(repeated(CHASE, "", CHECKS), Some(Repeated::Lost));
        assert_eq!(repeated(CHASE, "", QUIET), Some(Repeated::Draw));
        // Seen from the side in check.
        let cycle = "e4d4 d9e9 d4e4 e9d9 e4d4";
        assert_eq!(repeated(CHASE, "e4d4", &cycle[5..]), Some(Repeated::Won));
    }

    #[test]
    fn with_the_game_the_third_time_counts() {
        let three = "e4d4 d9e9 d4e4";
        assert_eq!(repeated(CHASE, three, "e9d9"), None);
        let seven = format!("{CHECKS} {three}");
        assert_eq!(repeated(CHASE, &seven, "e9d9"), Some(Repeated::Lost));
        // A quiet cycle between the occurrences makes it a draw.
        let mixed = format!("{QUIET} {three}");
        assert_eq!(repeated(CHASE, &mixed, "e9d9"), Some(Repeated::Draw));
    }

    #[test]
    fn nothing_repeats_across_a_capture() {
        let fen = "3k5/9/9/9/4p4/4R4/9/9/9/5K3 w";
        assert_eq!(repeated(fen, "e4e5 d9d8", "e5e4 d8d9"), None);
    }
}
