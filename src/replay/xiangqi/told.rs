//! What the environment told the agent, against the replay.

use super::compare::Comparison;
use super::discrepancy::CompareKind;
use crate::records::xiangqi::{Trial, environment_texts};

/// Compares the board statements in the agent's conversation.
pub(crate) fn compare_told(trial: &Trial<'_>, comparison: &mut Comparison<'_>) {
    let mut ply = 0;
    for message in trial.told.iter().flatten() {
        for text in environment_texts(message) {
            ply += usize::from(text.mv.is_some());
            if ply >= comparison.game.positions.len() {
                return;
            }
            for fen in text.fens {
                comparison.fen(CompareKind::MsgFen, ply, fen);
            }
            for moves in text.legal {
                comparison.legal(CompareKind::MsgLegal, ply, moves.into_iter());
            }
            for check in text.checks {
                comparison.check_flag(CompareKind::MsgCheck, ply, check);
            }
        }
    }
}
