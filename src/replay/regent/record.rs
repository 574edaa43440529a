//! The replay of one record.

use super::discrepancy::{CompareKind, Comparison};
use super::elicitation::{ElicitationFact, fact};
use super::game::{ReplayedGame, color, replay_game};
use crate::records::Reject;
use crate::records::regent::{Content, Probe, Record, parse};
use crate::rules::regent::{Color, Condition, Game, Mode, side_name};

/// Everything the rules say about a record.
#[derive(Debug, Clone, PartialEq)]
pub enum Replayed {
    /// A game.
    Game(ReplayedGame),
    /// A free-control question.
    Probe(ReplayedProbe),
}

/// A free-control question, judged.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplayedProbe {
    /// Placement, side to move, castling rights and en passant square.
    pub fen: String,
    /// The side that is asked: the one to move.
    pub side: Color,
    /// Legal moves.
    pub legal_moves: usize,
    /// Living pieces, White's first.
    pub living: [u32; 2],
    /// The question and its replies.
    pub elicitation: ElicitationFact,
    /// Stored values against the replay.
    pub comparison: Comparison,
}

impl Replayed {
    /// Stored values against the replay.
    #[must_use]
    pub const fn comparison(&self) -> &Comparison {
        match self {
            Self::Game(game) => &game.comparison,
            Self::Probe(probe) => &probe.comparison,
        }
    }

    /// The questions to the agent.
    #[must_use]
    pub fn elicitations(&self) -> &[ElicitationFact] {
        match self {
            Self::Game(game) => &game.elicitations,
            Self::Probe(probe) => std::slice::from_ref(&probe.elicitation),
        }
    }
}

/// Replays a record.
///
/// # Errors
///
/// [`Reject::Broken`] when its plies cannot be replayed, or its position is none.
pub fn replay(record: &Record) -> Result<Replayed, Reject> {
    match &record.content {
        Content::Game(game) => Ok(Replayed::Game(replay_game(record, game)?)),
        Content::Probe(probe) => Ok(Replayed::Probe(replay_probe(record, probe)?)),
    }
}

/// Parses and replays one document.
///
/// # Errors
///
/// What [`parse`] and [`replay`] refuse.
pub fn replay_document(bytes: &[u8]) -> Result<(Record, Replayed), Reject> {
    let record = parse(bytes)?;
    let replayed = replay(&record)?;
    Ok((record, replayed))
}

/// Both sides are in King Mode, there is no shift, and the agent is the side to
/// move.
fn replay_probe(record: &Record, probe: &Probe) -> Result<ReplayedProbe, Reject> {
    let game = Game::from_fen(&probe.fen, None, Condition::NoCrown)
        .map_err(|error| Reject::Broken(format!("fen: {error}")))?;
    let side = game.side_to_move();
    let mut comparison = Comparison::default();
    let stored = color(record.agent);
    comparison.check(
        CompareKind::AgentColor,
        (None, None),
        stored == side,
        || (side_name(stored).to_owned(), side_name(side).to_owned()),
    );
    let moves = game.board().moves(Mode::King);
    let elicitation = fact(&probe.elicitation, &game, &moves, &mut comparison);
    Ok(ReplayedProbe {
        fen: game.board().fen(),
        side,
        legal_moves: moves.len(),
        living: [Color::White, Color::Black].map(|side| game.board().pieces_of(side).len()),
        elicitation,
        comparison,
    })
}
