//! The agent's turns and calls in the selected trials, typed.

use std::collections::BTreeMap;
use std::path::Path;

use super::{TrialRow, Trials};
use crate::analysis::{AnalysisError, Columns};
use crate::records::xiangqi::{Category, Setting};
use crate::replay::{LineEnding, Pattern};
use crate::tables::{actions, simulations, turns};

/// One agent call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// 1-based agent turn.
    pub turn: i64,
    /// Canonical verb.
    pub command: String,
    /// The move of a `move` command.
    pub argument: Option<String>,
    /// Category.
    pub category: Category,
    /// What became of a `simulate` command, whatever the answer.
    pub line: Option<Line>,
}

/// A simulated line, or a refused request for one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Moves in the command.
    pub requested: u64,
    /// How it ended.
    pub ending: LineEnding,
    /// The turn's executed move is its first ply.
    pub adopted: bool,
    /// Its second ply.
    pub assumed_reply: Option<String>,
    /// The defender's real reply to the turn's move.
    pub actual_reply: Option<String>,
}

impl Line {
    /// Whether the real reply differs from the assumed one; `None` unless the
    /// line is adopted and complete, has an assumed reply, and the defender
    /// replied on the real board.
    #[must_use]
    pub fn diverged(&self) -> Option<bool> {
        if !self.adopted || self.ending != LineEnding::Complete || self.requested < 2 {
            return None;
        }
        let actual = self.actual_reply.as_deref()?;
        Some(self.assumed_reply.as_deref() != Some(actual))
    }
}

/// One selected trial with its turns and calls.
#[derive(Debug, Clone)]
pub struct Conduct<'t> {
    /// The trial.
    pub trial: &'t TrialRow,
    /// Turn number and pattern of each agent turn, in order.
    pub turns: Vec<(i64, Pattern)>,
    /// Every call, in order.
    pub calls: Vec<Call>,
}

impl Conduct<'_> {
    /// The calls that ask for a simulation, with what became of them.
    pub fn lines(&self) -> impl Iterator<Item = (&Call, &Line)> {
        self.calls
            .iter()
            .filter_map(|call| Some((call, call.line.as_ref()?)))
    }
}

/// What agents did in every selected trial.
#[derive(Debug, Clone, Default)]
pub struct Calls<'t> {
    trials: Vec<Conduct<'t>>,
}

impl<'t> Calls<'t> {
    /// Loads the calls of the selected trials.
    ///
    /// # Errors
    ///
    /// When a table cannot be read.
    pub fn load(folder: &Path, trials: &'t Trials) -> Result<Self, AnalysisError> {
        let rows = trials.rows();
        let places: BTreeMap<&str, usize> = rows
            .iter()
            .enumerate()
            .map(|(at, row)| (row.id.as_str(), at))
            .collect();
        let mut calls = numbered_calls(&Columns::load(folder, &actions::TABLE)?, &places);
        let lines = numbered_lines(&Columns::load(folder, &simulations::TABLE)?, &places);
        for (place, line) in lines {
            if let Some(call) = calls.get_mut(&place) {
                call.line = Some(line);
            }
        }
        let patterns = numbered_turns(&Columns::load(folder, &turns::TABLE)?, &places);
        let mut loaded: Vec<Conduct<'t>> = rows
            .iter()
            .map(|trial| Conduct {
                trial,
                turns: Vec::new(),
                calls: Vec::new(),
            })
            .collect();
        for ((trial, _), call) in calls {
            loaded[trial].calls.push(call);
        }
        for ((trial, turn), pattern) in patterns {
            loaded[trial].turns.push((turn, pattern));
        }
        Ok(Self { trials: loaded })
    }

    /// Trials put together by hand.
    #[cfg(test)]
    pub(super) fn new(trials: Vec<Conduct<'t>>) -> Self {
        Self { trials }
    }

    /// Trials of one setting, and of one model where given.
    pub fn of<'c>(
        &'c self,
        setting: &'c Setting,
        model: Option<&'c str>,
    ) -> impl Iterator<Item = &'c Conduct<'t>> + Clone {
        self.trials.iter().filter(move |conduct| {
            conduct.trial.setting == *setting
                && model.is_none_or(|model| conduct.trial.model == model)
        })
    }
}

/// Index of the trial and number of the call or turn in it.
type Place = (usize, i64);

fn numbered_calls(table: &Columns, places: &BTreeMap<&str, usize>) -> BTreeMap<Place, Call> {
    let (trials, turns, calls) = (table.text("trial_id"), table.int("turn"), table.int("call"));
    let (commands, arguments, categories) = (
        table.text("command"),
        table.text("argument"),
        table.text("category"),
    );
    (0..table.rows())
        .filter_map(|at| {
            let trial = *places.get(trials[at]?)?;
            let name = categories[at]?;
            let call = Call {
                turn: turns[at]?,
                command: commands[at]?.to_owned(),
                argument: arguments[at].map(str::to_owned),
                category: Category::ALL.into_iter().find(|c| c.name() == name)?,
                line: None,
            };
            Some(((trial, calls[at]?), call))
        })
        .collect()
}

fn numbered_lines(table: &Columns, places: &BTreeMap<&str, usize>) -> BTreeMap<Place, Line> {
    let (trials, calls) = (table.text("trial_id"), table.int("call"));
    let (requested, endings, adopted) = (
        table.int("requested"),
        table.text("ending"),
        table.flag("adopted"),
    );
    let (assumed, actual) = (table.text("assumed_reply"), table.text("actual_reply"));
    (0..table.rows())
        .filter_map(|at| {
            let trial = *places.get(trials[at]?)?;
            let name = endings[at]?;
            let line = Line {
                requested: u64::try_from(requested[at]?).ok()?,
                ending: LineEnding::ALL.into_iter().find(|e| e.name() == name)?,
                adopted: adopted[at],
                assumed_reply: assumed[at].map(str::to_owned),
                actual_reply: actual[at].map(str::to_owned),
            };
            Some(((trial, calls[at]?), line))
        })
        .collect()
}

fn numbered_turns(table: &Columns, places: &BTreeMap<&str, usize>) -> BTreeMap<Place, Pattern> {
    let (trials, turns, patterns) = (
        table.text("trial_id"),
        table.int("turn"),
        table.int("pattern"),
    );
    (0..table.rows())
        .filter_map(|at| {
            let trial = *places.get(trials[at]?)?;
            let number = usize::try_from(patterns[at]?).ok()?;
            let pattern = *Pattern::ALL.get(number.checked_sub(1)?)?;
            Some(((trial, turns[at]?), pattern))
        })
        .collect()
}

/// Made-up conduct for the tests of the findings.
#[cfg(test)]
pub(super) mod made {
    use super::*;

    /// A call without a line.
    pub(in super::super) fn call(turn: i64, command: &str, category: Category) -> Call {
        Call {
            turn,
            command: command.to_owned(),
            argument: None,
            category,
            line: None,
        }
    }

    /// A `move` command with its text.
    pub(in super::super) fn mv(turn: i64, text: &str, category: Category) -> Call {
        Call {
            argument: Some(text.to_owned()),
            ..call(turn, "move", category)
        }
    }

    /// A `simulate` command.
    pub(in super::super) fn simulate(turn: i64, requested: u64, ending: LineEnding) -> Call {
        let category = match ending {
            LineEnding::OverBudget => Category::SimulateOverBudget,
            LineEnding::Refused => Category::OtherRejected,
            _ => Category::Simulate,
        };
        Call {
            line: Some(Line {
                requested,
                ending,
                adopted: false,
                assumed_reply: None,
                actual_reply: None,
            }),
            ..call(turn, "simulate", category)
        }
    }

    /// Ten calls in two turns: two refused moves, an adopted line that the
    /// defender answers otherwise, a move; then thought, an illegal and a
    /// refused simulation, a refused move, a look at the board, a move.
    pub(in super::super) fn conduct(trial: &TrialRow) -> Conduct<'_> {
        let mut adopted = simulate(1, 2, LineEnding::Complete);
        if let Some(line) = &mut adopted.line {
            line.adopted = true;
            line.assumed_reply = Some("e9e8".to_owned());
            line.actual_reply = Some("e9d9".to_owned());
        }
        Conduct {
            trial,
            turns: vec![
                (1, Pattern::SimulationAdopted),
                (2, Pattern::SimulationRecovery),
            ],
            calls: vec![
                mv(1, "h2e2", Category::RejectedMove),
                mv(1, "a0a9", Category::RejectedMove),
                adopted,
                mv(1, "e5e9", Category::Move),
                call(2, "think", Category::Think),
                simulate(2, 9, LineEnding::Illegal),
                simulate(2, 1, LineEnding::OverBudget),
                mv(2, "h2e2", Category::RejectedMove),
                call(2, "view_board", Category::StateQuery),
                mv(2, "e9d9", Category::Move),
            ],
        }
    }
}
