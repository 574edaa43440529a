//! One test per clause of the rules.

use super::Position;

/// Where the piece on a square may go, in the order of the squares' names.
fn goes(fen: &str, from: &str) -> String {
    let position = Position::from_fen(fen).unwrap();
    let from = from.parse().unwrap();
    let mut targets: Vec<String> = position
        .legal_moves()
        .iter()
        .filter(|mv| mv.from == from)
        .map(|mv| mv.to.to_string())
        .collect();
    targets.sort();
    targets.join(" ")
}

#[test]
fn flying_general_pins_the_only_piece_between_the_kings() {
    let fen = "4k4/9/9/9/9/4C4/9/9/9/4K4 w";
    assert_eq!(goes(fen, "e4"), "e1 e2 e3 e5 e6 e7 e8");
    let fen = "4k4/9/9/9/4P4/9/9/9/9/4K4 w";
    assert_eq!(goes(fen, "e5"), "e6");
    let fen = "4k4/9/9/9/9/4N4/9/9/9/4K4 w";
    assert_eq!(goes(fen, "e4"), "");
}

#[test]
fn flying_general_keeps_a_king_off_the_other_kings_open_file() {
    assert_eq!(goes("3k5/9/9/9/9/9/9/9/9/4K4 w", "e0"), "e1 f0");
    assert_eq!(goes("3k5/9/9/3p5/9/9/9/9/9/4K4 w", "e0"), "d0 e1 f0");
}

#[test]
fn king_stays_in_the_palace_and_moves_one_step_along_a_line() {
    assert_eq!(goes("3k5/9/9/9/9/9/9/5K3/9/9 w", "f2"), "e2 f1");
    assert_eq!(goes("3k5/9/9/9/9/9/9/9/4K4/9 w", "e1"), "e0 e2 f1");
}

#[test]
fn advisor_stays_in_the_palace_and_moves_one_step_along_a_diagonal() {
    assert_eq!(goes("3k5/9/9/9/9/9/9/9/4A4/4K4 w", "e1"), "d0 d2 f0 f2");
    assert_eq!(goes("3k5/9/9/9/9/9/9/5A3/9/4K4 w", "f2"), "e1");
}

#[test]
fn advisor_off_its_squares_has_the_moves_that_lead_into_the_palace() {
    assert_eq!(goes("3k5/9/9/9/9/9/9/9/2A6/4K4 w", "c1"), "d0 d2");
    assert_eq!(goes("3k5/9/9/9/A8/9/9/9/9/4K4 w", "a5"), "");
}

#[test]
fn elephant_may_not_cross_the_river() {
    assert_eq!(goes("3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4"), "a2 e2");
    assert_eq!(goes("3k5/9/9/9/2b6/9/9/9/9/4K4 b", "c5"), "a7 e7");
}

#[test]
fn elephant_is_blocked_at_the_eye_by_either_side() {
    assert_eq!(goes("3k5/9/9/9/9/9/9/9/3P5/2B1K4 w", "c0"), "a2");
    assert_eq!(goes("3k5/9/9/9/9/9/9/9/1p7/2B1K4 w", "c0"), "e2");
}

#[test]
fn elephant_beyond_the_river_only_comes_back() {
    assert_eq!(goes("3k5/9/9/4B4/9/9/9/9/9/4K4 w", "e6"), "c4 g4");
    assert_eq!(goes("3k5/9/4B4/9/9/9/9/9/9/4K4 w", "e7"), "");
}

#[test]
fn horse_is_blocked_at_the_leg_by_either_side() {
    let free = "c3 c5 d2 d6 f2 f6 g3 g5";
    assert_eq!(goes("5k3/9/9/9/9/4N4/9/9/9/3K5 w", "e4"), free);
    assert_eq!(
        goes("5k3/9/9/9/4P4/4N4/9/9/9/3K5 w", "e4"),
        "c3 c5 d2 f2 g3 g5"
    );
    assert_eq!(
        goes("5k3/9/9/9/9/3pN4/9/9/9/3K5 w", "e4"),
        "d2 d6 f2 f6 g3 g5"
    );
}

#[test]
fn piece_on_a_horses_leg_shields_the_king() {
    // The black horse on d2 looks at the king on e0 over its leg on d1.
    assert_eq!(goes("5k3/9/9/9/9/9/9/3n5/3R5/4K4 w", "d1"), "d2");
    assert_eq!(goes("5k3/9/9/9/9/9/9/3n5/1R7/4K4 w", "b1"), "d1");
}

#[test]
fn rook_moves_along_lines_up_to_the_first_piece() {
    let fen = "5k3/9/9/9/9/p1R1P4/9/9/2P6/3K5 w";
    assert_eq!(goes(fen, "c4"), "a4 b4 c2 c3 c5 c6 c7 c8 c9 d4");
}

#[test]
fn cannon_moves_as_a_rook_and_captures_over_exactly_one_piece() {
    let fen = "2r2k3/9/2n6/2p6/9/n1C1P1r1r/9/9/9/3K5 w";
    assert_eq!(goes(fen, "c4"), "b4 c0 c1 c2 c3 c5 c7 d4 g4");
}

#[test]
fn stepping_between_a_cannon_and_the_king_makes_a_screen_and_is_illegal() {
    let fen = "3k5/9/9/9/4c4/9/2R3N2/9/9/4K4 w";
    assert_eq!(goes(fen, "c3"), "a3 b3 c0 c1 c2 c4 c5 c6 c7 c8 c9 d3 f3");
    assert_eq!(goes(fen, "g3"), "f1 f5 h1 h5 i2 i4");
    assert_eq!(goes(fen, "e0"), "e1 f0");
}

#[test]
fn one_of_two_screens_may_not_leave() {
    let fen = "3k5/9/9/9/4c4/4p4/4R4/9/9/4K4 w";
    assert_eq!(goes(fen, "e3"), "e1 e2");
}

#[test]
fn a_cannons_check_ends_when_the_screen_leaves_or_a_second_one_comes() {
    let fen = "3k5/9/9/9/4c4/9/R3N4/9/9/4K4 w";
    assert!(Position::from_fen(fen).unwrap().in_check());
    assert_eq!(goes(fen, "e3"), "c2 c4 d1 d5 f1 f5 g2 g4");
    assert_eq!(goes(fen, "a3"), "");
    assert_eq!(goes("3k5/9/9/9/4c4/R8/4N4/9/9/4K4 w", "a4"), "e4");
}

#[test]
fn pawn_moves_forward_and_beyond_the_river_also_sideways() {
    assert_eq!(goes("3k5/9/9/9/9/2P6/9/9/9/4K4 w", "c4"), "c5");
    assert_eq!(goes("3k5/9/9/9/2P6/9/9/9/9/4K4 w", "c5"), "b5 c6 d5");
    assert_eq!(goes("3k5/9/9/9/8p/9/9/9/9/4K4 b", "i5"), "i4");
    assert_eq!(goes("3k5/9/9/9/9/8p/9/9/9/4K4 b", "i4"), "h4 i3");
    assert_eq!(goes("2P2k3/9/9/9/9/9/9/9/9/4K4 w", "c9"), "b9 d9");
}

#[test]
fn pawn_on_its_own_back_rank_is_accepted_and_goes_forward() {
    assert_eq!(goes("3k5/9/9/9/9/9/9/9/9/P3K4 w", "a0"), "a1");
    assert_eq!(goes("3k4p/9/9/9/9/9/9/9/9/4K4 b", "i9"), "i8");
}

#[test]
fn no_move_may_leave_the_own_king_attacked() {
    // Check by the rook on e5: block, capture, or step aside.
    let fen = "3k5/9/9/9/R3r4/9/7R1/9/9/4K4 w";
    assert_eq!(goes(fen, "a5"), "e5");
    assert_eq!(goes(fen, "h3"), "e3");
    assert_eq!(goes(fen, "e0"), "f0");
}

#[test]
fn double_check_leaves_only_what_answers_both() {
    // The rook on e5 and the pawn on d0 both give check.
    let fen = "5k3/9/9/9/R3r4/9/9/9/9/3pK4 w";
    assert_eq!(goes(fen, "a5"), "");
    assert_eq!(goes(fen, "e0"), "d0");
}
