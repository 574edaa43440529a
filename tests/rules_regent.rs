//! Regent Chess: known move counts, the moves of an independent generator of
//! standard chess, and laws that hold in every state of any game.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use proptest::prelude::*;
use recount::rules::regent::{
    Board, Color, Condition, Demand, Facts, Game, Identity, Mode, Move, Piece, Reason, Square,
    Turn, perft, turn_perft,
};
use recount::stats::NumpyRng;

const ROOTS: &str = include_str!("../data/perft/chess.csv");

/// Id, FEN and known node counts from depth 1 on.
fn roots() -> Vec<(&'static str, &'static str, Vec<u64>)> {
    ROOTS
        .lines()
        .skip(1)
        .map(|line| {
            let mut fields = line.split(',');
            let (id, fen) = (fields.next().unwrap(), fields.next().unwrap());
            (
                id,
                fen,
                fields.map(|field| field.parse().unwrap()).collect(),
            )
        })
        .collect()
}

fn compare_perft(limit: u64) -> usize {
    let mut compared = 0;
    for (id, fen, nodes) in roots() {
        let board = Board::from_fen(fen).unwrap();
        for (depth, nodes) in (1..).zip(nodes).filter(|(_, nodes)| *nodes <= limit) {
            assert_eq!(perft(&board, depth), nodes, "{id} at depth {depth}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn standard_node_counts_in_king_mode() {
    assert_eq!(compare_perft(700_000), 22);
}

#[test]
#[ignore = "slow without optimisation"]
fn standard_node_counts_to_every_known_depth() {
    assert_eq!(compare_perft(u64::MAX), 30);
}

#[test]
fn turn_counts_equal_standard_ones_until_a_shift_is_available() {
    let game = Game::startpos(Condition::Regent);
    assert_eq!(turn_perft(&game, 4), 197_281);
}

/// How self-play chooses turns.
#[derive(Debug, Clone, Copy)]
enum Policy {
    Uniform,
    /// Prefers captures, shifts, checks and whatever leaves the other side
    /// without a move.
    Adversarial,
}

const STARTS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "7k/5Q2/8/8/8/8/8/K7 b - - 0 1",
    "7k/p4Q2/P7/8/8/8/8/K7 b - - 0 1",
    // The white king is gone: its side has nothing but blocked pawns.
    "8/8/4p3/p5p1/P3PpPk/5P1p/7P/8 b - - 0 1",
    "4k3/PPP5/8/8/8/8/ppp5/4K3 w - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/1R2R1K1 w - - 0 1",
    "QRBRQRQK/PPPPPPPP/p7/8/8/3n4/P1n2k2/8 w - - 0 1",
    "8/8/3k4/8/8/3K4/2p5/8 w - - 0 1",
];

/// A game from one of the starts; a side without a king has its first piece as
/// Regent.
fn start(fen: &str, condition: Condition) -> Game {
    let board = Board::from_fen(fen).unwrap();
    let regents = [Color::White, Color::Black].map(|side| {
        let first = board.pieces_of(side).next_square();
        board.king(side).or(first).unwrap()
    });
    Game::new(board, Some(regents), condition).unwrap()
}

/// Whether the side that has just moved could have its Original King taken.
fn leaves_king_attacked(game: &Game, mv: Move) -> bool {
    let side = game.side_to_move();
    let mut free = Game::new(
        *game.board(),
        Some(regents_for_test(game)),
        Condition::NoCrown,
    )
    .unwrap();
    free.play(Turn::of(mv)).unwrap();
    free.board().in_check(side)
}

/// Regents that put both sides into Regent Mode, so that any pseudo-legal move
/// can be tried; a side with nothing but its king keeps it.
fn regents_for_test(game: &Game) -> [Square; 2] {
    [Color::White, Color::Black].map(|side| {
        let others = game.board().pieces_of(side).into_iter();
        let king = game.board().king(side);
        others
            .filter(|&square| Some(square) != king)
            .last()
            .or(king)
            .unwrap()
    })
}

/// Every geometrically conceivable move, promotions included.
fn conceivable() -> impl Iterator<Item = Move> {
    let promotions = [
        None,
        Some(Piece::Queen),
        Some(Piece::Rook),
        Some(Piece::Bishop),
        Some(Piece::Knight),
    ];
    Square::ALL.into_iter().flat_map(move |from| {
        Square::ALL.into_iter().flat_map(move |to| {
            promotions.into_iter().map(move |promotion| Move {
                from,
                to,
                promotion,
            })
        })
    })
}

/// The legal turns by definition: try each conceivable pair on the game.
fn check_turns_by_definition(game: &Game) {
    let options = game.options();
    let mut counted = 0;
    let shifts: Vec<Option<Square>> = std::iter::once(None)
        .chain(Square::ALL.into_iter().map(Some))
        .collect();
    let candidates: Vec<Move> = conceivable()
        .filter(|mv| {
            options.moves_after(None).contains(*mv)
                || game.board().moves(Mode::Regent).contains(*mv)
                || game.board().moves(Mode::King).contains(*mv)
        })
        .collect();
    for shift in shifts {
        for &mv in &candidates {
            let turn = Turn {
                shift,
                mv: Some(mv),
            };
            let mut tried = game.clone();
            let accepted = match tried.play(turn) {
                // A turn that lets a mate stand is played, but is no option.
                Ok(played) => played.piece.is_some(),
                Err(_) => {
                    assert_eq!(tried, *game);
                    false
                }
            };
            assert_eq!(accepted, options.allows(shift, mv), "{shift:?} {mv}");
            counted += usize::from(accepted);
        }
    }
    assert_eq!(counted, options.turn_count());
    assert_eq!(options.turns().count(), counted);
}

/// King-Mode moves are the Regent-Mode moves that leave the king out of check,
/// and castling.
fn check_king_mode_by_filter(game: &Game) {
    let board = game.board();
    let side = board.side_to_move();
    let Some(king) = board.king(side) else { return };
    if board.pieces_of(side).len() < 2 {
        return;
    }
    let waiting = !side;
    if board.king(waiting) == Some(regents_for_test(game)[waiting as usize])
        && board.in_check(waiting)
    {
        return;
    }
    let legal = board.moves(Mode::King);
    let castles =
        |mv: &Move| mv.from == king && (mv.from.file() as i32 - mv.to.file() as i32).abs() == 2;
    let mut ours: Vec<Move> = legal.iter().filter(|mv| !castles(mv)).collect();
    let mut filtered: Vec<Move> = board
        .moves(Mode::Regent)
        .iter()
        .filter(|&mv| !leaves_king_attacked(game, mv))
        .collect();
    ours.sort_unstable();
    filtered.sort_unstable();
    assert_eq!(ours, filtered, "{}", board.fen());
}

/// The same moves as `cozy-chess`, wherever the position can occur in standard
/// chess; it takes kings side by side for possible.
fn check_against_cozy(board: &Board) -> bool {
    let kings = [Color::White, Color::Black].map(|side| board.king(side));
    if let [Some(white), Some(black)] = kings
        && cozy_chess::get_king_moves(white).has(black)
    {
        return false;
    }
    let Ok(theirs) = format!("{} 0 1", board.fen()).parse::<cozy_chess::Board>() else {
        return false;
    };
    let mut expected = Vec::new();
    theirs.generate_moves(|moves| {
        expected.extend(
            moves
                .into_iter()
                .map(|mv| cozy_chess::util::display_uci_move(&theirs, mv).to_string()),
        );
        false
    });
    expected.sort_unstable();
    assert_eq!(
        board.moves(Mode::King).sorted_uci(),
        expected,
        "{}",
        board.fen()
    );
    true
}

fn check_state(game: &Game) {
    let board = game.board();
    let ending = game.ending();
    let captured = ending.is_some_and(|ending| ending.reason == Reason::RegentCaptured);
    for side in [Color::White, Color::Black] {
        assert!(board.pieces(side, Piece::King).len() <= 1);
        let fallen = captured && ending.unwrap().winner == Some(!side);
        assert_eq!(board.pieces_of(side).has(game.regent(side)), !fallen);
        if game.mode(side) == Mode::King && side != board.side_to_move() {
            assert!(!board.in_check(side), "a King-Mode king was left in check");
        }
    }
    for square in Square::ALL {
        assert_eq!(
            game.identity(square).is_some(),
            board.occupied().has(square)
        );
    }
    let mut identities: Vec<Identity> = board
        .occupied()
        .into_iter()
        .filter_map(|square| game.identity(square))
        .collect();
    identities.sort_unstable();
    identities.dedup();
    assert_eq!(identities.len(), board.occupied().len() as usize);
    assert_eq!(Board::from_fen(&board.fen()).unwrap(), *board);
    assert!(game.fifty() <= game.ply() && game.backstop() <= game.ply());
    let completed = |side| game.crown(side).completed();
    assert!(completed(Color::White) + completed(Color::Black) <= game.ply());
    if ending.is_none() {
        assert!(game.fifty() < 50 && game.backstop() < 150 && game.occurrences() < 3);
        let options = game.options();
        assert_eq!(options.turns().count(), options.turn_count());
        match options.demand {
            Demand::Move => assert!(!options.moves().is_empty()),
            Demand::Pass => assert_eq!(options.turn_count(), 0),
            Demand::Escape => {
                assert!(options.moves().is_empty() && options.turn_count() > 0);
            }
        }
    }
}

/// How much an adversary wants a turn.
fn appeal(game: &Game, turn: Turn) -> u32 {
    let mut after = game.clone();
    let Ok(played) = after.play(turn) else {
        return 0;
    };
    let regent = played.captured.is_some_and(|captured| captured.regent);
    let next = after.options();
    let passes = after.ending().is_none() && next.demand == Demand::Pass;
    let side = after.side_to_move();
    // Seldom take the Regent, so that games last.
    u32::from(played.captured.is_some() && !regent) * 3
        + u32::from(turn.shift.is_some()) * 3
        + u32::from(after.board().in_check(side)) * 2
        + u32::from(passes) * 4
}

fn choose(game: &Game, policy: Policy, rng: &mut NumpyRng) -> Turn {
    let options = game.options();
    if options.demand == Demand::Pass {
        return Turn::NONE;
    }
    if options.demand == Demand::Escape && rng.integers(8) == 0 {
        return Turn::NONE;
    }
    let turns: Vec<Turn> = options.turns().collect();
    let mut pick = || turns[usize::try_from(rng.integers(turns.len() as u64)).unwrap()];
    match policy {
        Policy::Uniform => pick(),
        Policy::Adversarial => {
            let candidates: Vec<Turn> = (0..6).map(|_| pick()).collect();
            *candidates
                .iter()
                .max_by_key(|&&turn| appeal(game, turn))
                .unwrap()
        }
    }
}

/// What a self-played game met.
#[derive(Debug, Default)]
struct Met {
    plies: usize,
    passes: usize,
    shifts: usize,
    compared: usize,
    endings: Vec<Reason>,
}

fn self_play(game: &mut Game, policy: Policy, rng: &mut NumpyRng, met: &mut Met) {
    let start = game.clone();
    let mut turns = Vec::new();
    check_state(game);
    while game.ending().is_none() {
        let before = game.clone();
        let turn = choose(game, policy, rng);
        game.play(turn).unwrap();
        check_state(game);
        let mut back = game.clone();
        assert!(back.undo());
        assert_eq!(back, before);
        turns.push(turn);
        met.plies += 1;
        met.passes += usize::from(turn == Turn::NONE);
        met.shifts += usize::from(turn.shift.is_some());
        met.compared += usize::from(check_against_cozy(game.board()));
        if rng.integers(16) == 0 && game.ending().is_none() {
            check_king_mode_by_filter(game);
        }
    }
    let mut again = start;
    for turn in turns {
        again.play(turn).unwrap();
    }
    assert_eq!(again, *game);
    assert_eq!(Facts::of(&again), Facts::of(game));
    met.endings
        .extend(game.ending().map(|ending| ending.reason));
}

/// Plays whole games until `plies` are reached.
fn long_self_play(policy: Policy, seed: u64, plies: usize) -> Met {
    let mut rng = NumpyRng::new(seed);
    let mut met = Met::default();
    let mut number = 0;
    while met.plies < plies {
        let fen = STARTS[number % STARTS.len()];
        let condition = if number % 5 == 4 {
            Condition::NoCrown
        } else {
            Condition::Regent
        };
        let mut game = start(fen, condition);
        self_play(&mut game, policy, &mut rng, &mut met);
        number += 1;
    }
    met.endings.sort_unstable();
    met.endings.dedup();
    met
}

#[test]
fn fifty_thousand_random_plies_break_no_law() {
    let met = long_self_play(Policy::Uniform, 1, 50_000);
    assert!(met.passes > 100 && met.shifts > 1000, "{met:?}");
    assert!(met.compared > 20_000, "{met:?}");
}

#[test]
fn fifty_thousand_adversarial_plies_break_no_law_and_meet_every_ending() {
    let met = long_self_play(Policy::Adversarial, 2, 50_000);
    assert!(met.passes > 100 && met.shifts > 1500, "{met:?}");
    assert_eq!(met.endings, Reason::ALL, "{met:?}");
}

/// A state some turns after one of the starts.
fn state() -> impl Strategy<Value = Game> {
    let root = prop::sample::select(STARTS.to_vec());
    let choices = prop::collection::vec(any::<prop::sample::Index>(), 0..60);
    (root, choices).prop_map(|(fen, choices)| {
        let mut game = start(fen, Condition::Regent);
        for choice in choices {
            let options = game.options();
            let before = game.clone();
            let turns: Vec<Turn> = options.turns().collect();
            let turn = if turns.is_empty() {
                Turn::NONE
            } else {
                *choice.get(&turns)
            };
            if game.play(turn).is_err() || game.ending().is_some() {
                return before;
            }
        }
        game
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn legal_turns_are_those_that_can_be_played(game in state()) {
        check_turns_by_definition(&game);
    }

    #[test]
    fn king_mode_is_the_filter_of_regent_mode(game in state()) {
        check_king_mode_by_filter(&game);
    }

    #[test]
    fn any_text_reads_or_is_refused_without_a_panic(text in "\\PC{0,80}") {
        let _ = Board::from_fen(&text);
        let _ = text.parse::<Move>();
    }
}
