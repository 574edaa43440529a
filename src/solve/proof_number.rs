//! Depth-first proof-number search, for mates too long for full width.
//!
//! A node is a position *with the plies that are left*, so a node never lies
//! below itself: what led to a position cannot change what is found out about it
//! (the graph-history problem of this search), and positions on the way need no
//! look. What is settled goes to the common table, for every bound it holds for.

use super::engine::{Engine, Stopped, Value};
use super::full::settled;
use super::last::mate_in_one;
use super::table::{self, NEVER};
use crate::rules::xiangqi::Move;

/// A number no sum of efforts reaches: proved, or refuted.
const INFINITE: u32 = 1 << 30;
/// How far to look for mates by checks where a node is first met.
const PROBE: u8 = 5;

/// Efforts as the side to move sees them: `own` to reach its aim (mate for the
/// attacker, escape for the defender), `other` to deny it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Effort {
    own: u32,
    other: u32,
}

const REACHED: Effort = Effort {
    own: 0,
    other: INFINITE,
};
const DENIED: Effort = Effort {
    own: INFINITE,
    other: 0,
};

/// Efforts of open nodes; a newer one takes the place of an older.
#[derive(Debug)]
pub(super) struct Efforts {
    entries: Vec<(u64, Effort)>,
}

impl Efforts {
    pub(super) fn new(bytes: usize) -> Self {
        let places = (bytes / size_of::<(u64, Effort)>()).max(2);
        Self {
            entries: vec![(0, REACHED); 1 << places.ilog2()],
        }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill((0, REACHED));
    }

    fn get(&self, key: u64) -> Option<Effort> {
        let (found, effort) = self.entries[key as usize & (self.entries.len() - 1)];
        (found == key && key != 0).then_some(effort)
    }

    fn put(&mut self, key: u64, effort: Effort) {
        let place = key as usize & (self.entries.len() - 1);
        self.entries[place] = (key, effort);
    }
}

#[derive(Debug, Clone, Copy)]
struct Child {
    mv: Move,
    effort: Effort,
}

impl Engine {
    /// Whether the attacker mates within `plies`, whoever is to move.
    pub(super) fn prove_within(
        &mut self,
        plies: u8,
        efforts: &mut Efforts,
    ) -> Result<Value, Stopped> {
        let root = self.first_look(plies)?;
        if root != REACHED && root != DENIED {
            self.expand(plies, INFINITE, INFINITE, efforts)?;
        }
        let key = table::key(&self.position, self.attacker);
        // An entry may have been pushed out; the full search then finds it again
        // from what lies below.
        match settled(self.table.get(key), plies) {
            Some(value) => Ok(value),
            None => self.within(plies),
        }
    }

    /// Works below a node until its efforts reach a limit.
    fn expand(
        &mut self,
        plies: u8,
        most_own: u32,
        most_other: u32,
        efforts: &mut Efforts,
    ) -> Result<Effort, Stopped> {
        let before = self.nodes;
        let mut children = self.children(plies, efforts)?;
        loop {
            let own = children.iter().map(|child| child.effort.other).min();
            let own = own.unwrap_or(INFINITE);
            let other = children
                .iter()
                .fold(0, |sum: u32, child| sum.saturating_add(child.effort.own))
                .min(INFINITE);
            let effort = Effort { own, other };
            if own >= most_own || other >= most_other {
                if own == 0 || other == 0 {
                    self.settle(plies, own == 0, &children, self.nodes - before);
                } else {
                    efforts.put(self.effort_key(plies), effort);
                }
                return Ok(effort);
            }
            let mut best = 0;
            let mut second = INFINITE;
            for (index, child) in children.iter().enumerate().skip(1) {
                if child.effort.other < children[best].effort.other {
                    second = children[best].effort.other;
                    best = index;
                } else {
                    second = second.min(child.effort.other);
                }
            }
            let chosen = children[best];
            let most_child_own = most_other - (other - chosen.effort.own);
            let most_child_other = most_own.min(second + second / 4 + 1);
            children[best].effort = self.after(chosen.mv, |engine| {
                engine.expand(plies - 1, most_child_own, most_child_other, efforts)
            })?;
        }
    }

    /// All moves with the efforts they leave the opponent.
    fn children(&mut self, plies: u8, efforts: &Efforts) -> Result<Vec<Child>, Stopped> {
        let moves = self.position.legal_moves();
        let mut children = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let effort = self.after(mv, |engine| {
                let known = efforts.get(engine.effort_key(plies - 1));
                let settled = engine.known_effort(plies - 1);
                match settled.or(known) {
                    Some(effort) => Ok(effort),
                    None => engine.first_look(plies - 1),
                }
            })?;
            children.push(Child { mv, effort });
            if effort == DENIED {
                break;
            }
        }
        Ok(children)
    }

    /// Notes a node whose side to move has reached its aim, or cannot.
    fn settle(&mut self, plies: u8, reached: bool, children: &[Child], work: u64) {
        let key = table::key(&self.position, self.attacker);
        let attacking = self.attacker_to_move();
        let best = children.iter().find(|child| child.effort.other == 0);
        let best = best.filter(|_| reached).map(|child| child.mv);
        let relevant: Vec<Move> = match best {
            Some(mv) => vec![mv],
            None => children.iter().map(|child| child.mv).collect(),
        };
        let below: Vec<table::Known> = relevant
            .into_iter()
            .map(|mv| {
                self.after(mv, |engine| {
                    let key = table::key(&engine.position, engine.attacker);
                    engine.table.get(key)
                })
            })
            .collect();
        if reached == attacking {
            let distance = below.iter().map(|known| known.proved.unwrap_or(plies));
            let distance = distance.max().map_or(0, |longest| longest + 1);
            self.table.prove(key, distance.min(plies), best, work);
        } else {
            let never = below.iter().all(|known| known.refuted == Some(NEVER));
            let bound = if never { NEVER } else { plies };
            self.table.refute(key, bound, best, work);
        }
    }

    /// The efforts of a node never met before; mates by checks are found here.
    fn first_look(&mut self, plies: u8) -> Result<Effort, Stopped> {
        self.enter()?;
        let key = table::key(&self.position, self.attacker);
        let attacking = self.attacker_to_move();
        let replies = self.position.count_legal_moves();
        if replies == 0 && attacking {
            self.table.refute(key, NEVER, None, 1);
            return Ok(DENIED);
        }
        if replies == 0 {
            self.table.prove(key, 0, None, 1);
            return Ok(DENIED);
        }
        if plies == 0 {
            return Ok(if attacking { DENIED } else { REACHED });
        }
        if plies == 1 && attacking {
            let mate = mate_in_one(&mut self.position, &mut self.moves);
            return Ok(match mate {
                Some(mv) => {
                    self.table.prove(key, 1, Some(mv), 1);
                    REACHED
                }
                None => {
                    self.table.refute(key, 1, None, 1);
                    DENIED
                }
            });
        }
        let side = self.position.side_to_move();
        let probe = if attacking { plies.min(PROBE) } else { PROBE };
        if attacking || !self.position.in_check() {
            let before = self.nodes;
            if let Some(distance) = self.mate_by_checks(side, probe)? {
                let work = self.nodes - before;
                let best = self.checking_move(side);
                if attacking {
                    self.table.prove(key, distance, best, work);
                } else {
                    self.table.refute(key, NEVER, None, work);
                }
                return Ok(REACHED);
            }
        }
        Ok(if attacking {
            Effort { own: 1, other: 1 }
        } else {
            Effort {
                own: 1,
                other: u32::try_from(replies).unwrap_or(INFINITE),
            }
        })
    }

    fn known_effort(&self, plies: u8) -> Option<Effort> {
        let key = table::key(&self.position, self.attacker);
        let mates = matches!(settled(self.table.get(key), plies)?, Value::Win(_));
        Some(if mates == self.attacker_to_move() {
            REACHED
        } else {
            DENIED
        })
    }

    fn effort_key(&self, plies: u8) -> u64 {
        let key = table::key(&self.position, self.attacker);
        key ^ (u64::from(plies) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}
