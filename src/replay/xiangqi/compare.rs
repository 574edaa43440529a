//! The record's stored positions, move lists and flags against the replay.

use super::discrepancy::{CompareKind, Discrepancy, Tally};
use super::game::ReplayedGame;
use super::relabel::Cause;
use crate::records::xiangqi::{LoggedPly, Trial};
use crate::rules::xiangqi::{Move, MoveList, Position};

/// Collects comparisons while a record is walked.
pub(crate) struct Comparison<'g> {
    pub(crate) game: &'g ReplayedGame,
    legal: Vec<Option<MoveList>>,
    pub(crate) tally: Tally,
    pub(crate) discrepancies: Vec<Discrepancy>,
}

impl<'g> Comparison<'g> {
    pub(crate) fn new(game: &'g ReplayedGame) -> Self {
        Self {
            game,
            legal: vec![None; game.positions.len()],
            tally: Tally::default(),
            discrepancies: Vec::new(),
        }
    }

    /// Counts one comparison; the values are rendered only when they differ.
    pub(crate) fn check(
        &mut self,
        kind: CompareKind,
        ply: usize,
        same: bool,
        cause: Cause,
        values: impl FnOnce() -> (String, String),
    ) {
        self.tally.count(kind, !same);
        if !same {
            let (archived, replayed) = values();
            self.discrepancies.push(Discrepancy {
                kind,
                ply,
                archived: archived.chars().take(400).collect(),
                replayed,
                cause,
            });
        }
    }

    pub(crate) fn fen(&mut self, kind: CompareKind, ply: usize, stored: &str) {
        let Some(position) = self.game.positions.get(ply) else {
            return;
        };
        let same = same_position(stored, position);
        self.check(kind, ply, same, Cause::Other, || {
            (stored.to_owned(), position.fen())
        });
    }

    pub(crate) fn legal<'t>(
        &mut self,
        kind: CompareKind,
        ply: usize,
        stored: impl Iterator<Item = &'t str> + Clone,
    ) {
        let Some(position) = self.game.positions.get(ply) else {
            return;
        };
        let moves = self.legal[ply].get_or_insert_with(|| position.legal_moves());
        let same = same_moves(stored.clone(), moves);
        let replayed = moves.clone();
        self.check(kind, ply, same, Cause::Other, || {
            let list: Vec<String> = replayed.iter().map(ToString::to_string).collect();
            (stored.collect::<Vec<_>>().join(" "), list.join(" "))
        });
    }

    /// The check flag after `ply` moves. A stored `no` for a true check is the
    /// collection's known defect.
    pub(crate) fn check_flag(&mut self, kind: CompareKind, ply: usize, stored: bool) {
        let Some(position) = self.game.positions.get(ply) else {
            return;
        };
        let replayed = position.in_check();
        let cause = if stored {
            Cause::Other
        } else {
            Cause::CheckFlag
        };
        self.check(kind, ply, stored == replayed, cause, || {
            (stored.to_string(), replayed.to_string())
        });
    }
}

/// Whether a stored FEN shows this position (placement and side to move).
pub(crate) fn same_position(stored: &str, position: &Position) -> bool {
    let mut own = String::with_capacity(96);
    position.write_fen(&mut own);
    let stored = stored.trim();
    if let Some(rest) = stored.strip_prefix(own.as_str())
        && rest.chars().next().is_none_or(char::is_whitespace)
    {
        return true;
    }
    // Another dialect may say the same.
    Position::from_fen(stored).is_ok_and(|parsed| parsed.fen() == own)
}

/// Whether two move lists hold the same moves.
pub(crate) fn same_moves<'t>(stored: impl Iterator<Item = &'t str>, moves: &[Move]) -> bool {
    let Ok(mut stored) = stored
        .filter(|text| !text.is_empty())
        .map(str::parse::<Move>)
        .collect::<Result<Vec<_>, _>>()
    else {
        return false;
    };
    let mut own = moves.to_vec();
    stored.sort_unstable();
    stored.dedup();
    own.sort_unstable();
    stored == own
}

/// Compares the document's own positions and its trajectory.
pub(crate) fn compare_trajectory(trial: &Trial<'_>, comparison: &mut Comparison<'_>) {
    if let Some(fen) = &trial.initial_fen {
        comparison.fen(CompareKind::InitialFen, 0, fen);
    }
    if comparison.game.illegal.is_none()
        && let Some(fen) = &trial.archived.final_fen
    {
        comparison.fen(CompareKind::FinalFen, comparison.game.plies.len(), fen);
    }
    let mut ply = 0;
    for logged in trial.trajectory.iter().flatten() {
        if comparison
            .game
            .illegal
            .as_ref()
            .is_some_and(|bad| ply + 1 >= bad.ply)
        {
            break;
        }
        ply = compare_ply(logged, ply, comparison);
    }
}

/// Compares one stored ply and returns how many moves have been played then.
fn compare_ply(logged: &LoggedPly<'_>, ply: usize, comparison: &mut Comparison<'_>) -> usize {
    if let Some(fen) = &logged.fen_before {
        comparison.fen(CompareKind::FenBefore, ply, fen);
    }
    if let Some(moves) = &logged.legal_moves_before {
        comparison.legal(
            CompareKind::LegalMoves,
            ply,
            moves.iter().map(AsRef::as_ref),
        );
    }
    let expected = comparison
        .game
        .plies
        .get(ply)
        .map(|fact| fact.mv.to_string());
    let mut after = ply;
    if let Some(played) = logged.move_played.as_deref() {
        let same = expected.as_deref() == Some(played);
        // A forfeit's trajectory entry repeats the move before it.
        let synthetic = expected.is_none() && comparison.game.synthetic;
        let cause = if synthetic {
            Cause::SyntheticMove
        } else {
            Cause::Other
        };
        comparison.check(CompareKind::MovePlayed, ply, same, cause, || {
            (
                played.to_owned(),
                expected.clone().unwrap_or_else(|| "none".to_owned()),
            )
        });
        after += usize::from(expected.is_some());
    }
    if let Some(fen) = &logged.fen_after {
        comparison.fen(CompareKind::FenAfter, after, fen);
    }
    if let Some(flag) = logged.in_check {
        comparison.check_flag(CompareKind::InCheck, after, flag);
    }
    after
}
