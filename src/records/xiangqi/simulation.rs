//! The environment's report on a simulated line.

use std::ops::Range;

/// A parsed `Forward simulation (…)` answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SimulationReport {
    /// Steps the heading calls valid.
    pub valid: usize,
    /// Steps the heading says were run.
    pub total: usize,
    /// The steps shown, in order.
    pub steps: Vec<SimulatedStep>,
}

/// One shown step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SimulatedStep {
    /// The move as the agent wrote it.
    pub mv: String,
    /// What the environment made of it.
    pub verdict: Verdict,
}

/// The environment's verdict on one step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The step was played on the copy of the board.
    Valid {
        /// `Check:` field.
        check: bool,
        /// Legal replies reported for the next side; 0 after a game end.
        replies: Option<usize>,
        /// Position after the step.
        fen: String,
        /// The game end shown, if any.
        over: Option<GameOver>,
    },
    /// The step was refused.
    Invalid {
        /// Number of legal moves hinted at, and the ones listed.
        hint: Option<(usize, Vec<String>)>,
    },
}

/// A game end inside a simulated line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameOver {
    /// `red`, `black` or `draw`.
    pub winner: String,
    /// Reason word (`checkmate`, `stalemate`, …).
    pub reason: String,
}

impl SimulationReport {
    /// Parses an answer that begins with `Forward simulation (`; `None` when
    /// its heading cannot be read. Only what precedes the closing line counts,
    /// so text that a model slipped into a move cannot add steps: a step line
    /// must carry the next number.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let heading = lines.next()?.strip_prefix("Forward simulation (")?;
        let (valid, rest) = heading.split_once(" of ")?;
        let total = rest.split(' ').next()?;
        let mut report = Self {
            valid: valid.trim().parse().ok()?,
            total: total.parse().ok()?,
            steps: Vec::new(),
        };
        for line in lines {
            if line.starts_with("Simulation ") {
                break;
            }
            if let Some(step) = parse_step(line, report.steps.len() + 1) {
                report.steps.push(step);
            } else if let Some(hint) = parse_hint(line)
                && let Some(SimulatedStep {
                    verdict: Verdict::Invalid { hint: slot },
                    ..
                }) = report.steps.last_mut()
            {
                *slot = Some(hint);
            }
        }
        Some(report)
    }
}

/// `  Step N (role): side MOVE — Valid ✓ | …` or `… — Invalid ✗ | …`.
fn parse_step(line: &str, number: usize) -> Option<SimulatedStep> {
    let rest = line.strip_prefix("  Step ")?;
    let (n, rest) = rest.split_once(" (")?;
    if n.parse() != Ok(number) {
        return None;
    }
    let (_, rest) = rest.split_once("): ")?;
    let (_, rest) = rest.split_once(' ')?;
    if let Some((mv, fields)) = rest.split_once(" — Valid ✓ | ") {
        return Some(SimulatedStep {
            mv: mv.to_owned(),
            verdict: parse_valid(fields)?,
        });
    }
    let (mv, _) = rest.split_once(" — Invalid ✗")?;
    Some(SimulatedStep {
        mv: mv.to_owned(),
        verdict: Verdict::Invalid { hint: None },
    })
}

fn parse_valid(fields: &str) -> Option<Verdict> {
    let check = field(fields, "| Check: ")?;
    let replies = field(fields, " legal replies: ");
    let fen = field(fields, "| FEN: ")?;
    let (fen, over) = match fields[fen.clone()].split_once(" — Game over: ") {
        None => (fields[fen].trim(), None),
        Some((fen, over)) => {
            let (winner, reason) = over.split_once(" wins (")?;
            (
                fen.trim(),
                Some(GameOver {
                    winner: winner.to_owned(),
                    reason: reason.trim_end().trim_end_matches(')').to_owned(),
                }),
            )
        }
    };
    Some(Verdict::Valid {
        check: fields[check].trim().starts_with("Yes"),
        replies: replies.and_then(|range| fields[range].trim().parse().ok()),
        fen: fen.to_owned(),
        over,
    })
}

/// The value after `label`, up to the next ` | ` or the end.
fn field(fields: &str, label: &str) -> Option<Range<usize>> {
    let start = fields.find(label)? + label.len();
    let end = fields[start..]
        .find(" | ")
        .map_or(fields.len(), |offset| start + offset);
    Some(start..end)
}

/// `         Legal moves for SIDE at this position (N): a0a1, … ... (M more)`.
fn parse_hint(line: &str) -> Option<(usize, Vec<String>)> {
    let rest = line.trim_start().strip_prefix("Legal moves for ")?;
    let (_, rest) = rest.split_once('(')?;
    let (count, list) = rest.split_once("): ")?;
    let list = list.split(" ... (").next().unwrap_or(list);
    let moves = list.split(", ").map(|m| m.trim().to_owned()).collect();
    Some((count.parse().ok()?, moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = "Forward simulation (1 of 2 steps valid, ~1 round(s)):\n\
        (odd steps = YOUR moves; even steps = the opponent replies YOU assumed)\n  \
        Step 1 (your move): red h2h9 — Valid ✓ | Red Cannon (炮) h2→h9 (no capture) | Check: No | \
        black legal replies: 1 | FEN: 3k2pC1/9/9/9/9/9/9/9/9/4K4 b — Game over: red wins (stalemate)\n  \
        Step 2 (assumed opponent move): black zz — Invalid ✗ | Error: Illegal move: 'zz'\n         \
        Legal moves for black at this position (17): a0a1, b0b1 ... (15 more)\n\
        Simulation aborted: Illegal move at step 2. Subsequent steps not executed.\n\
        Note: this simulation does NOT affect the actual game.";

    #[test]
    fn steps_verdicts_and_hints_are_read() {
        let report = SimulationReport::parse(ANSWER).unwrap();
        assert_eq!((report.valid, report.total, report.steps.len()), (1, 2, 2));
        let Verdict::Valid {
            check,
            replies,
            fen,
            over,
        } = &report.steps[0].verdict
        else {
            panic!("step 1 is valid");
        };
        assert!(!check);
        assert_eq!(*replies, Some(1));
        assert_eq!(fen, "3k2pC1/9/9/9/9/9/9/9/9/4K4 b");
        assert_eq!(over.as_ref().unwrap().reason, "stalemate");
        assert_eq!(
            report.steps[1].verdict,
            Verdict::Invalid {
                hint: Some((17, vec!["a0a1".into(), "b0b1".into()]))
            }
        );
    }
}
