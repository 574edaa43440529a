//! Questions to the agent on the replayed board.

use super::belief::{JudgedBelief, judge};
use super::discrepancy::{CompareKind, Comparison};
use crate::records::regent::{Attempt, Elicitation, ReplyForm};
use crate::rules::regent::{Game, Move, MoveSet};

/// One question with its replies, judged.
#[derive(Debug, Clone, PartialEq)]
pub struct ElicitationFact {
    /// The ply it belongs to.
    pub ply: u32,
    /// The number of the agent's own move that was asked for, from 1.
    pub own_move: u32,
    /// The replies.
    pub attempts: Vec<AttemptFact>,
    /// The belief of the first reply.
    pub belief: JudgedBelief,
    /// The first reply names one legal move, and its belief is valid.
    pub well_formed: bool,
    /// Living pieces of the enemy.
    pub enemy_pieces: u32,
}

/// One reply, judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttemptFact {
    /// How the reply holds its answer, where its text is stored.
    pub form: Option<ReplyForm>,
    /// Whether it names a move.
    pub names_move: bool,
    /// Whether that move is legal in the mode after the ply's Crown Shift.
    pub legal: bool,
}

impl AttemptFact {
    /// Whether it names a move which is not legal.
    #[must_use]
    pub const fn illegal(self) -> bool {
        self.names_move && !self.legal
    }
}

/// Judges a question put to the side to move, `moves` being the legal ones after
/// the ply's Crown Shift, and compares what the harness stored.
pub(super) fn fact(
    stored: &Elicitation,
    game: &Game,
    moves: &MoveSet,
    comparison: &mut Comparison,
) -> ElicitationFact {
    let us = game.side_to_move();
    let ply = game.ply();
    let attempts: Vec<AttemptFact> = stored
        .attempts
        .iter()
        .map(|attempt| AttemptFact {
            form: attempt.reply.as_ref().map(|reply| reply.form),
            names_move: attempt.mv.is_some(),
            legal: is_legal(attempt.mv.as_deref(), moves),
        })
        .collect();
    let belief = judge(&stored.belief, game.board(), us, game.regent(!us));
    let well_formed = attempts.first().is_some_and(|first| first.legal) && belief.is_valid();
    comparison.flag(
        CompareKind::WellFormed,
        (Some(ply), None),
        stored.well_formed,
        well_formed,
    );
    for (index, (attempt, fact)) in stored.attempts.iter().zip(&attempts).enumerate() {
        let place = (Some(ply), Some(index));
        comparison.flag(CompareKind::AttemptLegal, place, attempt.legal, fact.legal);
        compare_reply(attempt, place, comparison);
    }
    compare_belief(stored, ply, comparison);
    ElicitationFact {
        ply,
        own_move: game.crown(us).completed() + 1,
        attempts,
        belief,
        well_formed,
        enemy_pieces: game.board().pieces_of(!us).len(),
    }
}

fn is_legal(text: Option<&str>, moves: &MoveSet) -> bool {
    text.and_then(|text| text.parse::<Move>().ok())
        .is_some_and(|mv| moves.contains(mv))
}

/// The stored move against the reply's text, where that holds an answer.
fn compare_reply(
    attempt: &Attempt,
    place: (Option<u32>, Option<usize>),
    comparison: &mut Comparison,
) {
    let answer = attempt
        .reply
        .as_ref()
        .and_then(|reply| reply.answer.as_ref());
    if let Some(answer) = answer {
        let same = answer.mv == attempt.mv;
        comparison.check(CompareKind::ReplyMove, place, same, || {
            let text = |mv: &Option<String>| mv.clone().unwrap_or_else(|| "none".to_owned());
            (text(&attempt.mv), text(&answer.mv))
        });
    }
}

fn compare_belief(stored: &Elicitation, ply: u32, comparison: &mut Comparison) {
    let first = stored
        .attempts
        .first()
        .and_then(|first| first.reply.as_ref());
    if let Some(answer) = first.and_then(|reply| reply.answer.as_ref()) {
        let same = answer.belief == stored.belief;
        comparison.check(CompareKind::ReplyBelief, (Some(ply), Some(0)), same, || {
            (
                format!("{:?}", stored.belief),
                format!("{:?}", answer.belief),
            )
        });
    }
}
