//! The board as an agent believes it to be.

use super::dice::Dice;
use super::notice::{Fact, read};
use crate::play::agent::{Message, Role};
use crate::rules::xiangqi::{Move, PieceKind, Position, Setup, Side, Square};

/// What an agent believes.
#[derive(Debug, Clone, Default)]
pub(super) struct Belief {
    /// The side it plays, once told.
    pub(super) side: Option<Side>,
    board: Option<Setup>,
    /// The legal moves, when they were shown for this very position.
    pub(super) legal: Option<Vec<Move>>,
    /// Keys of the positions in which it was to move.
    pub(super) seen: Vec<u64>,
}

impl Belief {
    /// Takes in what a message says. Every move changes the board in mind,
    /// wrongly with probability `lapse`; a position shown sets it right.
    pub(super) fn update(&mut self, facts: &[Fact], lapse: f64, dice: &mut Dice) {
        let mut new_turn = false;
        for fact in facts {
            match fact {
                Fact::Started(side) => {
                    self.side = Some(*side);
                    new_turn = true;
                }
                Fact::Shown(setup) => {
                    self.board = Some(**setup);
                    self.legal = None;
                }
                Fact::Legal(moves) => self.legal = Some(moves.clone()),
                Fact::Played(mv) | Fact::Opponent(mv) => {
                    new_turn |= matches!(fact, Fact::Opponent(_));
                    let lapses = dice.chance(lapse);
                    let kind = dice.below(LAPSES.len());
                    self.legal = None;
                    self.board = self.board.map(|board| match LAPSES.get(kind) {
                        Some(lapse) if lapses => lapse(&played(&board, *mv), &board, *mv),
                        _ => played(&board, *mv),
                    });
                }
                _ => {}
            }
        }
        if new_turn && let Some(position) = self.position() {
            self.seen.push(position.key());
        }
    }

    /// Reads the whole conversation again, carefully.
    pub(super) fn recall(&mut self, conversation: &[Message]) {
        // Nothing is left to chance, so any dice do.
        let mut dice = Dice::new(0);
        let mut again = Self::default();
        for message in conversation.iter().filter(|m| m.role == Role::User) {
            again.update(&read(&message.content), 0.0, &mut dice);
        }
        again.legal = again.legal.or(self.legal.take());
        *self = again;
    }

    /// The position in mind with the agent to move, if it is one at all.
    pub(super) fn position(&self) -> Option<Position> {
        let side = self.side?;
        Position::try_from(with_side(self.board.as_ref()?, side)).ok()
    }

    /// A move that merely looks like one: a piece it believes to be its own,
    /// moved somewhere near.
    pub(super) fn guess(&self, dice: &mut Dice) -> Option<Move> {
        let side = self.side.unwrap_or(Side::Red);
        let squares: Vec<Square> = Square::all().collect();
        let own: Vec<Square> = squares
            .iter()
            .copied()
            .filter(|&square| {
                self.board
                    .and_then(|board| board.piece_at(square))
                    .is_some_and(|piece| piece.side == side)
            })
            .collect();
        let from = *dice.pick(if own.is_empty() { &squares } else { &own })?;
        let along_file = dice.chance(0.5);
        let near: Vec<Square> = squares
            .into_iter()
            .filter(|to| {
                *to != from
                    && if along_file {
                        to.file() == from.file()
                    } else {
                        to.rank() == from.rank()
                    }
            })
            .collect();
        let to = *dice.pick(&near)?;
        Some(Move { from, to })
    }
}

/// A way to misremember: the right board after the move, the board before it,
/// the move.
type Lapse = fn(&Setup, &Setup, Move) -> Setup;

const LAPSES: [Lapse; 3] = [stays_where_it_was, lands_beside, overlooks_a_piece];

/// The moved piece is believed to be where it was.
fn stays_where_it_was(_: &Setup, before: &Setup, _: Move) -> Setup {
    with_side(before, before.side_to_move().opponent())
}

/// The moved piece is believed to be one file off.
fn lands_beside(right: &Setup, _: &Setup, mv: Move) -> Setup {
    let mut board = *right;
    let beside = [mv.to.file().checked_sub(1), mv.to.file().checked_add(1)];
    let free = beside
        .into_iter()
        .flatten()
        .filter_map(|file| Square::new(file, mv.to.rank()))
        .find(|&square| right.piece_at(square).is_none());
    if let Some(square) = free {
        board.put(square, right.piece_at(mv.to));
        board.put(mv.to, None);
    }
    board
}

/// A piece of the side to move, near the middle of the list, is forgotten.
fn overlooks_a_piece(right: &Setup, _: &Setup, _: Move) -> Setup {
    let mut board = *right;
    let side = right.side_to_move();
    let pieces: Vec<Square> = Square::all()
        .filter(|&square| {
            right
                .piece_at(square)
                .is_some_and(|piece| piece.side == side && piece.kind != PieceKind::King)
        })
        .collect();
    if let Some(&square) = pieces.get(pieces.len() / 2) {
        board.put(square, None);
    }
    board
}

/// The board after a move, legal or not.
fn played(board: &Setup, mv: Move) -> Setup {
    let mut next = with_side(board, board.side_to_move().opponent());
    next.put(mv.to, board.piece_at(mv.from));
    next.put(mv.from, None);
    next
}

fn with_side(board: &Setup, side: Side) -> Setup {
    let mut copy = Setup::new(side);
    for square in Square::all() {
        copy.put(square, board.piece_at(square));
    }
    copy
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPENING: &str = "Game started. You are playing as RED.\n\n\
        FEN: rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    const REPLY: &str = "Opponent (black) played: h9g7 — …\nCheck: No";

    fn believe(messages: &[&str], lapse: f64, seed: u64) -> Belief {
        let mut dice = Dice::new(seed);
        let mut belief = Belief::default();
        for message in messages {
            belief.update(&read(message), lapse, &mut dice);
        }
        belief
    }

    #[test]
    fn announced_moves_are_followed() {
        let belief = believe(&[OPENING, "Move executed: h2e2", REPLY], 0.0, 1);
        let position = belief.position().unwrap();
        assert_eq!(
            position.fen(),
            "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w"
        );
        assert_eq!(belief.seen.len(), 2);
    }

    #[test]
    fn a_lapse_is_mended_by_a_board_or_by_reading_again() {
        let right = believe(&[OPENING, "Move executed: h2e2", REPLY], 0.0, 1).position();
        for seed in 0..20 {
            let mut belief = believe(&[OPENING, "Move executed: h2e2", REPLY], 1.0, seed);
            assert_ne!(belief.position(), right, "{seed}");
            let conversation: Vec<Message> = [OPENING, "Move executed: h2e2", REPLY]
                .into_iter()
                .map(|content| Message {
                    role: Role::User,
                    content: content.to_owned(),
                })
                .collect();
            belief.recall(&conversation);
            assert_eq!(belief.position(), right);
        }
        let shown = format!("{REPLY}\nMove 2 — FEN: 4k4/9/9/9/9/9/9/9/9/3K5 w");
        let belief = believe(&[OPENING, "Move executed: h2e2", &shown], 1.0, 3);
        assert_eq!(
            belief.position().unwrap().fen(),
            "4k4/9/9/9/9/9/9/9/9/3K5 w"
        );
    }

    #[test]
    fn a_guess_moves_a_piece_of_ones_own() {
        let belief = believe(&[OPENING], 0.0, 1);
        let mut dice = Dice::new(1);
        for _ in 0..50 {
            let guess = belief.guess(&mut dice).unwrap();
            let piece = belief.position().unwrap().piece_at(guess.from).unwrap();
            assert_eq!(piece.side, Side::Red);
            assert_ne!(guess.from, guess.to);
        }
        // Even when it was told nothing.
        assert!(Belief::default().guess(&mut dice).is_some());
    }
}
