//! Alpha-beta: iterative deepening, principal variation search, null moves,
//! reductions of late moves.

use super::line::{LONGEST, Line, Repeated};
use super::order::Order;
use super::score::{BY_RULE, INFINITE, MATE, MATES, Window, from_table, relative, to_table};
use super::table::{Bound, Table};
use super::values::{balance, change};
use crate::rules::xiangqi::{Game, Move, PieceKind, Position, Square};

/// The searcher; what it remembers lasts for one choice.
#[derive(Debug)]
pub(super) struct Search {
    table: Table,
    pub(super) order: Order,
    pub(super) line: Line,
    nodes: u64,
    limit: u64,
    pub(super) stopped: bool,
    root_best: Option<Move>,
}

impl Search {
    pub(super) fn new() -> Self {
        Self {
            table: Table::new(),
            order: Order::new(),
            line: Line::default(),
            nodes: 0,
            limit: 0,
            stopped: false,
            root_best: None,
        }
    }

    /// Forgets the last game and takes this one in.
    pub(super) fn start(&mut self, game: &Game) {
        self.table.clear();
        self.order.clear();
        self.line.start(game);
        self.nodes = 0;
        self.stopped = false;
        self.root_best = None;
    }

    /// The best move of the position that the line ends with, from a search of
    /// growing depth up to `depth` plies and `nodes` positions. None if the first
    /// move of the first depth could not be searched.
    pub(super) fn best(&mut self, position: &mut Position, depth: u8, nodes: u64) -> Option<Move> {
        self.limit = nodes;
        let balance = balance(position);
        let mut best = None;
        for depth in 1..=i32::from(depth) {
            self.root_best = None;
            let window = Window {
                alpha: -INFINITE,
                beta: INFINITE,
            };
            let score = self.search(position, window, depth, 0, balance, false);
            // An iteration cut short has searched the best move of the one before
            // it first, so that what it found is no worse.
            best = self.root_best.or(best);
            if self.stopped || score.abs() >= MATES && MATE - score.abs() <= depth {
                break;
            }
        }
        best
    }

    /// The score for the side to move. `balance` is Red's advantage in the
    /// position; `may_pass` allows a null move.
    fn search(
        &mut self,
        position: &mut Position,
        window: Window,
        depth: i32,
        ply: i32,
        balance: i32,
        may_pass: bool,
    ) -> i32 {
        let Window { mut alpha, beta } = window;
        self.count();
        if self.stopped {
            return 0;
        }
        if ply > 0 {
            match self.line.repeated() {
                Some(Repeated::Draw) => return 0,
                Some(Repeated::Won) => return BY_RULE,
                Some(Repeated::Lost) => return -BY_RULE,
                None => {}
            }
            // No line is better than a mate here or worse than being mated here.
            alpha = alpha.max(ply - MATE);
            if alpha >= beta.min(MATE - ply - 1) {
                return alpha;
            }
        }
        let in_check = self.line.in_check();
        let depth = depth + i32::from(in_check);
        if depth <= 0 || ply >= LONGEST as i32 - 8 {
            return self.captures(position, window, ply, balance, 0);
        }
        let key = position.key();
        let known = self.table.get(key);
        if let Some(known) = known
            && ply > 0
            && i32::from(known.depth) >= depth
        {
            let score = from_table(known.score, ply);
            match known.bound {
                Bound::Exact => return score,
                Bound::Lower if score >= beta => return score,
                Bound::Upper if score <= alpha => return score,
                _ => {}
            }
        }
        let mut threatened = false;
        if may_pass && !in_check && depth >= 2 && beta.abs() < MATES && can_attack(position) {
            let score = self.pass(position, beta, depth, ply, balance);
            if self.stopped {
                return 0;
            }
            if score >= beta && score < MATES && relative(position, balance) >= beta {
                return score;
            }
            threatened = score <= -MATES;
        }
        let depth = depth + i32::from(threatened && ply < 20);
        let moves = position.legal_moves();
        if moves.is_empty() {
            return ply - MATE;
        }
        let start = self.order.open();
        let best_known = known.and_then(|known| known.best());
        self.order.add_all(position, &moves, best_known, ply);
        let mut best = -INFINITE;
        let mut best_move = None;
        let old_alpha = alpha;
        for tried in 0..moves.len() {
            let Some(mv) = self.order.next(start + tried) else {
                break;
            };
            let balance = balance + change(position, mv);
            let undo = position.make(mv);
            let quiet = undo.captured.is_none();
            self.line.push(position, !quiet);
            let checks = self.line.in_check();
            let late = tried >= 3 && depth >= 3 && quiet && !in_check && !checks && !threatened;
            let reduction = i32::from(late) + i32::from(late && tried >= 10);
            let reply = Reply {
                depth: depth - 1,
                ply: ply + 1,
                balance,
            };
            let window = Window { alpha, beta };
            let score = self.reply(position, window, reply, reduction, tried == 0);
            self.line.pop();
            position.unmake(mv, undo);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                best_move = Some(mv);
                if ply == 0 {
                    self.root_best = Some(mv);
                }
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                if quiet {
                    self.order.refuted_by(mv, ply, depth);
                }
                break;
            }
        }
        self.order.close(start);
        if self.stopped {
            return 0;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table
            .put(key, depth, to_table(best, ply), bound, best_move);
        best
    }

    /// The score of a move just made: in full for the first, for the others only
    /// after they have shown that they may be better.
    fn reply(
        &mut self,
        position: &mut Position,
        window: Window,
        reply: Reply,
        reduction: i32,
        first: bool,
    ) -> i32 {
        let Reply {
            depth,
            ply,
            balance,
        } = reply;
        let Window { alpha, beta } = window;
        let full = window.flipped();
        if first {
            return -self.search(position, full, depth, ply, balance, true);
        }
        let narrow = Window {
            alpha,
            beta: alpha + 1,
        }
        .flipped();
        let mut score = -self.search(position, narrow, depth - reduction, ply, balance, true);
        if score > alpha && reduction > 0 {
            score = -self.search(position, narrow, depth, ply, balance, true);
        }
        if score > alpha && score < beta {
            score = -self.search(position, full, depth, ply, balance, true);
        }
        score
    }

    /// The score if the side to move does nothing.
    fn pass(
        &mut self,
        position: &mut Position,
        beta: i32,
        depth: i32,
        ply: i32,
        balance: i32,
    ) -> i32 {
        let Some(empty) = Square::all().find(|&square| position.piece_at(square).is_none()) else {
            return -INFINITE;
        };
        let nothing = Move {
            from: empty,
            to: empty,
        };
        let undo = position.make(nothing);
        self.line.push(position, true);
        let window = Window {
            alpha: beta - 1,
            beta,
        };
        let score = -self.search(
            position,
            window.flipped(),
            depth - 3,
            ply + 1,
            balance,
            false,
        );
        self.line.pop();
        position.unmake(nothing, undo);
        score
    }

    /// Counts a position.
    pub(super) fn count(&mut self) {
        self.nodes += 1;
        self.stopped |= self.nodes > self.limit;
    }
}

/// How to search after a move.
#[derive(Debug, Clone, Copy)]
struct Reply {
    depth: i32,
    ply: i32,
    balance: i32,
}

/// Whether the side to move has more than king, advisors and elephants, so that
/// having to move is rarely a burden.
fn can_attack(position: &Position) -> bool {
    let side = position.side_to_move();
    position.pieces().any(|(_, piece)| {
        piece.side == side
            && matches!(
                piece.kind,
                PieceKind::Rook | PieceKind::Cannon | PieceKind::Horse
            )
    })
}
