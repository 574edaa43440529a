//! Every reason why a game ends, the points at which the counts tip, and the
//! order in which the reasons are looked for.

use super::{Color, Condition, Ending, Game, Move, Reason, Square, Turn};

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

fn game(fen: &str, regents: [&str; 2]) -> Game {
    let regents = regents.map(|text| text.parse::<Square>().unwrap());
    Game::from_fen(fen, Some(regents), Condition::Regent).unwrap()
}

/// Plays one move or pass; the ending, if there is one.
fn play(game: &mut Game, text: &str) -> Option<Ending> {
    let mv = (text != "-").then(|| mv(text));
    game.play(Turn { shift: None, mv }).unwrap().ending
}

fn reason(ending: Option<Ending>) -> &'static str {
    ending.map_or("none", |ending| ending.reason.name())
}

#[test]
fn every_reason_has_a_name_of_its_own() {
    for reason in Reason::ALL {
        assert_eq!(Reason::named(reason.name()), Some(reason));
    }
    assert_eq!(Reason::named("forfeit"), None);
}

#[test]
fn regent_captured() {
    let mut game = game("4k2q/8/8/8/8/8/8/4K2R w - -", ["e1", "h8"]);
    let ending = play(&mut game, "h1h8").unwrap();
    assert_eq!(ending.winner, Some(Color::White));
    assert_eq!(ending.reason, Reason::RegentCaptured);
}

#[test]
fn checkmate() {
    let mut game = game("6k1/5ppp/8/8/8/8/8/R3K3 w - -", ["e1", "g8"]);
    let ending = play(&mut game, "a1a8").unwrap();
    assert_eq!(ending.winner, Some(Color::White));
    assert_eq!(ending.reason, Reason::Checkmate);
}

#[test]
fn bare_kings() {
    let mut game = game("4k3/8/8/8/8/8/3p4/4K3 w - -", ["e1", "e8"]);
    let ending = play(&mut game, "e1d2").unwrap();
    assert_eq!(ending.winner, None);
    assert_eq!(ending.reason, Reason::BareKings);
}

#[test]
fn threefold_repetition() {
    let mut game = game("4k3/8/8/8/8/8/7P/4K3 w - -", ["e1", "e8"]);
    for text in ["e1d1", "e8d8", "d1e1", "d8e8", "e1d1", "e8d8", "d1e1"] {
        assert_eq!(play(&mut game, text), None);
    }
    assert_eq!(reason(play(&mut game, "d8e8")), "threefold_repetition");
}

/// White's king walks three ranks to and fro, Black's steps to and fro: no
/// board occurs three times.
fn quiet_walk(plies: usize) -> (Game, Option<Ending>) {
    let mut game = game("1k6/8/8/7p/7P/8/8/K7 w - -", ["a1", "b8"]);
    let ranks = [("abcdefgh", 1), ("hgfedcba", 2), ("abcdefgh", 3), ("gf", 3)];
    let path = ranks
        .iter()
        .flat_map(|(files, rank)| files.chars().map(move |file| format!("{file}{rank}")));
    let mut white = path.skip(1);
    let mut ending = None;
    for ply in 0..plies {
        assert_eq!(ending, None, "over before ply {ply}");
        let side = game.side_to_move();
        let from = game.board().king(side).unwrap();
        let to = match (side, ply % 4) {
            (Color::White, _) => white.next().unwrap(),
            (Color::Black, 1) => "c8".to_owned(),
            (Color::Black, _) => "b8".to_owned(),
        };
        ending = play(&mut game, &format!("{from}{to}"));
    }
    (game, ending)
}

#[test]
fn fifty_moves_at_the_fiftieth_half_move() {
    let (game, ending) = quiet_walk(49);
    assert_eq!((game.fifty(), ending), (49, None));
    assert_eq!(reason(quiet_walk(50).1), "fifty_moves");
}

#[test]
fn seventy_five_moves_at_ply_150_of_the_backstop() {
    let mut game = game("1k6/8/8/7p/7P/8/8/2K5 w - -", ["c1", "b8"]);
    game.state.backstop = 148;
    assert_eq!(play(&mut game, "c1b1"), None);
    assert_eq!(game.backstop(), 149);
    assert_eq!(reason(play(&mut game, "b8c8")), "seventy_five_moves");
}

#[test]
fn consecutive_passes() {
    let mut game = game("8/8/4p3/p5p1/P3PpPk/5P1p/7P/8 b - - 0 1", ["g4", "h4"]);
    assert_eq!(play(&mut game, "e6e5"), None);
    assert_eq!(play(&mut game, "-"), None);
    assert_eq!(reason(play(&mut game, "-")), "consecutive_passes");
}

#[test]
fn a_move_between_two_passes_ends_nothing() {
    let mut game = game("7k/5Q2/8/8/8/8/8/K7 b - -", ["a1", "h8"]);
    assert_eq!(play(&mut game, "-"), None);
    assert_eq!(play(&mut game, "a1a2"), None);
    assert_eq!(play(&mut game, "-"), None);
}

#[test]
fn order_regent_captured_comes_before_checkmate() {
    // The rook takes the Regent and attacks the cornered king at once.
    let mut game = game("q5k1/5ppp/8/8/8/8/8/R3K3 w - -", ["e1", "a8"]);
    assert_eq!(reason(play(&mut game, "a1a8")), "regent_captured");
}

#[test]
fn order_checkmate_comes_before_the_counts() {
    let mut game = game("6k1/5ppp/8/8/8/8/8/R3K3 w - -", ["e1", "g8"]);
    game.state.fifty = 49;
    game.state.backstop = 149;
    assert_eq!(reason(play(&mut game, "a1a8")), "checkmate");
}

#[test]
fn order_a_pending_checkmate_leaves_room_for_a_draw() {
    let mut game = game("6k1/5ppp/8/8/8/8/8/R3K3 w - -", ["e1", "g8"]);
    game.state.crowns[Color::Black as usize].completed = 3;
    game.state.fifty = 49;
    assert_eq!(reason(play(&mut game, "a1a8")), "fifty_moves");
}

#[test]
fn order_bare_kings_come_before_threefold_and_the_counts_follow_in_turn() {
    let start = game("4k3/8/8/8/8/8/7P/4K3 w - -", ["e1", "e8"]);
    let with = |occurrences: bool, fifty: u32, backstop: u32| {
        let mut game = start.clone();
        if occurrences {
            for text in ["e1d1", "e8d8", "d1e1", "d8e8", "e1d1", "e8d8", "d1e1"] {
                play(&mut game, text);
            }
        } else {
            play(&mut game, "e1d1");
        }
        game.state.fifty = fifty;
        game.state.backstop = backstop.max(game.state.backstop);
        let last = if occurrences { "d8e8" } else { "e8d8" };
        reason(play(&mut game, last))
    };
    assert_eq!(with(true, 49, 149), "threefold_repetition");
    assert_eq!(with(false, 49, 149), "fifty_moves");
    assert_eq!(with(false, 10, 149), "seventy_five_moves");
    assert_eq!(with(false, 10, 10), "none");
}

#[test]
fn order_consecutive_passes_come_last() {
    let mut game = game("8/8/8/p3p1p1/P3PpPk/5P1p/7P/8 w - -", ["g4", "h4"]);
    game.state.backstop = 148;
    assert_eq!(play(&mut game, "-"), None);
    assert_eq!(reason(play(&mut game, "-")), "seventy_five_moves");
}

#[test]
fn a_start_that_is_mate_or_bare_is_over() {
    let mate = game("6k1/8/8/8/8/8/r7/1r5K w - -", ["h1", "g8"]);
    assert_eq!(reason(mate.ending()), "checkmate");
    assert_eq!(mate.options().turn_count(), 0);
    let bare = game("6k1/8/8/8/8/8/8/7K w - -", ["h1", "g8"]);
    assert_eq!(reason(bare.ending()), "bare_kings");
}
