//! The checker of certificates. It knows the rules of the game and nothing of
//! the searches, so that a proof does not rest on them.
//!
//! Why a checked certificate proves mate: every legal reply has its answer, every
//! answer lies on an earlier line, so play ends, and it can only end where the
//! defender has no legal move. No position but the first has two lines, so none
//! comes up twice in one line of play (the first at most twice), and the rules of
//! repetition never get a say.

use std::collections::{BTreeMap, BTreeSet};

use super::certificate::HEADER;
use crate::rules::xiangqi::{FenError, Move, ParseMoveError, Position};

/// What a certificate proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proved {
    /// The name it gives to its position.
    pub id: String,
    /// The position.
    pub position: Position,
    /// First moves, and the plies within which each mates.
    pub claims: Vec<(Move, u32)>,
    /// Lines, that is positions with the attacker to move.
    pub lines: usize,
}

/// Why a certificate is rejected. Line numbers are those of its position lines.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// The header is not that of a certificate of this version.
    #[error("not a certificate: expected `{HEADER}`, id, fen and claims")]
    Header,
    /// The position is not legal.
    #[error("bad FEN: {0}")]
    Fen(FenError),
    /// A claim cannot be read.
    #[error("bad claim {0}")]
    Claim(usize),
    /// There is no claim, or there are fewer lines than claims.
    #[error("nothing is proved")]
    Empty,
    /// A line cannot be read.
    #[error("line {0} cannot be read")]
    Unreadable(usize),
    /// A line refers to itself or a later one.
    #[error("line {0} refers to no earlier line")]
    Order(usize),
    /// No line leads to a line.
    #[error("line {0} belongs to no position")]
    Stray(usize),
    /// A line is referred to from two positions.
    #[error("line {0} stands for two positions")]
    TwoPositions(usize),
    /// A position has two lines.
    #[error("line {0} repeats the position of another line")]
    Twice(usize),
    /// The attacker's move is not legal.
    #[error("line {0} has an illegal move")]
    IllegalMove(usize),
    /// The replies are not exactly the legal ones.
    #[error("line {0} does not answer every legal reply, or answers others")]
    Replies(usize),
    /// A claimed first move or distance is not what the lines prove.
    #[error("claim {0} is not what the lines prove")]
    Distance(usize),
}

struct Line {
    mv: Move,
    /// Replies and the lines that answer them.
    replies: Vec<(Move, usize)>,
}

/// Checks a certificate.
///
/// # Errors
///
/// The first thing that is wrong with it.
pub fn check(text: &str) -> Result<Proved, Rejected> {
    let mut input = text.lines();
    if input.next() != Some(HEADER) {
        return Err(Rejected::Header);
    }
    let mut field = |name: &str| input.next()?.strip_prefix(name);
    let id = field("id ").ok_or(Rejected::Header)?.to_owned();
    let fen = field("fen ").ok_or(Rejected::Header)?;
    let position = Position::from_fen(fen).map_err(Rejected::Fen)?;
    let mut claims = Vec::new();
    let mut lines = Vec::new();
    for line in input {
        if let Some(claim) = line.strip_prefix("claim ").filter(|_| lines.is_empty()) {
            claims.push(read_claim(claim).ok_or(Rejected::Claim(claims.len()))?);
        } else {
            lines.push(read_line(line, lines.len())?);
        }
    }
    // A text that was cut off inside its last line must not pass for another.
    if claims.is_empty() || lines.len() < claims.len() || !text.ends_with('\n') {
        return Err(Rejected::Empty);
    }
    let distances = distances(&lines);
    let first_root = lines.len() - claims.len();
    for (index, (claim, line)) in claims.iter().zip(&lines[first_root..]).enumerate() {
        if *claim != (line.mv, distances[first_root + index]) {
            return Err(Rejected::Distance(index));
        }
    }
    follow(&lines, first_root, &position)?;
    Ok(Proved {
        id,
        position,
        claims,
        lines: lines.len(),
    })
}

fn read_claim(text: &str) -> Option<(Move, u32)> {
    let (mv, plies) = text.split_once(' ')?;
    Some((mv.parse().ok()?, plies.parse().ok()?))
}

fn read_line(text: &str, number: usize) -> Result<Line, Rejected> {
    let unreadable = || Rejected::Unreadable(number);
    let mut words = text.split(' ');
    let mv = words.next().and_then(|word| word.parse().ok());
    let mut line = Line {
        mv: mv.ok_or_else(unreadable)?,
        replies: Vec::new(),
    };
    for word in words {
        let (reply, target) = word.split_once(':').ok_or_else(unreadable)?;
        let reply = reply.parse().map_err(|_: ParseMoveError| unreadable())?;
        let target: usize = target.parse().map_err(|_| unreadable())?;
        if target >= number {
            return Err(Rejected::Order(number));
        }
        line.replies.push((reply, target));
    }
    Ok(line)
}

/// Plies to the end from each line on, the defender holding out longest.
fn distances(lines: &[Line]) -> Vec<u32> {
    let mut distances: Vec<u32> = Vec::with_capacity(lines.len());
    for line in lines {
        let targets = line.replies.iter().map(|&(_, target)| distances[target]);
        let longest = targets.max();
        distances.push(longest.map_or(1, |plies| plies.saturating_add(2)));
    }
    distances
}

/// Plays every line from the root, later lines first, so that a position is known
/// before its line is read.
fn follow(lines: &[Line], first_root: usize, root: &Position) -> Result<(), Rejected> {
    // Positions of lines that a later line has led to.
    let mut positions: BTreeMap<usize, Position> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for (number, line) in lines.iter().enumerate().rev() {
        let position = if number >= first_root {
            *root
        } else {
            let position = positions.remove(&number).ok_or(Rejected::Stray(number))?;
            if !seen.insert(position.fen()) {
                return Err(Rejected::Twice(number));
            }
            position
        };
        if !position.is_legal(line.mv) {
            return Err(Rejected::IllegalMove(number));
        }
        let mut after = position;
        after.make(line.mv);
        let legal: BTreeSet<Move> = after.legal_moves().iter().copied().collect();
        let answered: BTreeSet<Move> = line.replies.iter().map(|&(reply, _)| reply).collect();
        if legal != answered || line.replies.len() != legal.len() {
            return Err(Rejected::Replies(number));
        }
        for &(reply, target) in &line.replies {
            if target >= first_root {
                return Err(Rejected::Order(number));
            }
            let mut next = after;
            next.make(reply);
            if *positions.entry(target).or_insert(next) != next {
                return Err(Rejected::TwoPositions(target));
            }
        }
    }
    Ok(())
}
