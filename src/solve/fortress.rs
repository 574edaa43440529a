//! Fortresses: proofs that the defender holds out for ever.
//!
//! A set of positions with the attacker to move is a fortress if no move mates and
//! every move has a reply that leads back into the set. From inside one there is no
//! mate of any length. The set is grown from the root with one reply a move; where
//! a position turns out to be lost, those that relied on it look for another reply.
//! Few pieces make few positions, so this settles what full width never would.

use std::collections::BTreeMap;

use super::engine::{Engine, Stopped};
use super::table::{self, NEVER};
use crate::rules::xiangqi::{Move, PieceKind, Position, Side};

/// Attacking pieces beyond which the set grows out of hand: with two there are
/// some hundred thousand positions, each with dozens of moves.
const ATTACKERS: usize = 1;
/// What the table is told a fortress is worth, so that it is not pushed out.
const WORTH: u64 = 1 << 16;

/// A position with the attacker to move.
struct Post {
    position: Position,
    /// Whether it is known to be lost for the defender.
    fallen: bool,
    /// Posts with a reply that leads here.
    relied_on_by: Vec<usize>,
}

/// The set under construction.
struct Fortress<'a> {
    engine: &'a mut Engine,
    posts: Vec<Post>,
    numbers: BTreeMap<u64, usize>,
    /// Posts to look at, again or for the first time.
    open: Vec<usize>,
    /// How often a reply has been chosen. The same ones again keep the set small.
    chosen: BTreeMap<Move, u32>,
}

impl Engine {
    /// Whether the defender holds out for ever, whoever is to move. False says
    /// that the attacker mates some time, or has too many pieces to tell.
    pub(super) fn holds_out(&mut self) -> Result<bool, Stopped> {
        if attackers(&self.position, self.attacker) > ATTACKERS {
            return Ok(false);
        }
        let root = self.position;
        let attacking = self.attacker_to_move();
        let mut fortress = Fortress {
            engine: self,
            posts: Vec::new(),
            numbers: BTreeMap::new(),
            open: Vec::new(),
            chosen: BTreeMap::new(),
        };
        if attacking {
            return fortress.holds_at(&root);
        }
        for &reply in &root.legal_moves() {
            let mut next = root;
            next.make(reply);
            if fortress.holds_at(&next)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Pieces of a side that can cross the river.
fn attackers(position: &Position, side: Side) -> usize {
    let crosses = |kind| {
        matches!(
            kind,
            PieceKind::Rook | PieceKind::Horse | PieceKind::Cannon | PieceKind::Pawn
        )
    };
    let pieces = position.pieces();
    pieces
        .filter(|(_, piece)| piece.side == side && crosses(piece.kind))
        .count()
}

impl Fortress<'_> {
    fn holds_at(&mut self, root: &Position) -> Result<bool, Stopped> {
        let root = self.post(root);
        while let Some(number) = self.open.pop() {
            if self.posts[root].fallen {
                // What is open may matter to another root.
                self.open.push(number);
                return Ok(false);
            }
            if !self.posts[number].fallen && !self.man(number)? {
                self.posts[number].fallen = true;
                let relying = std::mem::take(&mut self.posts[number].relied_on_by);
                self.open.extend(relying);
            }
        }
        let holds = !self.posts[root].fallen;
        if holds {
            self.keep();
        }
        Ok(holds)
    }

    /// Notes all positions of the fortress, for later questions. Nothing is open,
    /// so each has its replies.
    fn keep(&mut self) {
        let attacker = self.engine.attacker;
        for post in self.posts.iter().filter(|post| !post.fallen) {
            let key = table::key(&post.position, attacker);
            self.engine.table.refute(key, NEVER, None, WORTH);
        }
    }

    /// The number of a position, which is opened if it is new.
    fn post(&mut self, position: &Position) -> usize {
        if let Some(&number) = self.numbers.get(&position.key()) {
            return number;
        }
        let number = self.posts.len();
        self.posts.push(Post {
            position: *position,
            fallen: false,
            relied_on_by: Vec::new(),
        });
        self.numbers.insert(position.key(), number);
        self.open.push(number);
        number
    }

    /// Finds a reply to every move of the attacker; false if some move has none.
    fn man(&mut self, number: usize) -> Result<bool, Stopped> {
        let position = self.posts[number].position;
        for &mv in &position.legal_moves() {
            self.engine.enter()?;
            let mut after = position;
            after.make(mv);
            let Some(reply) = self.reply(&after) else {
                return Ok(false);
            };
            let mut next = after;
            next.make(reply);
            let next = self.post(&next);
            self.posts[next].relied_on_by.push(number);
            *self.chosen.entry(reply).or_default() += 1;
        }
        Ok(true)
    }

    /// A reply to a post that has not fallen: one of the set if possible, else a
    /// capture, else what was chosen most; checks last, since they cannot go on
    /// for ever.
    fn reply(&self, after: &Position) -> Option<Move> {
        let mut best = None;
        for &reply in &after.legal_moves() {
            let mut next = *after;
            next.make(reply);
            let known = self.numbers.get(&next.key());
            if known.is_some_and(|&number| self.posts[number].fallen) {
                continue;
            }
            let rank = (
                !next.in_check(),
                known.is_some(),
                after.piece_at(reply.to).is_some(),
                self.chosen.get(&reply).copied().unwrap_or(0),
            );
            if best.is_none_or(|(highest, _)| rank > highest) {
                best = Some((rank, reply));
            }
        }
        best.map(|(_, reply)| reply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(fen: &str, attacker: Side) -> bool {
        let mut engine = Engine::new(1 << 10);
        engine.set(Position::from_fen(fen).unwrap(), attacker);
        engine.allow(5_000_000);
        engine.holds_out().unwrap()
    }

    #[test]
    fn a_lone_cannon_never_mates_an_elephant_and_a_king() {
        let fen = "9/5k3/9/9/6b2/5C3/9/4K4/9/9 w";
        assert!(holds(fen, Side::Red));
        assert!(holds(&fen.replace(" w", " b"), Side::Red));
    }

    #[test]
    fn a_rook_mates_a_lone_king_some_time() {
        assert!(!holds("4k4/9/9/9/9/9/9/9/R8/3K5 w", Side::Red));
    }

    #[test]
    fn what_holds_is_kept_for_all_positions_of_the_fortress() {
        let mut engine = Engine::new(1 << 22);
        let root = Position::from_fen("9/5k3/9/9/6b2/5C3/9/4K4/9/9 w").unwrap();
        engine.set(root, Side::Red);
        engine.allow(5_000_000);
        assert!(engine.holds_out().unwrap());
        let known = engine.table.get(table::key(&root, Side::Red));
        assert_eq!(known.refuted, Some(NEVER));
    }

    #[test]
    fn too_many_attackers_are_not_looked_at() {
        assert!(!holds("4k4/9/9/9/9/9/9/9/PPPP5/3K5 w", Side::Red));
    }
}
