//! The replay of one trial.

use super::actions::{self, ActionFact, TurnFact};
use super::compare::{Comparison, compare_trajectory};
use super::discrepancy::{Discrepancy, Tally};
use super::game::{IllegalArchivedMove, PlyFact, play};
use super::label::{Label, NoLabel, label};
use super::lines::LineFact;
use super::relabel::{Cause, causes};
use super::root::RootMoves;
use super::score::{Exclusion, exclusion};
use super::told::compare_told;
use crate::records::xiangqi::{Reject, Trial};
use crate::rules::xiangqi::{Position, Side};

/// Everything the rules say about a trial.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// Positions before the first ply, after it, and so on.
    pub positions: Vec<Position>,
    /// The clean moves that replayed.
    pub plies: Vec<PlyFact>,
    /// A synthetic forfeit entry was dropped.
    pub synthetic: bool,
    /// The archived move that stopped the replay.
    pub illegal: Option<IllegalArchivedMove>,
    /// The true label, or why there is none.
    pub label: Result<Label, NoLabel>,
    /// Why the trial is not scored.
    pub exclusion: Option<Exclusion>,
    /// Why the label differs from the archived one.
    pub causes: Vec<Cause>,
    /// Archived items compared with the replay.
    pub tally: Tally,
    /// The ones that differ.
    pub discrepancies: Vec<Discrepancy>,
    /// Agent turns.
    pub turns: Vec<TurnFact>,
    /// Agent calls.
    pub actions: Vec<ActionFact>,
    /// `simulate` calls.
    pub lines: Vec<LineFact>,
}

impl Replayed {
    /// The legal moves where the agent's first accepted move was played.
    #[must_use]
    pub fn root_moves(&self, agent: Side) -> Option<RootMoves> {
        let at = self.plies.iter().position(|ply| ply.side == agent)?;
        self.positions.get(at).map(RootMoves::of)
    }

    /// The first accepted, non-synthetic move of the agent's side.
    #[must_use]
    pub fn first_move(&self, agent: Side) -> Option<&PlyFact> {
        self.plies.iter().find(|ply| ply.side == agent)
    }
}

/// Replays one trial.
///
/// # Errors
///
/// [`Reject::Broken`] when `case.fen` is no legal position (spec §1).
pub fn replay(trial: &Trial<'_>) -> Result<Replayed, Reject> {
    let start = Position::from_fen(&trial.case.fen)
        .map_err(|e| Reject::Broken(format!("endgame.case.fen: {e}")))?;
    let game = play(trial, start);
    let label = match &game.illegal {
        Some(_) => Err(NoLabel::IllegalArchivedMove),
        None => label(trial, game.plies.len(), game.terminal),
    };
    let mut comparison = Comparison::new(&game);
    compare_trajectory(trial, &mut comparison);
    compare_told(trial, &mut comparison);
    let facts = actions::facts(trial, &mut comparison);
    let Comparison {
        tally,
        discrepancies,
        ..
    } = comparison;
    Ok(Replayed {
        exclusion: exclusion(&trial.archived).or_else(|| label.err().map(Exclusion::NoLabel)),
        causes: match &label {
            Ok(label) => causes(trial, label, game.plies.len(), game.synthetic),
            Err(NoLabel::UnconfirmedTerminal) => vec![Cause::Other],
            Err(_) => Vec::new(),
        },
        label,
        tally,
        discrepancies,
        turns: facts.turns,
        actions: facts.actions,
        lines: facts.lines,
        positions: game.positions,
        plies: game.plies,
        synthetic: game.synthetic,
        illegal: game.illegal,
    })
}
