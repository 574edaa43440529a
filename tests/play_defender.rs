//! What holds of the defenders that need nothing installed, on positions of
//! random games.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::num::{NonZeroU8, NonZeroU64};

use proptest::prelude::*;
use recount::play::xiangqi::defender::builtin::{Builtin, Limits};
use recount::play::xiangqi::defender::rule::Rule;
use recount::play::xiangqi::defender::{Defender, DefenderError, DefenderOptions, DefenderSpec};
use recount::rules::xiangqi::{Game, Position, Side, Terminal};

const POSITIONS: &str = include_str!("../data/positions/xiangqi.csv");

fn starts() -> Vec<&'static str> {
    let fens = POSITIONS.lines().skip(1);
    fens.map(|line| line.split(',').nth(4).unwrap()).collect()
}

/// A game in which every pick chooses among the legal moves.
fn random_game(start: usize, picks: &[usize]) -> Game {
    let starts = starts();
    let mut game = Game::new(Position::from_fen(starts[start % starts.len()]).unwrap());
    for pick in picks {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[pick % moves.len()]).unwrap();
    }
    game
}

fn played(start: &str, moves: &str) -> Game {
    let mut game = Game::new(Position::from_fen(start).unwrap());
    for mv in moves.split_whitespace() {
        game.play(mv.parse().unwrap()).unwrap();
    }
    game
}

fn builtin() -> Builtin {
    Builtin::new(Limits::DEFAULT)
}

fn choice(defender: &mut dyn Defender, game: &Game) -> String {
    defender.choose(game).unwrap().mv.to_string()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn choices_are_legal_and_the_same_again(
        start in 0..119_usize,
        picks in prop::collection::vec(0..1000_usize, 0..60),
        nodes in 1..800_u64,
    ) {
        let game = random_game(start, &picks);
        let options = |nodes| DefenderOptions {
            depth: NonZeroU8::new(3),
            nodes,
            ..DefenderOptions::default()
        };
        let specs = [
            DefenderSpec::parse("rule", &options(None)).unwrap(),
            DefenderSpec::parse("builtin", &options(NonZeroU64::new(nodes))).unwrap(),
        ];
        for spec in specs {
            let mut defender = spec.make().unwrap();
            match defender.choose(&game) {
                Err(DefenderError::GameOver) => prop_assert!(!game.position().has_legal_move()),
                Err(error) => prop_assert!(false, "{error}"),
                Ok(choice) => {
                    prop_assert!(game.position().is_legal(choice.mv));
                    // Whatever was played in between, and by another one.
                    let other = random_game(start + 1, &picks);
                    defender.choose(&other).ok();
                    prop_assert_eq!(&defender.choose(&game).unwrap(), &choice);
                    prop_assert_eq!(spec.make().unwrap().choose(&game).unwrap(), choice);
                }
            }
        }
    }
}

#[test]
fn any_limit_gives_a_move() {
    let game = played(
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        "",
    );
    for (depth, nodes) in [
        (0, 0),
        (0, 1000),
        (1, 1),
        (255, 2),
        (255, 5000),
        (1, u64::MAX),
    ] {
        let choice = Builtin::new(Limits { depth, nodes }).choose(&game).unwrap();
        assert!(game.position().is_legal(choice.mv), "{depth} {nodes}");
    }
    let over = played("4k4/9/9/9/9/9/9/9/r8/3K5 w", "");
    assert!(matches!(
        builtin().choose(&over),
        Err(DefenderError::GameOver)
    ));
}

#[test]
fn builtin_punishes_slow_moves_in_races() {
    // Every quiet move of Red that leaves Black a forced mate in one is answered
    // by it.
    let mut defender = builtin();
    let mut slow = 0;
    for fen in starts() {
        let mut game = Game::new(Position::from_fen(fen).unwrap());
        for &mv in &game.position().legal_moves() {
            let made = game.play(mv).unwrap();
            let quiet = made.captured.is_none() && !made.gives_check && made.terminal.is_none();
            let mates = |&reply: &_| {
                let mut after = *game.position();
                after.make(reply);
                !after.has_legal_move()
            };
            if quiet && game.position().legal_moves().iter().any(mates) {
                slow += 1;
                let choice = defender.choose(&game).unwrap();
                assert!(
                    mates(&choice.mv),
                    "{}: {}",
                    game.position().fen(),
                    choice.mv
                );
            }
            game.undo();
        }
    }
    assert!(slow > 2000, "{slow}");
}

#[test]
fn builtin_wins_by_perpetual_check_when_red_keeps_checking() {
    // The rook has checked to and fro; the king may step to either side.
    let start = "3k5/9/9/9/5p3/4R4/9/9/9/5K3 w";
    let checks = "e4d4 d9e9 d4e4 e9d9 e4d4 d9e9 d4e4";
    let mut game = played(start, checks);
    // Without that history it would go the other way.
    let once = played(start, "e4d4 d9e9 d4e4");
    assert_eq!(once.position(), game.position());
    assert_eq!(choice(&mut builtin(), &once), "e9f9");
    let choice = builtin().choose(&game).unwrap();
    let terminal = game.play(choice.mv).unwrap().terminal;
    let loser = Side::Red;
    assert_eq!(
        terminal,
        Some(Terminal::PerpetualCheck { loser }),
        "{}",
        choice.mv
    );
}

#[test]
fn builtin_does_not_walk_into_perpetual_check_itself() {
    let start = "5k3/9/9/9/4r4/5P3/9/9/9/3K5 b";
    let checks = "e5d5 d0e0 d5e5 e0d0 e5d5 d0e0";
    let game = played(start, checks);
    // One more check would let Red complete the cycle.
    let mut cycle = game.clone();
    cycle.play("d5e5".parse().unwrap()).unwrap();
    let terminal = cycle.play("e0d0".parse().unwrap()).unwrap().terminal;
    let loser = Side::Black;
    assert_eq!(terminal, Some(Terminal::PerpetualCheck { loser }));
    assert_ne!(choice(&mut builtin(), &game), "d5e5");
    // The first time it is what it plays.
    let once = played(start, "e5d5 d0e0");
    assert_eq!(once.position(), game.position());
    assert_eq!(choice(&mut builtin(), &once), "d5e5");
}

#[test]
fn rule_looks_at_the_position_only() {
    let start = "3k5/9/9/9/5p3/4R4/9/9/9/5K3 w";
    let once = played(start, "e4d4 d9e9 d4e4");
    let twice = played(start, "e4d4 d9e9 d4e4 e9d9 e4d4 d9e9 d4e4");
    let mut rule = Rule::new(5);
    assert_eq!(choice(&mut rule, &once), choice(&mut rule, &twice));
}
