//! The search beyond its depth: only captures, and replies to check.

use super::line::LONGEST;
use super::score::{INFINITE, MATE, Window, relative};
use super::search::Search;
use super::values::change;
use crate::rules::xiangqi::Position;

impl Search {
    /// The score once captures, and replies to check, have run out.
    pub(super) fn captures(
        &mut self,
        position: &mut Position,
        window: Window,
        ply: i32,
        balance: i32,
        beyond: i32,
    ) -> i32 {
        let Window { mut alpha, beta } = window;
        if beyond > 0 {
            self.count();
        }
        if self.stopped {
            return 0;
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return ply - MATE;
        }
        let evades = self.line.in_check() && beyond < 8;
        let mut best = if evades {
            -INFINITE
        } else {
            relative(position, balance)
        };
        alpha = alpha.max(best);
        if alpha >= beta || ply >= LONGEST as i32 - 2 {
            return best.max(relative(position, balance));
        }
        let start = self.order.open();
        let count = if evades {
            self.order.add_all(position, &moves, None, ply)
        } else {
            self.order.add_captures(position, &moves)
        };
        for tried in 0..count {
            let Some(mv) = self.order.next(start + tried) else {
                break;
            };
            let balance = balance + change(position, mv);
            let undo = position.make(mv);
            self.line.push(position, undo.captured.is_some());
            let window = Window { alpha, beta }.flipped();
            let score = -self.captures(position, window, ply + 1, balance, beyond + 1);
            self.line.pop();
            position.unmake(mv, undo);
            if self.stopped {
                break;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.order.close(start);
        best
    }
}
