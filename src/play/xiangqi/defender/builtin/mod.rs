//! Our own defender: needs nothing installed, always plays the same.
//!
//! It first looks for a forced mate of its own with the prover, then searches
//! with alpha-beta, and among the best replies keeps away from the attacker's
//! proved mates. Effort is counted in nodes, never in time.

mod evaluate;
mod line;
mod search;

use super::{Choice, Defender, DefenderError};
use crate::rules::xiangqi::{Game, Move};
use crate::solve::Solver;

use search::Search;

/// Memory for what the prover knows.
const TABLE_BYTES: usize = 8 << 20;
/// Plies within which a mate of its own is looked for.
const OWN_MATE: u8 = 7;
/// Prover nodes for that.
const MATE_NODES: u64 = 4_000;

/// How hard the built-in defender thinks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Nodes of the alpha-beta search a move.
    pub nodes: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self { nodes: 20_000 }
    }
}

/// The defender.
pub struct Builtin {
    effort: Effort,
    solver: Solver,
    search: Search,
}

impl Builtin {
    /// A defender of this effort.
    #[must_use]
    pub fn new(effort: Effort) -> Self {
        Self {
            effort,
            solver: Solver::new(TABLE_BYTES),
            search: Search::new(),
        }
    }

    /// The move, or none when there is no legal one.
    #[must_use]
    pub fn pick(&mut self, game: &Game) -> Option<Move> {
        let moves = game.position().legal_moves();
        let only = (moves.len() == 1).then(|| moves.first().copied()).flatten();
        only.or_else(|| self.mate(game))
            .or_else(|| self.search.best(game, self.effort.nodes))
    }

    /// The first move of a forced mate, if one is found.
    fn mate(&mut self, game: &Game) -> Option<Move> {
        // The same position gives the same move, whatever came before.
        self.solver.clear();
        let own = game.position().side_to_move();
        let distance = self.solver.solve(game, own, OWN_MATE, MATE_NODES).plies()?;
        let moves = game.position().legal_moves();
        moves.iter().copied().find(|mv| {
            let mut after = game.clone();
            let played = after.play(*mv).is_ok();
            let rest = distance.saturating_sub(1);
            played
                && self
                    .solver
                    .solve(&after, own, rest, MATE_NODES)
                    .plies()
                    .is_some()
        })
    }
}

impl Defender for Builtin {
    fn choose(&mut self, game: &Game) -> Result<Choice, DefenderError> {
        let mv = self.pick(game).ok_or(DefenderError::GameOver)?;
        Ok(Choice {
            mv,
            backend: "builtin".to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::xiangqi::Position;

    fn pick(fen: &str) -> Option<String> {
        let game = Game::new(Position::from_fen(fen).ok()?);
        Builtin::new(Effort::default())
            .pick(&game)
            .map(|mv| mv.to_string())
    }

    #[test]
    fn it_mates_when_it_can() {
        let mv = pick("4k4/9/9/9/9/9/9/r8/1r7/4K4 b");
        assert_eq!(mv.as_deref(), Some("a2a0"));
    }

    #[test]
    fn it_takes_what_hangs() {
        let mv = pick("3k5/9/9/9/9/9/r7R/9/9/4K4 b");
        assert_eq!(mv.as_deref(), Some("a3i3"));
    }

    #[test]
    fn it_punishes_slow_play_in_every_threat_race() {
        let mut punished = 0;
        let mut races = 0;
        for case in crate::play::xiangqi::cases::benchmark().unwrap_or_default() {
            if case.stored["category"] != "threatmate_race"
                || case.stored["defender_threat_in_plies"] != 1
            {
                continue;
            }
            races += 1;
            // The attacker does something slow: its first quiet move that does
            // not stop the threat is a pass for our purposes; the side is swapped.
            let fen = case.position.fen().replace(" w", " b");
            let Ok(position) = Position::from_fen(&fen) else {
                races -= 1;
                continue;
            };
            let game = Game::new(position);
            let mut defender = Builtin::new(Effort::default());
            let Some(mv) = defender.pick(&game) else {
                continue;
            };
            let mut after = game.clone();
            let ended = after.play(mv).ok().and_then(|played| played.terminal);
            punished += u32::from(ended.is_some());
        }
        assert!(races > 0);
        assert_eq!(punished, races);
    }
}
