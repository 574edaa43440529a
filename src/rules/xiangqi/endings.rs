//! One test per way a game ends.

use super::{Game, Position, Side, Terminal};

fn game(fen: &str) -> Game {
    Game::new(Position::from_fen(fen).unwrap())
}

/// Plays the moves; none but the last may end the game.
fn play(game: &mut Game, moves: &str) -> Option<Terminal> {
    let mut terminal = None;
    for mv in moves.split_whitespace() {
        assert_eq!(terminal, None, "over before {mv}");
        let played = game.play(mv.parse().unwrap()).unwrap();
        terminal = played.terminal;
    }
    assert_eq!(game.terminal(), terminal);
    terminal
}

/// Red's rook checks the king to and fro.
const CHASE: &str = "3k5/9/9/9/9/4R4/9/9/9/5K3 w";
const CHECKS: &str = "e4d4 d9e9 d4e4 e9d9";
const QUIET: &str = "f0f1 d9d8 f1f0 d8d9";

#[test]
fn checkmate_loses() {
    let loser = Side::Red;
    let fen = "4k4/9/9/9/9/9/9/9/r8/r2K5 w";
    assert_eq!(game(fen).terminal(), Some(Terminal::Checkmate { loser }));
    let mut before = game("4k4/9/9/9/9/9/9/1r7/r8/3K5 b");
    assert_eq!(
        play(&mut before, "b2b0"),
        Some(Terminal::Checkmate { loser })
    );
}

#[test]
fn stalemate_loses() {
    let fen = "4k4/9/9/9/9/9/9/9/r8/3K5 w";
    let terminal = game(fen).terminal().unwrap();
    assert_eq!(terminal, Terminal::Stalemate { loser: Side::Red });
    assert_eq!(terminal.winner(), Some(Side::Black));
    assert_eq!(terminal.reason(), "stalemate");
}

#[test]
fn third_occurrence_without_perpetual_check_is_a_draw() {
    let mut game = Game::new(Position::startpos());
    let cycle = "b0c2 b9c7 c2b0 c7b9";
    assert_eq!(play(&mut game, cycle), None);
    assert_eq!(game.occurrences(), 2);
    let terminal = play(&mut game, cycle).unwrap();
    assert_eq!(terminal, Terminal::Repetition);
    assert_eq!(game.occurrences(), 3);
    assert_eq!(terminal.winner(), None);
    assert_eq!((game.ply(), game.moves().len()), (8, 8));
}

#[test]
fn the_same_placement_with_the_other_side_to_move_is_another_position() {
    // Black loses a tempo: the placement recurs, the turn does not.
    let mut game = game("3k5/9/9/9/9/9/9/9/9/R4K3 w");
    play(&mut game, "a0a1 d9d8 a1a2 d8d9 a2a0");
    assert_eq!(game.position().fen(), "3k5/9/9/9/9/9/9/9/9/R4K3 b");
    assert_eq!(game.occurrences(), 1);
}

#[test]
fn the_side_that_alone_gave_perpetual_check_loses() {
    let mut game = game(CHASE);
    assert_eq!(play(&mut game, CHECKS), None);
    let terminal = play(&mut game, CHECKS).unwrap();
    assert_eq!(terminal, Terminal::PerpetualCheck { loser: Side::Red });
    assert_eq!(terminal.winner(), Some(Side::Black));
}

#[test]
fn perpetual_check_by_black_loses_for_black() {
    let mut game = game("3k5/9/9/9/4r4/9/9/9/9/5K3 b");
    let checks = "e5f5 f0e0 f5e5 e0f0";
    assert_eq!(play(&mut game, checks), None);
    let terminal = play(&mut game, checks);
    assert_eq!(
        terminal,
        Some(Terminal::PerpetualCheck { loser: Side::Black })
    );
}

#[test]
fn one_quiet_move_within_the_cycle_makes_it_a_draw() {
    let mut game = game(CHASE);
    assert_eq!(play(&mut game, QUIET), None);
    assert_eq!(play(&mut game, CHECKS), Some(Terminal::Repetition));
}

#[test]
fn quiet_moves_before_the_first_occurrence_do_not_count() {
    let mut game = game("3k5/9/9/9/9/4R4/9/9/5K3/9 w");
    assert_eq!(play(&mut game, "f1f0 d9d8"), None);
    let checks = "e4d4 d8e8 d4e4 e8d8";
    assert_eq!(play(&mut game, checks), None);
    let loser = Side::Red;
    assert_eq!(
        play(&mut game, checks),
        Some(Terminal::PerpetualCheck { loser })
    );
}

#[test]
fn a_fourth_occurrence_is_judged_from_the_earliest_of_the_last_three() {
    let mut game = game(CHASE);
    play(&mut game, QUIET);
    assert_eq!(play(&mut game, CHECKS), Some(Terminal::Repetition));
    assert_eq!(game.occurrences(), 3);
    for mv in CHECKS.split_whitespace() {
        game.play(mv.parse().unwrap()).unwrap();
    }
    assert_eq!(game.occurrences(), 4);
    let loser = Side::Red;
    assert_eq!(game.terminal(), Some(Terminal::PerpetualCheck { loser }));
}

#[test]
fn perpetual_check_by_both_sides_is_a_draw() {
    // Every move closes one line with a horse or cannon and opens another.
    let mut game = game("9/9/3rrk3/9/9/7R1/5c3/5N3/9/3K1C3 w");
    let checks = "f2d1 f3d3 d1f2 d3f3";
    for mv in checks.split_whitespace() {
        assert!(game.position().in_check());
        assert!(game.position().gives_check(mv.parse().unwrap()));
        game.play(mv.parse().unwrap()).unwrap();
    }
    assert_eq!(play(&mut game, checks), Some(Terminal::Repetition));
}

#[test]
fn an_illegal_move_leaves_the_game_as_it_was() {
    let mut game = game(CHASE);
    play(&mut game, "e4d4 d9e9");
    let before = game.clone();
    for text in ["e4d4", "d4d4", "d4e5", "f0g0", "e9e8", "a0a0"] {
        let error = game.play(text.parse().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), format!("{text} is not a legal move"));
        assert_eq!(game, before);
    }
}
