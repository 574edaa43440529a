//! One test per clause of the rules, named after it.

use super::{Color, Condition, Demand, Game, IllegalTurn, Mode, Move, Piece, Reason, Square, Turn};
use Color::{Black, White};

fn sq(text: &str) -> Square {
    text.parse().unwrap()
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// `"e2e4"` is a move, `"d1:e2e4"` a shift to d1 and a move, `"-"` no move,
/// `"d1:-"` a shift without a move.
fn turn(text: &str) -> Turn {
    let (shift, text) = match text.split_once(':') {
        Some((shift, rest)) => (Some(sq(shift)), rest),
        None => (None, text),
    };
    let mv = (text != "-").then(|| mv(text));
    Turn { shift, mv }
}

/// A game with the Regents on given squares; `"K"` leaves them with the kings.
fn game(fen: &str, regents: &str) -> Game {
    let regents = match regents {
        "K" => None,
        both => {
            let (white, black) = both.split_once(' ').unwrap();
            Some([sq(white), sq(black)])
        }
    };
    Game::from_fen(fen, regents, Condition::Regent).unwrap()
}

fn play(game: &mut Game, turns: &str) {
    for text in turns.split_whitespace() {
        let played = game.play(turn(text));
        assert!(played.is_ok(), "{text}: {played:?}");
    }
}

/// Makes the counters of both sides allow a shift.
fn ready(mut game: Game) -> Game {
    for crown in &mut game.state.crowns {
        crown.completed = 3;
    }
    game
}

fn error(game: &mut Game, text: &str) -> IllegalTurn {
    let before = game.clone();
    let error = game.play(turn(text)).unwrap_err();
    assert_eq!(*game, before, "an illegal turn leaves the game as it was");
    error
}

/// The moves of the piece on a square, without a shift.
fn goes(game: &Game, from: &str) -> String {
    let options = game.options();
    let all = options.moves().sorted_uci();
    let own: Vec<&str> = all
        .iter()
        .filter_map(|text| text.strip_prefix(from))
        .collect();
    own.join(" ")
}

fn targets(game: &Game) -> String {
    let targets = game.options().shift_targets;
    let mut texts: Vec<String> = targets.into_iter().map(|to| to.to_string()).collect();
    texts.sort_unstable();
    texts.join(" ")
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Three quiet moves by each side.
const THREE_EACH: &str = "g1f3 g8f6 b1c3 b8c6 a2a3 a7a6";

#[test]
fn identity_is_the_starting_square_for_the_whole_game() {
    let mut game = game(START, "K");
    play(&mut game, "g1f3 g8f6 f3e5 f6e4 e5d7");
    assert_eq!(game.identity(sq("d7")).unwrap().to_string(), "g1");
    assert_eq!(game.identity(sq("g1")), None);
    let taken = game.play(turn("c8d7")).unwrap().captured.unwrap();
    assert_eq!(taken.identity.unwrap().to_string(), "g1");
    assert_eq!(game.identity(sq("d7")).unwrap().to_string(), "c8");
}

#[test]
fn identity_of_a_castling_rook_goes_with_it() {
    let mut game = game("4k3/8/8/8/8/8/8/4K2R w K -", "K");
    play(&mut game, "e1g1");
    assert_eq!(game.identity(sq("f1")).unwrap().to_string(), "h1");
    assert_eq!(game.identity(sq("g1")).unwrap().to_string(), "e1");
}

#[test]
fn identity_of_a_promoted_pawn_is_kept() {
    let mut game = game("4k3/P7/8/8/8/8/8/4K3 w - -", "K");
    play(&mut game, "a7a8n");
    assert_eq!(game.identity(sq("a8")).unwrap().to_string(), "a7");
}

#[test]
fn king_mode_is_when_the_regent_is_the_living_original_king() {
    let mut game = ready(game(START, "K"));
    assert_eq!(game.mode(White), Mode::King);
    play(&mut game, "d1:e2e4");
    assert_eq!(game.mode(White), Mode::Regent);
    assert_eq!(game.regent(White), sq("d1"));
    assert_eq!(game.mode(Black), Mode::King);
}

#[test]
fn king_mode_is_over_for_good_once_the_original_king_is_captured() {
    let mut game = ready(game("4k3/8/8/8/8/8/r7/K6Q w - -", "h1 e8"));
    play(&mut game, "h1h8 e8d7 h8h1 a2a1");
    assert_eq!(game.board().king(White), None);
    assert_eq!(game.mode(White), Mode::Regent);
    assert_eq!(game.ending(), None);
    assert_eq!(targets(&game), "");
}

#[test]
fn king_mode_moves_are_the_standard_legal_moves() {
    let pinned = game("4r1k1/8/8/8/8/8/4N3/4K3 w - -", "K");
    assert_eq!(goes(&pinned, "e2"), "");
    assert_eq!(goes(&pinned, "e1"), "d1 d2 f1 f2");
    let double = game("4r1k1/8/8/8/8/5n2/3P4/4K2Q w - -", "K");
    assert_eq!(goes(&double, "h1"), "");
    assert_eq!(goes(&double, "e1"), "d1 f1 f2");
}

#[test]
fn king_mode_king_is_checked_by_the_enemys_demoted_king_as_well() {
    let near = game("8/8/8/8/8/7r/4k3/4K3 w - -", "e1 h3");
    assert!(near.board().in_check(White));
    assert_eq!(goes(&near, "e1"), "e2");
    let mated = game("8/8/8/8/8/4k3/8/4K2r w - -", "e1 h1");
    assert_eq!(mated.ending().unwrap().reason, Reason::Checkmate);
}

#[test]
fn regent_mode_moves_are_all_pseudo_legal_moves() {
    let game = game("4r1k1/8/8/8/8/5n2/4B3/R3K2R w KQ -", "h1 g8");
    assert!(game.board().in_check(White));
    assert_eq!(goes(&game, "e2"), "a6 b5 c4 d1 d3 f1 f3");
    assert_eq!(goes(&game, "h1"), "f1 g1 h2 h3 h4 h5 h6 h7 h8");
}

#[test]
fn regent_mode_has_no_castling() {
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ -";
    assert_eq!(goes(&game(fen, "K"), "e1"), "c1 d1 d2 e2 f1 f2 g1");
    assert_eq!(goes(&game(fen, "h1 e8"), "e1"), "d1 d2 e2 f1 f2");
}

#[test]
fn regent_mode_lets_the_demoted_king_step_into_attack_and_next_to_the_enemy_king() {
    let game = game("8/8/8/8/8/3k4/8/R3K3 w - -", "a1 d3");
    assert_eq!(goes(&game, "e1"), "d1 d2 e2 f1 f2");
}

#[test]
fn captures_take_any_enemy_piece_and_a_demoted_king_as_plain_material() {
    let mut game = game("4k2r/8/8/8/8/8/8/4R1K1 w - -", "g1 h8");
    let taken = game.play(turn("e1e8")).unwrap().captured.unwrap();
    assert_eq!((taken.piece, taken.regent), (Piece::King, false));
    assert_eq!(game.ending(), None);
    assert!(!game.board().in_check(Black));
}

#[test]
fn captures_of_the_regent_win_at_once() {
    let mut game = game("4k2r/8/8/8/8/8/8/6KR w - -", "g1 h8");
    let played = game.play(turn("h1h8")).unwrap();
    assert!(played.captured.unwrap().regent);
    let ending = played.ending.unwrap();
    assert_eq!(ending.winner, Some(White));
    assert_eq!(ending.reason, Reason::RegentCaptured);
}

#[test]
fn captures_of_the_regent_en_passant_win_as_well() {
    let mut game = game("4k3/3p4/8/4P3/8/8/8/4K3 b - -", "e1 d7");
    play(&mut game, "d7d5");
    let played = game.play(turn("e5d6")).unwrap();
    let taken = played.captured.unwrap();
    assert_eq!((taken.square, taken.regent), (sq("d5"), true));
    assert_eq!(played.ending.unwrap().reason, Reason::RegentCaptured);
}

#[test]
fn captures_never_take_a_king_mode_king_for_its_side_may_not_leave_it_in_check() {
    let fen = "4k3/8/8/8/8/8/8/4RK2 w - -";
    let refused = Game::from_fen(fen, None, Condition::Regent).unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("in check though it is not to move")
    );
    let mut game = game("4k3/7p/8/8/8/8/8/4RK2 b - -", "K");
    assert_eq!(
        error(&mut game, "h7h6"),
        IllegalTurn::IllegalMove(mv("h7h6"))
    );
}

#[test]
fn turn_is_a_shift_then_a_move_judged_in_the_mode_after_the_shift() {
    let mut game = ready(game("4r1k1/8/8/8/8/8/4N2P/4K3 w - -", "K"));
    assert_eq!(
        error(&mut game, "e2c3"),
        IllegalTurn::IllegalMove(mv("e2c3"))
    );
    let options = game.options();
    assert!(options.allows(Some(sq("h2")), mv("e2c3")));
    play(&mut game, "h2:e2c3");
    assert_eq!(game.regent(White), sq("h2"));
}

#[test]
fn turn_may_shift_to_the_piece_that_then_moves() {
    let mut game = ready(game(START, "K"));
    play(&mut game, "g1:g1f3");
    assert_eq!(game.regent(White), sq("f3"));
}

#[test]
fn crown_shift_is_available_after_three_completed_moves() {
    let mut game = game(START, "K");
    play(&mut game, "g1f3 g8f6 b1c3 b8c6 a2a3");
    assert!(!game.shift_available(Black));
    assert_eq!(
        error(&mut game, "d8:a7a6"),
        IllegalTurn::ShiftUnavailable(sq("d8"))
    );
    play(&mut game, "a7a6");
    assert!(game.shift_available(White));
    play(&mut game, "d1:h2h3");
}

#[test]
fn crown_shift_on_the_tenth_move_is_available_again_from_the_twenty_fifth() {
    let mut crown = *game(START, "K").crown(White);
    crown.completed = 9;
    assert!(crown.may_shift());
    crown.shift(sq("d1"));
    let available: Vec<u32> = (9..30)
        .filter(|&completed| {
            crown.completed = completed;
            crown.may_shift()
        })
        .collect();
    assert_eq!(available, [24, 25, 26, 27, 28, 29]);
}

#[test]
fn crown_shift_needs_moves_not_passes() {
    let mut game = game("7k/5Q2/8/8/8/8/8/K7 b - -", "K");
    game.state.crowns[Black as usize].completed = 2;
    play(&mut game, "- a1a2");
    assert!(!game.shift_available(Black));
}

#[test]
fn crown_shift_goes_to_any_own_living_piece_but_the_present_regent() {
    let mut game = game(START, "K");
    play(&mut game, THREE_EACH);
    assert_eq!(
        targets(&game),
        "a1 a3 b2 c1 c2 c3 d1 d2 e2 f1 f2 f3 g2 h1 h2"
    );
    assert_eq!(
        error(&mut game, "e1:h2h3"),
        IllegalTurn::ShiftToRegent(sq("e1"))
    );
    assert_eq!(
        error(&mut game, "d8:h2h3"),
        IllegalTurn::ShiftNowhere(sq("d8"))
    );
    assert_eq!(
        error(&mut game, "e4:h2h3"),
        IllegalTurn::ShiftNowhere(sq("e4"))
    );
}

#[test]
fn crown_shift_to_an_attacked_piece_is_allowed() {
    let mut game = ready(game("4k3/8/8/8/7r/8/8/4K2R w - -", "K"));
    play(&mut game, "h1:e1e2");
    let played = game.play(turn("h4h1")).unwrap();
    assert_eq!(played.ending.unwrap().reason, Reason::RegentCaptured);
}

#[test]
fn shifting_back_returns_to_king_mode_and_the_move_must_leave_the_king_out_of_check() {
    let mut game = ready(game("4r1k1/8/8/8/8/8/8/R3K3 w - -", "a1 g8"));
    assert!(game.board().in_check(White));
    assert_eq!(
        error(&mut game, "e1:a1a8"),
        IllegalTurn::IllegalMove(mv("a1a8"))
    );
    play(&mut game, "e1:e1d1");
    assert_eq!(game.mode(White), Mode::King);
}

#[test]
fn shifting_back_does_not_restore_castling_but_keeps_what_was_not_lost() {
    let mut game = ready(game("4k3/8/8/8/8/8/8/R3K2R w KQ -", "h1 e8"));
    let options = game.options();
    assert!(options.allows(Some(sq("e1")), mv("e1g1")));
    play(&mut game, "h1h2 e8d8 h2h1 d8e8");
    let options = game.options();
    assert!(!options.allows(Some(sq("e1")), mv("e1g1")));
    assert!(options.allows(Some(sq("e1")), mv("e1c1")));
}

#[test]
fn shifting_back_to_a_checkmated_king_loses_by_checkmate() {
    let mut game = ready(game("4k3/8/8/8/8/1P6/r7/1r5K w - -", "b3 e8"));
    assert!(game.board().in_check(White));
    assert_eq!(targets(&game), "");
    let ending = game.play(turn("h1:b3b4")).unwrap().ending.unwrap();
    assert_eq!(
        (ending.winner, ending.reason),
        (Some(Black), Reason::Checkmate)
    );
}

#[test]
fn shifting_back_is_no_option_when_no_king_mode_move_is_left() {
    // The king is not attacked, its neighbours are, and the pawn is pinned.
    let mut game = ready(game("7k/8/8/8/3b4/8/1P1n4/K1n5 w - -", "b2 h8"));
    assert!(!game.board().in_check(White));
    assert_eq!(goes(&game, "b2"), "b3 b4");
    assert_eq!(targets(&game), "");
    assert_eq!(
        error(&mut game, "a1:b2b3"),
        IllegalTurn::ShiftLeavesNoMove(sq("a1"))
    );
}

#[test]
fn checkmate_without_an_available_shift_loses_at_once() {
    let mut game = game(START, "K");
    play(&mut game, "f2f3 e7e5 g2g4 d8h4");
    let ending = game.ending().unwrap();
    assert_eq!(
        (ending.winner, ending.reason),
        (Some(Black), Reason::Checkmate)
    );
    assert_eq!(
        error(&mut game, "a2a3"),
        IllegalTurn::Over(Reason::Checkmate)
    );
}

/// A back-rank mate with the shift available.
fn pending() -> Game {
    let mut game = ready(game("r5k1/8/8/8/8/8/5PPP/6K1 b - -", "K"));
    play(&mut game, "a8a1");
    game
}

#[test]
fn checkmate_with_the_shift_available_is_pending() {
    let game = pending();
    assert_eq!(game.ending(), None);
    let options = game.options();
    assert_eq!(options.demand, Demand::Escape);
    assert!(options.moves().is_empty());
    assert_eq!(targets(&game), "f2 g2 h2");
    assert!(options.turns().all(|turn| turn.shift.is_some()));
}

#[test]
fn checkmate_pending_is_escaped_by_a_shift_and_a_regent_mode_move() {
    let mut game = pending();
    play(&mut game, "h2:g2g4");
    assert_eq!(game.ending(), None);
    // The demoted king is plain material.
    play(&mut game, "a1g1");
    assert_eq!(game.ending(), None);
}

#[test]
fn checkmate_pending_and_anything_else_loses() {
    for text in ["-", "g2g4", "g1:g2g4", "g1:-", "h2:-"] {
        let mut game = pending();
        let ending = game.play(turn(text)).unwrap().ending.unwrap();
        assert_eq!(
            (ending.winner, ending.reason),
            (Some(Black), Reason::Checkmate),
            "{text}"
        );
        assert_eq!(game.ply(), 1, "{text}");
    }
    let mut game = pending();
    assert_eq!(
        error(&mut game, "h2:h2g4"),
        IllegalTurn::IllegalMove(mv("h2g4"))
    );
    assert_eq!(
        error(&mut game, "a1:h2h4"),
        IllegalTurn::ShiftNowhere(sq("a1"))
    );
}

#[test]
fn checkmate_with_nothing_to_shift_to_is_final() {
    let mut game = ready(game("6k1/1r6/8/8/8/8/r7/7K b - -", "K"));
    play(&mut game, "b7b1");
    assert!(game.shift_available(White));
    assert_eq!(game.ending().unwrap().reason, Reason::Checkmate);
}

#[test]
fn checkmate_with_no_regent_mode_move_at_all_is_final() {
    // A smothered king: every white piece is blocked.
    let mut game = ready(game("QRBRQRQK/PPPPPPPP/p7/P7/4kn2/8/2n5/8 b - -", "K"));
    play(&mut game, "f4g6");
    assert!(game.shift_available(White));
    let ending = game.ending().unwrap();
    assert_eq!(
        (ending.winner, ending.reason),
        (Some(Black), Reason::Checkmate)
    );
}

#[test]
fn pass_is_due_without_a_legal_move_in_king_mode_and_not_in_check() {
    let mut game = game("7k/5Q2/8/8/8/8/8/K7 b - -", "K");
    assert_eq!(game.options().demand, Demand::Pass);
    assert_eq!(error(&mut game, "h8h7"), IllegalTurn::PassDue);
    play(&mut game, "-");
    assert_eq!(game.side_to_move(), White);
    assert_eq!(game.ending(), None);
}

#[test]
fn pass_is_due_whether_or_not_a_shift_is_available() {
    let mut game = ready(game("7k/p4Q2/P7/8/8/8/8/K7 b - -", "K"));
    let options = game.options();
    assert_eq!(options.demand, Demand::Pass);
    assert!(options.shift_available);
    assert_eq!(targets(&game), "");
    assert_eq!(error(&mut game, "a7:h8g8"), IllegalTurn::PassDue);
}

#[test]
fn pass_in_regent_mode_is_due_even_if_the_original_king_is_attacked() {
    // Every white piece is walled in; the knight on c2 attacks the king.
    let fen = "7k/8/8/8/1p6/1P1p4/BPnP4/KRB5 w - -";
    let game = game(fen, "b1 h8");
    assert!(game.board().in_check(White));
    assert_eq!(game.options().demand, Demand::Pass);
    let mated = self::game(fen, "K");
    assert_eq!(mated.ending().unwrap().reason, Reason::Checkmate);
}

#[test]
fn pass_is_never_due_in_king_mode_and_in_check() {
    assert_eq!(pending().options().demand, Demand::Escape);
}

#[test]
fn pass_is_a_ply_that_completes_no_move_and_counts_for_the_backstop_only() {
    let mut game = game("7k/5Q2/8/8/8/8/8/K7 b - -", "K");
    play(&mut game, "- a1a2 -");
    assert_eq!(game.ply(), 3);
    assert_eq!(game.crown(Black).completed(), 0);
    assert_eq!((game.fifty(), game.backstop()), (1, 3));
}

#[test]
fn pass_that_is_not_due_is_an_illegal_turn() {
    let mut game = game(START, "K");
    assert_eq!(error(&mut game, "-"), IllegalTurn::NoMove);
}

#[test]
fn pass_ends_the_en_passant_chance() {
    let mut game = game("8/8/8/8/p6k/8/1P6/K7 w - -", "K");
    play(&mut game, "b2b4");
    assert!(game.options().moves().contains(mv("a4b3")));
    game.state.board.pass();
    assert!(game.board().fen().ends_with("w - -"));
    game.state.board.pass();
    assert!(!game.options().moves().contains(mv("a4b3")));
}

#[test]
fn fifty_move_count_is_reset_by_captures_and_shifts_but_not_by_pawn_moves() {
    let mut game = game(START, "K");
    play(&mut game, "e2e4 d7d5 g1f3");
    assert_eq!(game.fifty(), 3);
    play(&mut game, "d5e4");
    assert_eq!(game.fifty(), 0);
    play(&mut game, "b1c3 a7a6 d1:a2a3");
    assert_eq!(game.fifty(), 0);
    play(&mut game, "a6a5");
    assert_eq!(game.fifty(), 1);
}

#[test]
fn backstop_is_reset_by_captures_and_pawn_moves_but_not_by_shifts() {
    let mut game = ready(game(START, "K"));
    play(&mut game, "g1f3 g8f6 d1:b1c3");
    assert_eq!(game.backstop(), 3);
    play(&mut game, "a7a6");
    assert_eq!(game.backstop(), 0);
    play(&mut game, "f3e5 b8c6 e5c6");
    assert_eq!(game.backstop(), 0);
}

#[test]
fn threefold_counts_the_start_and_never_the_hidden_mode() {
    let mut game = ready(game(START, "K"));
    play(&mut game, "d1:g1f3 g8f6 f3g1 f6g8");
    assert_eq!((game.occurrences(), game.mode(White)), (2, Mode::Regent));
    play(&mut game, "g1f3 g8f6 f3g1");
    let ending = game.play(turn("f6g8")).unwrap().ending.unwrap();
    assert_eq!(ending.reason, Reason::ThreefoldRepetition);
    assert_eq!(ending.winner, None);
}

#[test]
fn threefold_tells_castling_rights_apart() {
    let mut game = game("4k3/8/8/8/8/8/7p/R3K3 w Q -", "K");
    play(&mut game, "a1b1 e8d8 b1a1 d8e8");
    assert_eq!(game.occurrences(), 1);
}

#[test]
fn threefold_tells_en_passant_apart_only_if_a_pawn_stands_ready() {
    let ready = game("4k3/8/8/8/p7/8/1P6/4K3 w - -", "K");
    let mut other = ready.clone();
    play(&mut other, "b2b4");
    assert!(other.board().fen().ends_with("b - b3"));
    let mut idle = game("4k3/8/8/8/7p/8/1P6/4K3 w - -", "K");
    play(&mut idle, "b2b4");
    assert!(idle.board().fen().ends_with("b - -"));
    play(&mut idle, "e8d8 e1d1 d8e8 d1e1");
    assert_eq!(idle.occurrences(), 2);
    play(&mut other, "e8d8 e1d1 d8e8 d1e1");
    assert_eq!(other.occurrences(), 1);
}

#[test]
fn threefold_en_passant_is_pseudo_legal_a_pinned_pawn_stands_ready_too() {
    let mut game = game("8/8/8/8/k4p1Q/8/4P3/4K3 w - -", "K");
    play(&mut game, "e2e4");
    assert!(game.board().fen().ends_with("b - e3"));
    assert!(!game.options().moves().contains(mv("f4e3")));
}

#[test]
fn threefold_counts_a_pass_as_a_new_occurrence() {
    let mut game = game("7k/5Q2/8/8/8/8/8/K7 b - -", "K");
    play(&mut game, "- a1a2 -");
    assert_eq!(game.occurrences(), 1);
    play(&mut game, "a2a1");
    assert_eq!(game.occurrences(), 2);
}

#[test]
fn dead_position_is_two_bare_original_kings_only() {
    let mut game = game("8/8/8/8/2k5/8/1p6/K7 w - -", "K");
    assert_eq!(game.ending(), None);
    play(&mut game, "a1b2");
    assert_eq!(game.ending().unwrap().reason, Reason::BareKings);
    let knight = self::game("8/8/8/8/2k5/8/8/K6N w - -", "K");
    assert_eq!(knight.ending(), None);
}

#[test]
fn castling_stands_in_king_mode_after_the_shift_of_that_turn() {
    let game = ready(game("4k3/8/8/8/8/8/8/R3K2R w KQ -", "a1 e8"));
    let options = game.options();
    assert!(!options.moves().contains(mv("e1g1")));
    assert!(options.allows(Some(sq("e1")), mv("e1g1")));
    assert!(!options.allows(Some(sq("h1")), mv("e1g1")));
}

#[test]
fn castling_may_not_leave_pass_through_or_reach_check_nor_jump() {
    let castles = |fen: &str| {
        let moves = game(fen, "K").options().moves().sorted_uci();
        ["e1c1", "e1g1"].map(|text| moves.contains(&text.to_owned()))
    };
    assert_eq!(castles("4k3/8/8/8/8/8/8/R3K2R w KQ -"), [true, true]);
    assert_eq!(castles("4k3/8/8/8/8/8/4r3/R3K2R w KQ -"), [false, false]);
    assert_eq!(castles("3rk3/8/8/8/8/8/8/R3K2R w KQ -"), [false, true]);
    assert_eq!(castles("4k1r1/8/8/8/8/8/8/R3K2R w KQ -"), [true, false]);
    // An attacked b1 does not matter, an occupied one does.
    assert_eq!(castles("1r2k3/8/8/8/8/8/8/R3K2R w KQ -"), [true, true]);
    assert_eq!(castles("4k3/8/8/8/8/8/8/RN2K2R w KQ -"), [false, true]);
    assert_eq!(castles("4k3/8/8/8/8/8/8/R3K2R w - -"), [false, false]);
}

#[test]
fn castling_rights_are_lost_when_king_or_rook_moves_or_is_captured_for_good() {
    let rights = |fen: &str, turns: &str| {
        let mut game = game(fen, "K");
        play(&mut game, turns);
        let fen = game.board().fen();
        fen.split(' ').nth(2).unwrap().to_owned()
    };
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
    assert_eq!(rights(fen, "a1b1"), "Kkq");
    assert_eq!(rights(fen, "e1e2"), "kq");
    assert_eq!(rights(fen, "a1a8"), "Kk");
    assert_eq!(rights(fen, "e1g1 e8c8"), "-");
    // Another rook that comes to the corner brings nothing back.
    let fen = "4k2r/8/8/8/8/6n1/R7/4K2R b K -";
    assert_eq!(rights(fen, "g3h1 a2a1 h1g3 a1a2 h8g8 a2h2 g8f8 h2h1"), "-");
}

#[test]
fn promotion_is_to_queen_rook_bishop_or_knight() {
    let game = game("4k3/P7/8/8/8/8/8/4K3 w - -", "K");
    assert_eq!(goes(&game, "a7"), "a8b a8n a8q a8r");
    assert!(!game.options().moves().contains(mv("a7a8")));
}

#[test]
fn promotion_of_a_regent_pawn_makes_the_new_piece_the_regent() {
    let mut game = game("4k3/P7/8/8/8/8/8/4K3 w - -", "a7 e8");
    play(&mut game, "a7a8q");
    assert_eq!(game.regent(White), sq("a8"));
    assert_eq!(game.board().piece_at(sq("a8")), Some((White, Piece::Queen)));
    assert_eq!(game.mode(White), Mode::Regent);
}

#[test]
fn check_announcement_is_for_an_attacked_original_king_in_either_mode() {
    let fen = "4r1k1/8/8/8/8/8/8/R3K3 w - -";
    assert!(game(fen, "K").board().in_check(White));
    assert!(game(fen, "a1 g8").board().in_check(White));
    assert!(
        !game("6k1/8/8/8/8/8/4r3/R7 w - -", "a1 g8")
            .board()
            .in_check(White)
    );
}

#[test]
fn ply_index_counts_from_zero_and_passes_included() {
    let mut game = game(START, "K");
    assert_eq!((game.ply(), game.side_to_move()), (0, White));
    play(&mut game, THREE_EACH);
    assert_eq!((game.ply(), game.side_to_move()), (6, White));
    play(&mut game, "h2h3");
    assert_eq!((game.ply(), game.side_to_move()), (7, Black));
}

#[test]
fn counters_of_a_custom_fen_start_at_zero_whatever_its_clocks_say() {
    let game = game("4k3/8/8/8/8/8/P7/4K3 w - - 49 77", "K");
    assert_eq!((game.fifty(), game.backstop(), game.ply()), (0, 0, 0));
    assert_eq!(game.crown(White).completed(), 0);
    assert!(!game.shift_available(White));
}

#[test]
fn control_condition_never_has_a_shift() {
    let mut game = Game::startpos(Condition::NoCrown);
    play(&mut game, THREE_EACH);
    assert!(!game.shift_available(White));
    assert_eq!(
        error(&mut game, "d1:h2h3"),
        IllegalTurn::ShiftUnavailable(sq("d1"))
    );
}

#[test]
fn control_condition_passes_on_stalemate() {
    let mut game = Game::from_fen("7k/5Q2/8/8/8/8/8/K7 b - -", None, Condition::NoCrown).unwrap();
    play(&mut game, "-");
    assert_eq!(game.ending(), None);
}
