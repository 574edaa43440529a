//! Alpha-beta with iterative deepening, a table, killers and history.

use super::evaluate::{evaluate, value};
use super::line::{Line, Repeated};
use crate::rules::xiangqi::{Game, Move, Position};

/// Score of a mate at the root; each ply takes one off.
const MATE: i32 = 30_000;
/// A win by the rules of repetition: less than any mate, more than material.
const REPETITION: i32 = 20_000;
/// Deeper than any search gets.
const PLIES: usize = 64;
/// Entries of the table, a power of two.
const ENTRIES: usize = 1 << 16;
/// Deepest iteration.
const DEEPEST: i32 = 24;
/// Plies of captures beyond the horizon.
const QUIET_PLIES: i32 = 6;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    key: u64,
    mv: Option<Move>,
    score: i32,
    depth: i32,
    kind: Kind,
}

/// The search; what it learns is forgotten before each move.
pub(super) struct Search {
    table: Vec<Option<Entry>>,
    killers: [[Option<Move>; 2]; PLIES],
    history: Vec<i32>,
    line: Line,
    nodes: u64,
    limit: u64,
}

/// The node limit was reached.
struct Stopped;

type Score = Result<i32, Stopped>;

impl Search {
    pub(super) fn new() -> Self {
        Self {
            table: vec![None; ENTRIES],
            killers: [[None; 2]; PLIES],
            history: vec![0; 90 * 90],
            line: Line::default(),
            nodes: 0,
            limit: 0,
        }
    }

    /// The best move within a node limit; none without a legal move.
    pub(super) fn best(&mut self, game: &Game, nodes: u64) -> Option<Move> {
        self.table.fill(None);
        self.killers = [[None; 2]; PLIES];
        self.history.fill(0);
        self.line = Line::of(game);
        self.nodes = 0;
        self.limit = nodes;
        let position = *game.position();
        let mut moves: Vec<Move> = position.legal_moves().to_vec();
        // The same order on every machine, whatever the generator's.
        moves.sort_by_key(|mv| {
            (
                std::cmp::Reverse(self.promise(&position, *mv, None, 0)),
                *mv,
            )
        });
        let mut best = moves.first().copied()?;
        for depth in 1..=DEEPEST {
            match self.root(&position, &moves, depth) {
                Ok((mv, score)) => {
                    best = mv;
                    moves.retain(|other| *other != mv);
                    moves.insert(0, mv);
                    if score.abs() > MATE - PLIES as i32 {
                        break;
                    }
                }
                // An unfinished iteration that has begun with the best move so
                // far has nothing better to say yet.
                Err(Stopped) => break,
            }
        }
        Some(best)
    }

    fn root(
        &mut self,
        position: &Position,
        moves: &[Move],
        depth: i32,
    ) -> Result<(Move, i32), Stopped> {
        let mut best: Option<(Move, i32)> = None;
        self.line.push(position);
        for mv in moves {
            let alpha = best.map_or(-MATE, |(_, score)| score);
            let mut after = *position;
            after.make(*mv);
            match self.node(&after, depth - 1, -MATE, -alpha, 1) {
                Ok(score) => {
                    if best.is_none_or(|(_, known)| -score > known) {
                        best = Some((*mv, -score));
                    }
                }
                Err(stopped) => {
                    self.line.pop();
                    return Err(stopped);
                }
            }
        }
        self.line.pop();
        best.ok_or(Stopped)
    }

    fn node(
        &mut self,
        position: &Position,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Score {
        self.nodes += 1;
        if self.nodes > self.limit {
            return Err(Stopped);
        }
        if let Some(repeated) = self.line.repeats(position) {
            return Ok(match repeated {
                Repeated::Draw => 0,
                Repeated::Wins => REPETITION,
                Repeated::Loses => -REPETITION,
            });
        }
        let in_check = position.in_check();
        let depth = if in_check && ply < PLIES / 2 {
            depth + 1
        } else {
            depth
        };
        if depth <= 0 || ply + 1 >= PLIES {
            return self.quiet(position, alpha, beta, ply, QUIET_PLIES);
        }
        let slot = (position.key() as usize) & (ENTRIES - 1);
        let known = self.table[slot].filter(|entry| entry.key == position.key());
        if let Some(entry) = known.filter(|entry| entry.depth >= depth) {
            let score = entry.score;
            let cuts = match entry.kind {
                Kind::Exact => true,
                Kind::AtLeast => score >= beta,
                Kind::AtMost => score <= alpha,
            };
            if cuts {
                return Ok(score);
            }
        }
        let legal = position.legal_moves();
        if legal.is_empty() {
            return Ok(ply as i32 - MATE);
        }
        let mut moves = self.ordered(position, &legal, known.and_then(|entry| entry.mv), ply);
        let before = alpha;
        let mut best = (None, -MATE);
        self.line.push(position);
        for index in 0..moves.len() {
            let mv = pick(&mut moves, index);
            let capture = position.piece_at(mv.to).is_some();
            let mut after = *position;
            after.make(mv);
            // Late quiet moves are looked at less deeply first.
            let late = index >= 4 && depth >= 3 && !capture && !in_check;
            let reduced = depth - 1 - i32::from(late);
            let mut score = self
                .node(&after, reduced, -beta, -alpha, ply + 1)
                .map(|s| -s);
            if late && matches!(score, Ok(score) if score > alpha) {
                score = self
                    .node(&after, depth - 1, -beta, -alpha, ply + 1)
                    .map(|s| -s);
            }
            let score = match score {
                Ok(score) => score,
                Err(stopped) => {
                    self.line.pop();
                    return Err(stopped);
                }
            };
            if score > best.1 {
                best = (Some(mv), score);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                if !capture {
                    self.remember(mv, depth, ply);
                }
                break;
            }
        }
        self.line.pop();
        let kind = match best.1 {
            score if score >= beta => Kind::AtLeast,
            score if score <= before => Kind::AtMost,
            _ => Kind::Exact,
        };
        // Scores by repetition belong to the line, not to the position.
        if best.1.abs() < REPETITION {
            self.table[slot] = Some(Entry {
                key: position.key(),
                mv: best.0,
                score: best.1,
                depth,
                kind,
            });
        }
        Ok(best.1)
    }

    /// Captures until the position is quiet; every move when in check.
    fn quiet(
        &mut self,
        position: &Position,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        left: i32,
    ) -> Score {
        self.nodes += 1;
        if self.nodes > self.limit {
            return Err(Stopped);
        }
        let in_check = position.in_check();
        let legal = position.legal_moves();
        if legal.is_empty() {
            return Ok(ply as i32 - MATE);
        }
        let stand = evaluate(position);
        if left <= 0 || ply + 1 >= PLIES {
            return Ok(stand);
        }
        let mut best = if in_check { -MATE } else { stand };
        alpha = alpha.max(best);
        if alpha >= beta {
            return Ok(best);
        }
        let mut moves = self.ordered(position, &legal, None, ply);
        for index in 0..moves.len() {
            let mv = pick(&mut moves, index);
            if !in_check && position.piece_at(mv.to).is_none() {
                continue;
            }
            let mut after = *position;
            after.make(mv);
            let score = -self.quiet(&after, -beta, -alpha, ply + 1, left - 1)?;
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    fn ordered(
        &self,
        position: &Position,
        legal: &[Move],
        first: Option<Move>,
        ply: usize,
    ) -> Vec<(i32, Move)> {
        legal
            .iter()
            .map(|mv| (self.promise(position, *mv, first, ply), *mv))
            .collect()
    }

    /// How early a move is tried.
    fn promise(&self, position: &Position, mv: Move, first: Option<Move>, ply: usize) -> i32 {
        if Some(mv) == first {
            return i32::MAX;
        }
        let kind = |square| position.piece_at(square).map(|piece| piece.kind);
        if let Some(captured) = kind(mv.to) {
            let by = kind(mv.from).map_or(0, value);
            return 1_000_000 + value(captured) * 16 - by;
        }
        if self
            .killers
            .get(ply)
            .is_some_and(|killers| killers.contains(&Some(mv)))
        {
            return 900_000;
        }
        self.history[mv.from.index() * 90 + mv.to.index()]
    }

    fn remember(&mut self, mv: Move, depth: i32, ply: usize) {
        let killers = self.killers.get_mut(ply);
        if let Some(killers) = killers.filter(|killers| killers[0] != Some(mv)) {
            *killers = [Some(mv), killers[0]];
        }
        let slot = &mut self.history[mv.from.index() * 90 + mv.to.index()];
        *slot = (*slot + depth * depth).min(800_000);
    }
}

/// Moves the most promising of the rest to `index` and returns it; of equals
/// the one that comes first in the order of moves.
fn pick(moves: &mut [(i32, Move)], index: usize) -> Move {
    let best = (index..moves.len()).max_by_key(|&at| (moves[at].0, std::cmp::Reverse(moves[at].1)));
    if let Some(best) = best {
        moves.swap(index, best);
    }
    moves[index].1
}
