//! The prover against a search so simple that it can be read as the definition.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that panics has failed"
)]

use std::collections::BTreeMap;

use proptest::prelude::*;
use recount::rules::xiangqi::{Game, Piece, PieceKind, Position, Setup, Side, Square, Terminal};
use recount::solve::{Bound, Limits, Solver, Verdict};

const BOUND: u8 = 5;
const PLENTY: u64 = 50_000_000;

/// Whether the attacker mates within `plies`, by trying everything.
fn mates(position: &Position, attacker: Side, plies: u8) -> bool {
    let moves = position.legal_moves();
    let attacking = position.side_to_move() == attacker;
    if moves.is_empty() {
        return !attacking;
    }
    let after = |mv| {
        let mut next = *position;
        next.make(mv);
        next
    };
    plies > 0
        && if attacking {
            moves
                .iter()
                .any(|&mv| mates(&after(mv), attacker, plies - 1))
        } else {
            moves
                .iter()
                .all(|&mv| mates(&after(mv), attacker, plies - 1))
        }
}

fn shortest(position: &Position, attacker: Side, bound: u8) -> Option<u8> {
    (0..=bound).find(|&plies| mates(position, attacker, plies))
}

/// Kings in their palaces and a few other pieces, wherever they fall.
fn small_position() -> impl Strategy<Value = Position> {
    let kinds = prop::sample::select(vec![
        PieceKind::Rook,
        PieceKind::Rook,
        PieceKind::Horse,
        PieceKind::Cannon,
        PieceKind::Pawn,
        PieceKind::Pawn,
        PieceKind::Advisor,
        PieceKind::Elephant,
    ]);
    let piece = (kinds, prop::bool::weighted(0.65), 0..90_u8);
    let king = (3..6_u8, 0..3_u8);
    let pieces = prop::collection::vec(piece, 1..5);
    (king.clone(), king, pieces, any::<bool>()).prop_filter_map(
        "not a legal position",
        |(red, black, pieces, red_moves)| {
            let side = |red: bool| if red { Side::Red } else { Side::Black };
            let mut setup = Setup::new(side(red_moves));
            for (kind, mine, square) in pieces {
                let piece = Piece {
                    side: side(mine == red_moves),
                    kind,
                };
                setup.put(Square::from_index(square)?, Some(piece));
            }
            for (side, (file, rank)) in [(Side::Red, red), (Side::Black, (black.0, 9 - black.1))] {
                let kind = PieceKind::King;
                setup.put(Square::new(file, rank)?, Some(Piece { side, kind }));
            }
            Position::try_from(setup).ok()
        },
    )
}

fn agrees(verdict: Verdict, truth: Option<u8>, bound: u8) -> bool {
    match verdict {
        Verdict::Proved { plies, at_least } => plies == at_least && truth == Some(plies),
        Verdict::Refuted {
            bound: Bound::Plies(plies),
        } => plies >= bound && truth.is_none(),
        Verdict::Refuted { bound: Bound::Ever } => truth.is_none(),
        Verdict::Unknown { .. } => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8000))]

    #[test]
    fn small_positions_are_solved_as_by_brute_force(position in small_position()) {
        let mut solver = Solver::new(1 << 16);
        for attacker in Side::ALL {
            let bound = if position.side_to_move() == attacker { BOUND - 2 } else { BOUND - 1 };
            let truth = shortest(&position, attacker, bound);
            let verdict = solver.solve_position(&position, attacker, bound, PLENTY);
            prop_assert!(agrees(verdict, truth, bound), "{} {verdict:?} {truth:?}", position.fen());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// The same with so few nodes for deepening that proof numbers do the work,
    /// and with a table so small that it forgets.
    #[test]
    fn proof_numbers_and_a_tiny_table_agree_too(position in small_position()) {
        let attacker = position.side_to_move();
        let truth = shortest(&position, attacker, BOUND);
        let mut solver = Solver::new(1 << 10);
        for nodes in [40, 400, 4_000, 4_000_000] {
            match solver.solve_position(&position, attacker, BOUND, nodes) {
                Verdict::Proved { plies, at_least } => {
                    let truth = truth.unwrap();
                    prop_assert!(at_least <= truth && truth <= plies, "{}", position.fen());
                }
                Verdict::Refuted { .. } => prop_assert_eq!(truth, None, "{}", position.fen()),
                Verdict::Unknown { refuted, .. } => {
                    prop_assert!(nodes < 4_000_000);
                    prop_assert!(truth.is_none_or(|truth| Some(truth) > refuted));
                }
            }
        }
    }

    /// Each first move is as good as brute force says, and a certificate of all
    /// that win passes the checker.
    #[test]
    fn surveys_agree_and_their_certificates_pass(position in small_position()) {
        let attacker = position.side_to_move();
        let mut solver = Solver::new(1 << 16);
        let limits = Limits { bound: BOUND - 2, nodes: PLENTY, nodes_a_move: PLENTY };
        let survey = solver.survey(&position, limits);
        let mut claims = Vec::new();
        for &(mv, verdict) in &survey.moves {
            let mut after = position;
            after.make(mv);
            let truth = shortest(&after, attacker, BOUND - 3).map(|plies| plies + 1);
            prop_assert!(agrees(verdict, truth, BOUND - 2), "{} {mv}", position.fen());
            claims.extend(truth.map(|plies| (mv, plies)));
        }
        prop_assert!(survey.unknown_moves().is_empty());
        prop_assert!(survey.shortest_moves_complete() || survey.shortest_moves().is_empty());
        if !claims.is_empty() {
            let text = solver.certify("x", &position, &claims, PLENTY).unwrap();
            let proved = recount::solve::check(&text).unwrap();
            let expected: Vec<_> = claims.iter().map(|&(mv, plies)| (mv, u32::from(plies))).collect();
            prop_assert_eq!(proved.claims, expected);
        }
    }

    /// Games with repetitions: the verdict is that of a search in the game itself.
    #[test]
    fn histories_are_heeded(position in small_position(), choices in prop::collection::vec(any::<u8>(), 4..16)) {
        let attacker = position.side_to_move();
        let mut game = Game::new(position);
        shuffle(&mut game, &choices);
        let bound = if game.position().side_to_move() == attacker { 3 } else { 2 };
        let mut solver = Solver::new(1 << 16);
        // The table holds what is true of the position without its past.
        solver.solve_position(game.position(), attacker, bound, PLENTY);
        let verdict = solver.solve(&game, attacker, bound, PLENTY);
        let truth = (0..=bound).find(|&plies| wins_game(&mut game, attacker, plies));
        prop_assert!(agrees(verdict, truth, bound), "{game:?} {verdict:?} {truth:?}");
    }
}

/// Plays to and fro, so that positions recur, and stops before the game is over.
fn shuffle(game: &mut Game, choices: &[u8]) {
    let mut last = BTreeMap::new();
    for &choice in choices {
        let side = game.position().side_to_move();
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            return;
        }
        let back = last
            .get(&side)
            .copied()
            .filter(|&mv| game.position().is_legal(mv));
        let mv = back.unwrap_or(moves[usize::from(choice) % moves.len()]);
        let Ok(played) = game.play(mv) else {
            panic!("illegal {mv}")
        };
        if played.terminal.is_some() {
            game.undo();
            return;
        }
        last.insert(
            side,
            recount::rules::xiangqi::Move {
                from: mv.to,
                to: mv.from,
            },
        );
    }
}

/// The definition with the rules of repetition.
fn wins_game(game: &mut Game, attacker: Side, plies: u8) -> bool {
    let attacking = game.position().side_to_move() == attacker;
    if plies == 0 || game.terminal().is_some() {
        return game.terminal().and_then(Terminal::winner) == Some(attacker);
    }
    let moves = game.position().legal_moves();
    for &mv in &moves {
        game.play(mv).unwrap();
        let wins = wins_game(game, attacker, plies - 1);
        game.undo();
        if wins == attacking {
            return attacking;
        }
    }
    !attacking
}
