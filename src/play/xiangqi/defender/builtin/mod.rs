//! Our own engine: an alpha-beta search that needs nothing installed.
//!
//! First it looks for a mate by checks alone, which settles most races; then it
//! searches all moves. Its limits are counts and not times, and it starts every
//! choice with an empty memory, so that the same game gives the same move on
//! every machine. It knows that a third occurrence is a draw or, by perpetual
//! check, a loss.
//!
//! | module | idea |
//! |---|---|
//! | `checks` | mates by checks alone |
//! | `search`, `captures` | alpha-beta, and what comes beyond its depth |
//! | `order`, `table`, `score` | which move first, what is remembered, what it counts |
//! | `line` | positions so far, to see repetition |
//! | `values` | what a position is worth without a search |

mod captures;
mod checks;
mod line;
mod order;
mod score;
mod search;
mod table;
mod values;

use serde_json::{Value, json};

use self::checks::CheckSearch;
use self::search::Search;
use super::{Choice, Defender, DefenderError};
use crate::rules::xiangqi::Game;

/// Longest mate looked for by checks alone, in plies.
const CHECK_PLIES: u8 = 31;

/// How far a choice looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Plies of the search of all moves; checks and captures go further. At most
    /// 64 are searched.
    pub depth: u8,
    /// Positions looked at in that search, and once more half as many in the
    /// search for mates by checks alone.
    pub nodes: u64,
}

impl Limits {
    /// A few milliseconds a move.
    pub const DEFAULT: Self = Self {
        depth: 64,
        nodes: 20_000,
    };
}

/// The engine as a defender. It holds about 2 MiB.
#[derive(Debug)]
pub struct Builtin {
    limits: Limits,
    checks: CheckSearch,
    search: Search,
}

impl Builtin {
    /// An engine with limits of its own.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            checks: CheckSearch::new(),
            search: Search::new(),
        }
    }

    /// The settings, as records keep them.
    #[must_use]
    pub fn settings(limits: Limits) -> Value {
        json!({
            "backend": "builtin",
            "version": env!("CARGO_PKG_VERSION"),
            "depth": limits.depth,
            "nodes": limits.nodes,
        })
    }
}

impl Defender for Builtin {
    fn choose(&mut self, game: &Game) -> Result<Choice, DefenderError> {
        let mut position = *game.position();
        let moves = position.legal_moves();
        let first = *moves.first().ok_or(DefenderError::GameOver)?;
        let Limits { depth, nodes } = self.limits;
        self.search.start(game);
        let line = &mut self.search.line;
        let mate = || {
            self.checks
                .mate(&mut position, line, CHECK_PLIES, nodes / 2)
        };
        let found = if moves.len() == 1 { Some(first) } else { None }.or_else(mate);
        let found = found.or_else(|| {
            let mut position = *game.position();
            self.search.best(&mut position, depth.min(64), nodes)
        });
        Ok(Choice {
            mv: found.unwrap_or(first),
            backend: "builtin".to_owned(),
        })
    }

    fn kind(&self) -> &'static str {
        "engine"
    }

    fn describe(&self) -> Value {
        Self::settings(self.limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::xiangqi::Position;

    #[test]
    fn nothing_grows_during_a_search() {
        let mut builtin = Builtin::new(Limits {
            depth: 64,
            nodes: 5000,
        });
        let capacities = |builtin: &Builtin| {
            let line = builtin.search.line.capacity();
            (
                builtin.search.order.capacity(),
                builtin.checks.capacity(),
                line,
            )
        };
        let table = include_str!("../../../../../data/positions/xiangqi.csv");
        let mut before = None;
        for line in table.lines().skip(1) {
            let fen = line.split(',').nth(4).unwrap();
            let game = Game::new(Position::from_fen(fen).unwrap());
            builtin.choose(&game).unwrap();
            let after = capacities(&builtin);
            assert_eq!(*before.get_or_insert(after), after, "{fen}");
        }
        let (order, checks, _) = before.unwrap();
        assert_eq!((order, checks), (line::LONGEST * 64, 4096));
    }
}
