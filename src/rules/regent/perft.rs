//! Counting sequences, the usual test of a move generator.

use super::board::Board;
use super::game::Game;
use super::mode::Mode;

/// The number of sequences of `depth` King-Mode moves of both sides: standard
/// chess, draws aside.
#[must_use]
pub fn perft(board: &Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => board.moves(Mode::King).len() as u64,
        _ => board
            .moves(Mode::King)
            .iter()
            .map(|mv| {
                let mut next = *board;
                next.apply(mv);
                perft(&next, depth - 1)
            })
            .sum(),
    }
}

/// The number of sequences of `depth` turns by the full rules: shifts, passes
/// and endings included. A game that is over has none.
#[must_use]
pub fn turn_perft(game: &Game, depth: u32) -> u64 {
    count(&mut game.clone(), depth)
}

fn count(game: &mut Game, depth: u32) -> u64 {
    use super::moves::Turn;
    use super::options::Demand;

    if depth == 0 {
        return 1;
    }
    if game.ending().is_some() {
        return 0;
    }
    let options = game.options();
    let pass = (options.demand == Demand::Pass).then_some(Turn::NONE);
    if depth == 1 {
        return options.turn_count() as u64 + u64::from(pass.is_some());
    }
    let mut sequences = 0;
    for turn in options.turns().chain(pass) {
        if game.play(turn).is_ok() {
            sequences += count(game, depth - 1);
            game.undo();
        }
    }
    sequences
}
