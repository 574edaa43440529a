//! Playing the archived moves.

use crate::records::xiangqi::Trial;
use crate::rules::xiangqi::{Game, Move, Piece, PieceKind, Position, Side, Terminal};

/// One replayed ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlyFact {
    /// Side that moved.
    pub side: Side,
    /// The move.
    pub mv: Move,
    /// Piece that moved.
    pub piece: PieceKind,
    /// Piece captured.
    pub captured: Option<PieceKind>,
    /// Whether the move gives check.
    pub gives_check: bool,
    /// Legal moves the mover had.
    pub legal_moves: usize,
    /// Times the position after the move has occurred, this time included.
    pub occurrences: u32,
}

/// An archived move that the rules do not allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IllegalArchivedMove {
    /// 1-based ply.
    pub ply: usize,
    /// The move as stored.
    pub text: String,
    /// What is wrong with it.
    pub why: &'static str,
}

/// The replay of a trial's clean moves.
#[derive(Debug, Clone)]
pub(crate) struct ReplayedGame {
    /// Positions before ply 1, after ply 1, …
    pub(crate) positions: Vec<Position>,
    pub(crate) plies: Vec<PlyFact>,
    /// The last archived move repeated the one before it, and was dropped.
    pub(crate) synthetic: bool,
    pub(crate) illegal: Option<IllegalArchivedMove>,
    pub(crate) terminal: Option<Terminal>,
}

/// Whether the record ends in the synthetic entry of a forfeit (spec §2.1).
fn ends_synthetically(trial: &Trial<'_>) -> bool {
    let forfeit = trial
        .archived
        .reason
        .as_deref()
        .is_some_and(|reason| reason.starts_with("forfeit"));
    forfeit && matches!(trial.moves.as_slice(), [.., a, b] if a == b)
}

pub(crate) fn play(trial: &Trial<'_>, start: Position) -> ReplayedGame {
    let synthetic = ends_synthetically(trial);
    let clean = &trial.moves[..trial.moves.len() - usize::from(synthetic)];
    let mut game = Game::new(start);
    let mut replayed = ReplayedGame {
        positions: vec![start],
        plies: Vec::with_capacity(clean.len()),
        synthetic,
        illegal: None,
        terminal: game.terminal(),
    };
    for (index, text) in clean.iter().enumerate() {
        match step(&mut game, replayed.terminal, text) {
            Ok((fact, terminal)) => {
                replayed.plies.push(fact);
                replayed.positions.push(*game.position());
                replayed.terminal = terminal;
            }
            Err(why) => {
                replayed.illegal = Some(IllegalArchivedMove {
                    ply: index + 1,
                    text: text.chars().take(40).collect(),
                    why,
                });
                break;
            }
        }
    }
    replayed
}

fn step(
    game: &mut Game,
    terminal: Option<Terminal>,
    text: &str,
) -> Result<(PlyFact, Option<Terminal>), &'static str> {
    if terminal.is_some() {
        return Err("the game had already ended on the board");
    }
    let mv: Move = text.parse().map_err(|_| "not an ICCS move")?;
    let before = *game.position();
    let piece = before
        .piece_at(mv.from)
        .ok_or("no piece on the starting square")?;
    let legal_moves = before.legal_moves().len();
    let played = game.play(mv).map_err(|_| "not a legal move there")?;
    let fact = PlyFact {
        side: piece.side,
        mv,
        piece: piece.kind,
        captured: played.captured.map(|Piece { kind, .. }| kind),
        gives_check: played.gives_check,
        legal_moves,
        occurrences: played.occurrences,
    };
    Ok((fact, played.terminal))
}
