//! Simulated lines, replayed on the real game with its history.

use super::compare::{Comparison, same_position};
use super::discrepancy::CompareKind;
use super::relabel::Cause;
use crate::records::xiangqi::{GameOver, SimulatedStep, SimulationReport, Verdict};
use crate::rules::xiangqi::{Game, Move, Played, Terminal};

/// How an accepted line, or a refused request, ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineEnding {
    /// Every requested ply is legal; a game end on the last one included.
    Complete,
    /// Stopped on an illegal ply.
    Illegal,
    /// A legal game end before the last requested ply.
    Terminal,
    /// More plies requested than the cap, all up to the cap legal.
    Capped,
    /// Refused: the turn's budget was used up.
    OverBudget,
    /// Refused for another reason (disabled, empty).
    Refused,
}

impl LineEnding {
    /// Every ending, accepted lines first.
    pub const ALL: [Self; 6] = [
        Self::Complete,
        Self::Illegal,
        Self::Terminal,
        Self::Capped,
        Self::OverBudget,
        Self::Refused,
    ];

    /// Whether the line was run at all.
    #[must_use]
    pub fn accepted(self) -> bool {
        !matches!(self, Self::OverBudget | Self::Refused)
    }

    /// The name used in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Illegal => "illegal",
            Self::Terminal => "terminal",
            Self::Capped => "capped",
            Self::OverBudget => "over_budget",
            Self::Refused => "refused",
        }
    }
}

/// One `simulate` call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineFact {
    /// 1-based agent turn.
    pub turn: usize,
    /// 1-based call within the trial.
    pub call: usize,
    /// Plies in the command.
    pub requested: usize,
    /// Plies that were legal and played on the copy.
    pub executed: usize,
    /// How the line ended.
    pub ending: LineEnding,
    /// The turn's executed move is the line's first ply.
    pub adopted: bool,
    /// The line's second ply.
    pub assumed_reply: Option<String>,
    /// The defender's real reply to the turn's move.
    pub actual_reply: Option<String>,
    /// Steps run, the refused one included.
    pub steps: Vec<LineStep>,
}

/// One step of a simulated line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineStep {
    /// The move as written.
    pub mv: String,
    /// Whether it is legal there.
    pub valid: bool,
    /// Whether it gives check (false when refused).
    pub gives_check: bool,
    /// Position after it; `None` when refused.
    pub fen_after: Option<String>,
}

/// The rules' verdict on a whole line.
pub(crate) struct ReplayedLine {
    pub(crate) ending: LineEnding,
    pub(crate) steps: Vec<LineStep>,
    played: Vec<Played>,
    /// Legal moves where an illegal step was tried.
    alternatives: Vec<Move>,
}

/// Plays a line on the game and takes it back.
pub(crate) fn run<S: AsRef<str>>(game: &mut Game, moves: &[S], cap: usize) -> ReplayedLine {
    let mut line = ReplayedLine {
        ending: if moves.len() > cap {
            LineEnding::Capped
        } else {
            LineEnding::Complete
        },
        steps: Vec::with_capacity(moves.len().min(cap)),
        played: Vec::new(),
        alternatives: Vec::new(),
    };
    for (index, text) in moves.iter().take(cap).enumerate() {
        let text = text.as_ref();
        let played = text.parse::<Move>().ok().and_then(|mv| game.play(mv).ok());
        line.steps.push(LineStep {
            mv: text.to_owned(),
            valid: played.is_some(),
            gives_check: played.as_ref().is_some_and(|played| played.gives_check),
            fen_after: played.as_ref().map(|_| game.position().fen()),
        });
        let Some(played) = played else {
            line.ending = LineEnding::Illegal;
            line.alternatives = game.position().legal_moves().to_vec();
            break;
        };
        let over = played.terminal.is_some();
        line.played.push(played);
        if over {
            if index + 1 < moves.len() {
                line.ending = LineEnding::Terminal;
            }
            break;
        }
    }
    for _ in 0..line.played.len() {
        game.undo();
    }
    line
}

/// A line whose position is unknown, as the environment reported it.
pub(crate) fn as_reported(report: &SimulationReport, requested: usize, cap: usize) -> ReplayedLine {
    let steps: Vec<LineStep> = report
        .steps
        .iter()
        .map(|step| match &step.verdict {
            Verdict::Valid { check, fen, .. } => LineStep {
                mv: step.mv.clone(),
                valid: true,
                gives_check: *check,
                fen_after: Some(fen.clone()),
            },
            Verdict::Invalid { .. } => LineStep {
                mv: step.mv.clone(),
                valid: false,
                gives_check: false,
                fen_after: None,
            },
        })
        .collect();
    let valid = steps.iter().filter(|step| step.valid).count();
    let ending = if valid < steps.len() {
        LineEnding::Illegal
    } else if valid == requested {
        LineEnding::Complete
    } else if valid == cap {
        LineEnding::Capped
    } else {
        LineEnding::Terminal
    };
    ReplayedLine {
        ending,
        steps,
        played: Vec::new(),
        alternatives: Vec::new(),
    }
}

/// Compares the environment's report with the replayed line, `ply` moves into
/// the game.
pub(crate) fn compare_report(
    report: &SimulationReport,
    line: &ReplayedLine,
    ply: usize,
    comparison: &mut Comparison<'_>,
) {
    let (valid, total) = (line.played.len(), line.steps.len());
    let same = (report.valid, report.total) == (valid, total) && report.steps.len() == total;
    comparison.check(CompareKind::SimHead, ply, same, Cause::Other, || {
        (
            format!(
                "{} of {}, {} shown",
                report.valid,
                report.total,
                report.steps.len()
            ),
            format!("{valid} of {total}"),
        )
    });
    for (index, (shown, step)) in report.steps.iter().zip(&line.steps).enumerate() {
        compare_step(shown, step, line, index, ply, comparison);
    }
}

fn compare_step(
    shown: &SimulatedStep,
    step: &LineStep,
    line: &ReplayedLine,
    index: usize,
    ply: usize,
    comparison: &mut Comparison<'_>,
) {
    let shown_valid = matches!(shown.verdict, Verdict::Valid { .. });
    let same = shown_valid == step.valid && shown.mv == step.mv;
    comparison.check(CompareKind::SimValid, ply, same, Cause::Other, || {
        (
            format!("{} {shown_valid}", shown.mv),
            format!("{} {}", step.mv, step.valid),
        )
    });
    match &shown.verdict {
        Verdict::Valid {
            check,
            replies,
            fen,
            over,
        } => {
            let (Some(played), Some(own)) = (line.played.get(index), &step.fen_after) else {
                return;
            };
            let same = fen == own || same_text_position(fen, own);
            comparison.check(CompareKind::SimFen, ply, same, Cause::Other, || {
                (fen.clone(), own.clone())
            });
            let cause = if *check {
                Cause::Other
            } else {
                Cause::CheckFlag
            };
            comparison.check(
                CompareKind::SimCheck,
                ply,
                *check == played.gives_check,
                cause,
                || (check.to_string(), played.gives_check.to_string()),
            );
            // A finished game is reported with no replies left.
            let own_replies = if played.terminal.is_some() {
                0
            } else {
                played.legal_replies
            };
            if let Some(replies) = replies {
                let same = *replies == own_replies;
                comparison.check(CompareKind::SimReplies, ply, same, Cause::Other, || {
                    (replies.to_string(), own_replies.to_string())
                });
            }
            compare_over(over.as_ref(), played.terminal, ply, comparison);
        }
        Verdict::Invalid {
            hint: Some((count, moves)),
        } if !step.valid => {
            let own = &line.alternatives;
            let known = moves
                .iter()
                .all(|mv| mv.parse::<Move>().is_ok_and(|mv| own.contains(&mv)));
            let same = known && *count == own.len() && moves.len() == own.len().min(15);
            comparison.check(CompareKind::SimHint, ply, same, Cause::Other, || {
                (
                    format!("({count}) {}", moves.join(" ")),
                    format!("{} legal moves", own.len()),
                )
            });
        }
        Verdict::Invalid { .. } => {}
    }
}

fn same_text_position(stored: &str, own: &str) -> bool {
    crate::rules::xiangqi::Position::from_fen(own)
        .is_ok_and(|position| same_position(stored, &position))
}

fn compare_over(
    shown: Option<&GameOver>,
    terminal: Option<Terminal>,
    ply: usize,
    comparison: &mut Comparison<'_>,
) {
    if shown.is_none() && terminal.is_none() {
        return;
    }
    let own = terminal.map(|terminal| {
        let winner = terminal.winner().map_or("draw", |side| side.name());
        (winner, terminal.reason())
    });
    let stored = shown.map(|over| (over.winner.as_str(), over.reason.as_str()));
    let cause = match (stored, own) {
        (Some((a, "stalemate")), Some((b, "checkmate"))) if a == b => Cause::CheckFlag,
        (Some((_, "repetition")), Some((_, "perpetual_check"))) => Cause::PerpetualCheck,
        _ => Cause::Other,
    };
    comparison.check(CompareKind::SimOver, ply, stored == own, cause, || {
        let text = |value: Option<(&str, &str)>| match value {
            Some((winner, reason)) => format!("{winner} ({reason})"),
            None => "none".to_owned(),
        };
        (text(stored), text(own))
    });
}
