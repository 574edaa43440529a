//! Agent turns and calls on the replayed game.

use super::compare::Comparison;
use super::lines::{LineEnding, LineFact, as_reported, compare_report, run};
use crate::records::xiangqi::{Call, Category, Command, SimulationReport, Trial, Turn, TurnEnd};
use crate::rules::xiangqi::Game;

/// Patterns of agent turns (paper Table 10): the first that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pattern {
    /// No executed move.
    NoMove = 1,
    /// A simulation was rejected or stopped on an illegal ply, then a move.
    SimulationRecovery = 2,
    /// A simulated line's first ply was played.
    SimulationAdopted = 3,
    /// An accepted simulation, then another move.
    SimulationOtherRoot = 4,
    /// An accepted state query, then a move.
    Observe = 5,
    /// No command but moves, refused ones included.
    Direct = 6,
    /// Any other explicit command, then a move.
    Other = 7,
}

impl Pattern {
    /// Every pattern in order of priority; the n-th one has number n.
    pub const ALL: [Self; 7] = [
        Self::NoMove,
        Self::SimulationRecovery,
        Self::SimulationAdopted,
        Self::SimulationOtherRoot,
        Self::Observe,
        Self::Direct,
        Self::Other,
    ];
}

/// One agent turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnFact {
    /// 1-based turn.
    pub turn: usize,
    /// Calls in it.
    pub calls: usize,
    /// Replies without a command.
    pub no_command_replies: u32,
    /// Its pattern.
    pub pattern: Pattern,
    /// The executed move.
    pub mv: Option<String>,
}

/// One agent call.
#[derive(Debug, Clone, PartialEq)]
pub struct ActionFact {
    /// 1-based turn.
    pub turn: usize,
    /// 1-based call within the trial.
    pub call: usize,
    /// Canonical verb.
    pub command: String,
    /// The move of a `move` command.
    pub argument: Option<String>,
    /// Category of the call.
    pub category: Category,
    /// Read out of the answer.
    pub recovered: bool,
    /// (2i + 1) / 2N for call i of N, counted from 0.
    pub progress: f64,
}

/// What the agent did in a whole trial.
#[derive(Debug, Clone, Default)]
pub(crate) struct ActionFacts {
    pub(crate) turns: Vec<TurnFact>,
    pub(crate) actions: Vec<ActionFact>,
    pub(crate) lines: Vec<LineFact>,
}

pub(crate) fn facts(trial: &Trial<'_>, comparison: &mut Comparison<'_>) -> ActionFacts {
    let total: usize = trial.log.turns.iter().map(|turn| turn.calls.len()).sum();
    let cap = usize::try_from(trial.budgets.get("max_simulate_steps", 8)).unwrap_or(8);
    let mut facts = ActionFacts::default();
    let mut board = Board::new(trial, comparison);
    for (index, turn) in trial.log.turns.iter().enumerate() {
        board.advance_to_agent();
        let executed = executed_move(turn);
        let first_line = facts.lines.len();
        for call in &turn.calls {
            let number = facts.actions.len() + 1;
            if let Command::Simulate(moves) = &call.command {
                let mut line = line(call, moves, cap, &mut board);
                line.turn = index + 1;
                line.call = number;
                line.adopted = executed.is_some()
                    && line.ending.accepted()
                    && moves.first().map(AsRef::as_ref) == executed;
                line.actual_reply = executed.and_then(|_| board.reply());
                facts.lines.push(line);
            }
            facts.actions.push(ActionFact {
                turn: index + 1,
                call: number,
                command: call.command.verb().to_owned(),
                argument: match &call.command {
                    Command::Move(text) => Some(text.chars().take(40).collect()),
                    _ => None,
                },
                category: call.category(),
                recovered: call.recovered,
                progress: (2 * number - 1) as f64 / (2 * total) as f64,
            });
        }
        facts.turns.push(TurnFact {
            turn: index + 1,
            calls: turn.calls.len(),
            no_command_replies: turn.no_command_replies,
            pattern: pattern(turn, executed.is_some(), &facts.lines[first_line..]),
            mv: executed.map(ToOwned::to_owned),
        });
        if executed.is_some() {
            board.play_next();
        }
    }
    facts
}

fn executed_move<'t>(turn: &'t Turn<'_>) -> Option<&'t str> {
    if turn.end != TurnEnd::Moved {
        return None;
    }
    turn.calls
        .iter()
        .rev()
        .find_map(|call| match &call.command {
            Command::Move(text) if call.category() == Category::Move => Some(text.as_ref()),
            _ => None,
        })
}

/// The fact of one `simulate` call, its place in the trial left for the caller.
fn line<S: AsRef<str>>(
    call: &Call<'_>,
    moves: &[S],
    cap: usize,
    board: &mut Board<'_, '_>,
) -> LineFact {
    let replayed = match call.category() {
        Category::Simulate => Ok(board.run(call, moves, cap)),
        Category::SimulateOverBudget => Err(LineEnding::OverBudget),
        _ => Err(LineEnding::Refused),
    };
    let (ending, steps) = match replayed {
        Ok(line) => (line.ending, line.steps),
        Err(ending) => (ending, Vec::new()),
    };
    LineFact {
        turn: 0,
        call: 0,
        requested: moves.len(),
        executed: steps.iter().filter(|step| step.valid).count(),
        ending,
        adopted: false,
        assumed_reply: moves
            .get(1)
            .map(|mv| mv.as_ref().chars().take(40).collect()),
        actual_reply: None,
        steps,
    }
}

fn pattern(turn: &Turn<'_>, moved: bool, lines: &[LineFact]) -> Pattern {
    let has = |category| turn.calls.iter().any(|call| call.category() == category);
    let failed = |line: &LineFact| !line.ending.accepted() || line.ending == LineEnding::Illegal;
    if !moved {
        Pattern::NoMove
    } else if lines.iter().any(failed) {
        Pattern::SimulationRecovery
    } else if lines.iter().any(|line| line.adopted) {
        Pattern::SimulationAdopted
    } else if !lines.is_empty() {
        Pattern::SimulationOtherRoot
    } else if has(Category::StateQuery) {
        Pattern::Observe
    } else if turn
        .calls
        .iter()
        .all(|call| matches!(call.command, Command::Move(_)))
    {
        Pattern::Direct
    } else {
        Pattern::Other
    }
}

/// The real game, advanced turn by turn; lost once the replay stopped early.
struct Board<'c, 'g> {
    game: Game,
    comparison: &'c mut Comparison<'g>,
    agent: crate::rules::xiangqi::Side,
    lost: bool,
}

impl<'c, 'g> Board<'c, 'g> {
    fn new(trial: &Trial<'_>, comparison: &'c mut Comparison<'g>) -> Self {
        Self {
            game: Game::new(comparison.game.positions[0]),
            comparison,
            agent: trial.challenger.into(),
            lost: false,
        }
    }

    /// Plays the defender's archived moves until the agent is to move.
    fn advance_to_agent(&mut self) {
        while !self.lost && self.game.position().side_to_move() != self.agent {
            self.play_next();
        }
    }

    fn play_next(&mut self) {
        match self.comparison.game.plies.get(self.game.ply()) {
            Some(fact) if self.game.play(fact.mv).is_ok() => {}
            _ => self.lost = true,
        }
    }

    /// The defender's reply to the agent's archived move in this turn.
    fn reply(&self) -> Option<String> {
        if self.lost {
            return None;
        }
        let reply = self.comparison.game.plies.get(self.game.ply() + 1)?;
        Some(reply.mv.to_string())
    }

    fn run<S: AsRef<str>>(
        &mut self,
        call: &Call<'_>,
        moves: &[S],
        cap: usize,
    ) -> super::lines::ReplayedLine {
        let report = SimulationReport::parse(&call.answer_text).unwrap_or_default();
        if self.lost {
            return as_reported(&report, moves.len(), cap);
        }
        let ply = self.game.ply();
        let line = run(&mut self.game, moves, cap);
        compare_report(&report, &line, ply, self.comparison);
        line
    }
}
