//! A rules game played through the rules.

use serde::Serialize;

use crate::records::regent::{RulesGame, RulesRegents, RulesTurn};
use crate::rules::regent::{Board, Color, Condition, Facts, Game, Square, Turn, side_name};

/// The replay of a rules game. Serialized, it is the output line that other
/// implementations are compared with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RulesReplay {
    /// The game's name.
    pub id: String,
    /// The facts before each turn.
    pub facts: Vec<TurnFacts>,
    /// How the game ended; none when it goes on, or stopped at an error.
    pub result: Option<RulesResult>,
    /// Why the game cannot be played on, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RulesResult {
    /// `white`, `black` or none.
    pub winner: Option<&'static str>,
    /// The reason's name.
    pub reason: &'static str,
}

/// The facts before a turn, in the words of the rules-games format.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "the format has them")]
pub struct TurnFacts {
    ply: u32,
    regent_white_sq: String,
    regent_black_sq: String,
    mode_white: &'static str,
    mode_black: &'static str,
    in_check_white: bool,
    in_check_black: bool,
    shift_available: bool,
    n_legal_moves_without_shift: usize,
    legal_moves_without_shift: Vec<String>,
    checkmate_pending: bool,
    fifty: u32,
    backstop: u32,
    repetition_count: u32,
    completed_moves: Completed,
    pass_due: bool,
    legal_shift_targets: Vec<String>,
    n_legal_turns: usize,
}

/// Moves completed by each side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Completed {
    white: u32,
    black: u32,
}

impl From<&Facts> for TurnFacts {
    fn from(facts: &Facts) -> Self {
        let options = &facts.options;
        let [regent_white_sq, regent_black_sq] = facts.regents.map(|square| square.to_string());
        let [mode_white, mode_black] = facts.modes.map(|mode| mode.name());
        let [in_check_white, in_check_black] = facts.in_check;
        let [white, black] = facts.completed;
        let mut targets: Vec<String> = options
            .shift_targets
            .into_iter()
            .map(|square| square.to_string())
            .collect();
        targets.sort_unstable();
        Self {
            ply: facts.ply,
            regent_white_sq,
            regent_black_sq,
            mode_white,
            mode_black,
            in_check_white,
            in_check_black,
            shift_available: options.shift_available,
            n_legal_moves_without_shift: options.moves().len(),
            legal_moves_without_shift: options.moves().sorted_uci(),
            checkmate_pending: facts.checkmate_pending(),
            fifty: facts.fifty,
            backstop: facts.backstop,
            repetition_count: facts.occurrences,
            completed_moves: Completed { white, black },
            pass_due: facts.pass_due(),
            legal_shift_targets: targets,
            n_legal_turns: options.turn_count(),
        }
    }
}

/// Plays a rules game and states the facts before each turn. A turn that cannot
/// be played ends the replay; its facts are the last, and the error names it.
#[must_use]
pub fn replay_rules_game(record: &RulesGame) -> RulesReplay {
    let mut replay = RulesReplay {
        id: record.id.clone(),
        facts: Vec::with_capacity(record.turns.len()),
        result: None,
        error: None,
    };
    let mut game = match start(record) {
        Ok(game) => game,
        Err(error) => {
            replay.error = Some(error);
            return replay;
        }
    };
    for (index, turn) in record.turns.iter().enumerate() {
        if game.ending().is_none() {
            replay.facts.push(TurnFacts::from(&Facts::of(&game)));
        }
        if let Err(error) = step(&mut game, turn) {
            replay.error = Some(format!("turn {index}: {error}"));
            return replay;
        }
    }
    replay.result = game.ending().map(|ending| RulesResult {
        winner: ending.winner.map(side_name),
        reason: ending.reason.name(),
    });
    replay
}

fn start(record: &RulesGame) -> Result<Game, String> {
    let condition = Condition::named(&record.condition).ok_or_else(|| {
        format!(
            "condition {:?} is neither regent nor no_crown",
            record.condition
        )
    })?;
    let regents = record.regents.as_ref().map(squares).transpose()?;
    let board = match &record.start_fen {
        None => Ok(Board::startpos()),
        Some(fen) => Board::from_fen(fen),
    };
    let board = board.map_err(|error| format!("start_fen: {error}"))?;
    Game::new(board, regents, condition).map_err(|faults| {
        let texts: Vec<String> = faults.iter().map(ToString::to_string).collect();
        format!("impossible start: {}", texts.join("; "))
    })
}

fn squares(regents: &RulesRegents) -> Result<[Square; Color::NUM], String> {
    Ok([square(&regents.white)?, square(&regents.black)?])
}

fn square(text: &str) -> Result<Square, String> {
    text.parse().map_err(|_| {
        let shown: String = text.chars().take(12).collect();
        format!("{shown:?} is no square")
    })
}

fn step(game: &mut Game, stored: &RulesTurn) -> Result<(), String> {
    if stored.ply != game.ply() {
        return Err(format!("ply {} where {} is due", stored.ply, game.ply()));
    }
    let due = side_name(game.side_to_move());
    if stored.color != due {
        return Err(format!("color {:?} where {due} is to move", stored.color));
    }
    let mv = stored.mv.as_deref().map(|text| {
        let shown: String = text.chars().take(12).collect();
        text.parse().map_err(|error| format!("{shown:?}: {error}"))
    });
    let turn = Turn {
        shift: stored.crown_shift.as_deref().map(square).transpose()?,
        mv: mv.transpose()?,
    };
    game.play(turn).map_err(|error| error.to_string())?;
    Ok(())
}
