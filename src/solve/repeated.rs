//! Search where the moves played before matter: a position that has occurred
//! twice is near.
//!
//! Moves are played in the game itself, whose rules judge each repetition. A
//! result that a repetition had a part in holds for its line alone and is not
//! kept. A line that comes back to itself is no win for the attacker.

use std::collections::BTreeMap;

use super::engine::{Engine, Stopped, Value};
use super::past::Past;
use super::verdict::{Bound, Verdict};
use crate::rules::xiangqi::{Game, Move, Side};

/// Whether the attacker wins, and whether that holds for any line.
#[derive(Debug, Clone, Copy)]
struct Outcome {
    wins: bool,
    on_any_line: bool,
}

pub(super) struct Repeated<'a> {
    engine: &'a mut Engine,
    past: &'a Past,
    game: Game,
    attacker: Side,
    /// Keys of the positions since the root.
    line: Vec<u64>,
    known: BTreeMap<(u64, u8), bool>,
}

impl<'a> Repeated<'a> {
    pub(super) fn new(engine: &'a mut Engine, past: &'a Past, game: &Game, attacker: Side) -> Self {
        Self {
            engine,
            past,
            game: game.clone(),
            attacker,
            line: vec![game.position().key()],
            known: BTreeMap::new(),
        }
    }

    /// The shortest win within `bound`, within the engine's node limit.
    pub(super) fn solve(mut self, bound: u8) -> Verdict {
        let before = self.engine.nodes;
        let odd = u8::from(self.game.position().side_to_move() == self.attacker);
        let mut refuted = None;
        for plies in (odd..=bound).step_by(2) {
            match self.search(plies) {
                Ok(outcome) if outcome.wins => {
                    return Verdict::Proved {
                        plies,
                        at_least: plies,
                    };
                }
                Ok(_) => refuted = Some(plies),
                Err(Stopped) => {
                    return Verdict::Unknown {
                        refuted,
                        nodes: self.engine.nodes - before,
                    };
                }
            }
        }
        Verdict::Refuted {
            bound: Bound::Plies(bound),
        }
    }

    fn search(&mut self, plies: u8) -> Result<Outcome, Stopped> {
        self.engine.enter()?;
        let position = *self.game.position();
        let attacking = position.side_to_move() == self.attacker;
        if plies == 0 {
            return Ok(Outcome {
                wins: !attacking && !position.has_legal_move(),
                on_any_line: true,
            });
        }
        if self.past.is_out_of_reach(&position) {
            self.engine.set(position, self.attacker);
            let value = self.engine.within(plies)?;
            return Ok(Outcome {
                wins: matches!(value, Value::Win(_)),
                on_any_line: true,
            });
        }
        if let Some(&wins) = self.known.get(&(position.key(), plies)) {
            return Ok(Outcome {
                wins,
                on_any_line: true,
            });
        }
        let mut moves: Vec<Move> = position.legal_moves().to_vec();
        moves.sort_by_key(|&mv| !position.gives_check(mv));
        // One good move settles an attacker's node for the better, a defender's
        // for the worse.
        let mut outcome = Outcome {
            wins: !attacking,
            on_any_line: true,
        };
        for mv in moves {
            let after = self.try_move(mv, plies)?;
            if after.wins == attacking {
                outcome = after;
                break;
            }
            outcome.on_any_line &= after.on_any_line;
        }
        if outcome.on_any_line {
            self.known.insert((position.key(), plies), outcome.wins);
        }
        Ok(outcome)
    }

    fn try_move(&mut self, mv: Move, plies: u8) -> Result<Outcome, Stopped> {
        let lost = Outcome {
            wins: false,
            on_any_line: false,
        };
        let Ok(played) = self.game.play(mv) else {
            return Ok(lost);
        };
        let key = self.game.position().key();
        let found = if let Some(terminal) = played.terminal {
            Ok(Outcome {
                wins: terminal.winner() == Some(self.attacker),
                on_any_line: played.legal_replies == 0,
            })
        } else if self.line.contains(&key) {
            Ok(lost)
        } else {
            self.line.push(key);
            let found = self.search(plies - 1);
            self.line.pop();
            found
        };
        self.game.undo();
        found
    }
}
