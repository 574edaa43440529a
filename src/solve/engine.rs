//! What all searches share: the board, the table, the count of nodes.

use super::order::Order;
use super::table::Table;
use crate::rules::xiangqi::{Move, Position, Side};

/// What a search found out about a position within a number of plies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// The attacker mates within so many plies.
    Win(u8),
    /// Not within the plies asked for.
    Fail,
    /// Not within any number of plies: the defender mates.
    Never,
}

/// The node limit was reached; nothing follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stopped;

/// The state of a search. Moves of all plies lie on one stack, so that a node
/// allocates nothing.
#[derive(Debug)]
pub(super) struct Engine {
    pub(super) table: Table,
    pub(super) position: Position,
    pub(super) attacker: Side,
    pub(super) moves: Vec<Move>,
    pub(super) order: Order,
    /// Positions looked at so far, by whatever search.
    pub(super) nodes: u64,
    /// Where to stop.
    pub(super) limit: u64,
}

impl Engine {
    pub(super) fn new(table_bytes: usize) -> Self {
        let position = Position::startpos();
        Self {
            table: Table::new(table_bytes),
            position,
            attacker: position.side_to_move(),
            moves: Vec::with_capacity(1024),
            order: Order::new(),
            nodes: 0,
            limit: u64::MAX,
        }
    }

    /// Forgets everything, so that results do not depend on what came before.
    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.order.clear();
    }

    /// Sets the position and who is to mate whom.
    pub(super) fn set(&mut self, position: Position, attacker: Side) {
        self.position = position;
        self.attacker = attacker;
    }

    /// Allows so many nodes from now on.
    pub(super) fn allow(&mut self, nodes: u64) {
        self.limit = self.nodes.saturating_add(nodes);
    }

    /// Counts a node.
    pub(super) fn enter(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes > self.limit {
            Err(Stopped)
        } else {
            Ok(())
        }
    }

    /// Runs a search after a move.
    pub(super) fn after<T>(&mut self, mv: Move, search: impl FnOnce(&mut Self) -> T) -> T {
        let undo = self.position.make(mv);
        let found = search(self);
        self.position.unmake(mv, undo);
        found
    }

    /// Whether the attacker is to move.
    pub(super) fn attacker_to_move(&self) -> bool {
        self.position.side_to_move() == self.attacker
    }

    /// Searches for a mate within `plies` at full width, whoever is to move.
    pub(super) fn within(&mut self, plies: u8) -> Result<Value, Stopped> {
        if self.attacker_to_move() {
            self.attack(plies, 0)
        } else {
            self.defend(plies, 0)
        }
    }
}
