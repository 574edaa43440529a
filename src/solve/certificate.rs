//! Certificates: a proof that others can check.
//!
//! A text of lines:
//!
//! ```text
//! recount mate certificate 1
//! id NAME
//! fen PLACEMENT SIDE
//! claim MOVE PLIES
//! MOVE REPLY:LINE REPLY:LINE …
//! ```
//!
//! There is a `claim` for each first move proved. After them comes a line for
//! each position in which the attacker is to move, numbered from 0: its move, then
//! every legal reply with the number of the line that answers it. A move without
//! replies mates or stalemates. A line refers to earlier lines only, so no line of
//! play comes back, and what several lines share is written once. The last lines
//! are those of the claims, in their order, all in the position of the FEN.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::engine::Stopped;
use super::proof::Proof;
use super::solver::Solver;
use crate::rules::xiangqi::{Move, Position};

/// The first line.
pub(super) const HEADER: &str = "recount mate certificate 1";

/// Writes down proofs for first moves of one position.
struct Writer<'a> {
    proof: &'a Proof<'a>,
    /// Number and true distance of the line of each position written so far.
    written: BTreeMap<u64, (usize, u32)>,
    lines: Vec<String>,
}

impl Writer<'_> {
    /// Writes all lines that an attacker's move needs, then its own.
    fn write(&mut self, position: &Position, mv: Move) -> Option<(usize, u32)> {
        let mut after = *position;
        after.make(mv);
        let mut replies = after.legal_moves().to_vec();
        replies.sort_unstable();
        let mut line = mv.to_string();
        let mut distance = 1;
        for reply in replies {
            let mut next = after;
            next.make(reply);
            let key = next.key();
            let (number, plies) = match self.written.get(&key) {
                Some(&known) => known,
                None => {
                    let step = self.proof.step(&next)?;
                    let new = self.write(&next, step.mv)?;
                    self.written.insert(key, new);
                    new
                }
            };
            write!(line, " {reply}:{number}").ok()?;
            distance = distance.max(plies + 2);
        }
        self.lines.push(line);
        Some((self.lines.len() - 1, distance))
    }
}

impl Solver {
    /// The certificate of first moves that mate within so many plies each, as
    /// proved by this solver; `nodes` limits the search for what its table has
    /// lost. A mate may turn out to be shorter than it was known to be.
    ///
    /// None if the limit was reached.
    pub fn certify(
        &mut self,
        id: &str,
        position: &Position,
        claims: &[(Move, u8)],
        nodes: u64,
    ) -> Option<String> {
        self.engine.allow(nodes);
        let mut proof = Proof::new(self, position.side_to_move());
        for &(mv, plies) in claims {
            let mut after = *position;
            after.make(mv);
            match proof.require_replies(&after, plies.saturating_sub(1)) {
                Ok(()) => {}
                Err(Stopped) => return None,
            }
        }
        let mut writer = Writer {
            proof: &proof,
            written: BTreeMap::new(),
            lines: Vec::new(),
        };
        let id: String = id.split_whitespace().collect::<Vec<_>>().join("_");
        let mut text = format!("{HEADER}\nid {id}\nfen {}\n", position.fen());
        let mut roots = Vec::new();
        for &(mv, _) in claims {
            let (_, distance) = writer.write(position, mv)?;
            roots.push(writer.lines.pop()?);
            writeln!(text, "claim {mv} {distance}").ok()?;
        }
        for line in writer.lines.iter().chain(&roots) {
            text.push_str(line);
            text.push('\n');
        }
        Some(text)
    }
}
