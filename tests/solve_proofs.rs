//! Proofs: known mates, games with a past, limits, certificates and tampering.

#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::io::Read as _;

use recount::rules::xiangqi::{Game, Move, Position, Side};
use recount::solve::{
    Bound, Limits, Problem, Rejected, Solver, Verdict, benchmark, check, check_file, read_problems,
    write_certificate,
};

const PLENTY: u64 = 50_000_000;
const TABLE: usize = 1 << 22;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn problem(id: &str) -> Problem {
    let all = benchmark().into_iter().map(Result::unwrap);
    all.into_iter().find(|problem| problem.id == id).unwrap()
}

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace()
        .map(|mv| mv.parse().unwrap())
        .collect()
}

fn solve(fen: &str, attacker: Side, bound: u8) -> Verdict {
    Solver::new(TABLE).solve_position(&position(fen), attacker, bound, PLENTY)
}

fn after(start: &Position, line: &str) -> Game {
    let mut game = Game::new(*start);
    for mv in moves(line) {
        game.play(mv).unwrap();
    }
    game
}

#[test]
fn two_rooks_mate_at_once_and_in_three() {
    let one = "5k3/8R/9/9/9/9/9/9/9/R2K5 w";
    assert_eq!(solve(one, Side::Red, 21).shortest(), Some(1));
    let three = "4k4/9/8R/9/9/9/9/9/9/R2K5 w";
    assert_eq!(solve(three, Side::Red, 21).shortest(), Some(3));
}

#[test]
fn stalemate_wins() {
    // With the pawn beside it and the rook on the next file the lone king has no
    // square, though nothing attacks it.
    let fen = "3k5/9/2P6/9/9/9/9/9/4R4/4K4 w";
    let mut solver = Solver::new(TABLE);
    let survey = solver.survey(&position(fen), Limits::default());
    assert_eq!(survey.verdict.shortest(), Some(1));
    let mv = moves("c7c8")[0];
    assert!(survey.shortest_moves().contains(&mv));
    let mut game = Game::new(position(fen));
    let played = game.play(mv).unwrap();
    assert_eq!((played.legal_replies, played.gives_check), (0, false));
}

#[test]
fn a_defender_that_mates_first_refutes_every_bound() {
    // Black mates on the back rank whatever Red does.
    let fen = "4k4/9/9/9/9/9/9/1r7/r8/3K5 b";
    let verdict = solve(fen, Side::Red, 21);
    assert_eq!(verdict, Verdict::Refuted { bound: Bound::Ever });
    assert_eq!(solve(fen, Side::Black, 21).shortest(), Some(1));
}

#[test]
fn a_game_that_is_over_needs_no_search() {
    let mated = Game::new(position("4k4/9/9/9/9/9/9/9/r8/r2K5 w"));
    let mut solver = Solver::new(TABLE);
    assert_eq!(solver.solve(&mated, Side::Black, 21, 0).shortest(), Some(0));
    let lost = solver.solve(&mated, Side::Red, 21, 0);
    assert_eq!(lost, Verdict::Refuted { bound: Bound::Ever });
}

#[test]
fn a_limit_reached_is_unknown_and_says_what_was_refuted() {
    let problem = problem("xq_shi_qing_ya_qu_014");
    let mut solver = Solver::new(TABLE);
    let red = Side::Red;
    match solver.solve_position(&problem.position, red, 21, 2_000) {
        Verdict::Unknown { refuted, nodes } => {
            assert!(nodes <= 2_001);
            assert!(refuted.is_some_and(|plies| (1..11).contains(&plies)));
        }
        other => assert!(other.plies().is_some_and(|plies| plies >= 11), "{other:?}"),
    }
    solver.clear();
    assert!(matches!(
        solver.solve_position(&problem.position, red, 21, 0),
        Verdict::Unknown { refuted: None, .. }
    ));
}

#[test]
fn the_same_question_takes_the_same_nodes_after_clearing() {
    let problem = problem("xq_shi_qing_ya_qu_057");
    let mut solver = Solver::new(TABLE);
    let mut ask = || {
        solver.clear();
        let before = solver.nodes();
        let verdict = solver.solve_position(&problem.position, Side::Red, 21, PLENTY);
        (verdict, solver.nodes() - before)
    };
    assert_eq!(ask(), ask());
}

#[test]
fn a_mate_through_a_position_that_occurred_twice_is_none() {
    let start = problem("xq_shi_qing_ya_qu_251").position;
    let mut solver = Solver::new(TABLE);
    let fresh = solver.solve(&Game::new(start), Side::Red, 5, PLENTY);
    assert_eq!(fresh.shortest(), Some(5));
    // The only first move that mates in five leads to a position that has been
    // there twice, and a third time ends the game.
    let mut checked = start;
    checked.make("h4g6".parse().unwrap());
    let game = after(&checked, "e7f7 g6h4 f7e7 h4g6 e7f7 g6h4 f7e7");
    assert_eq!(*game.position(), start);
    let verdict = solver.solve(&game, Side::Red, 5, PLENTY);
    assert_eq!(
        verdict,
        Verdict::Refuted {
            bound: Bound::Plies(5)
        }
    );
    // Once is no matter.
    let game = after(&checked, "e7f7 g6h4 f7e7");
    assert_eq!(
        solver.solve(&game, Side::Red, 5, PLENTY).shortest(),
        Some(5)
    );
    // Nor is what was asked before.
    let fresh = solver.solve(&Game::new(start), Side::Red, 5, PLENTY);
    assert_eq!(fresh.shortest(), Some(5));
}

#[test]
fn a_defender_that_has_checked_ever_since_loses_by_repetition() {
    let start = position("3k5/9/9/9/9/4R4/9/9/9/5K3 w");
    let game = after(&start, "e4d4 d9e9 d4e4 e9d9 e4d4 d9e9 d4e4");
    let mut solver = Solver::new(TABLE);
    // The king steps back into the position at the start, for the third time.
    let verdict = solver.solve(&game, Side::Black, 1, PLENTY);
    assert_eq!(verdict.shortest(), Some(1));
    // Without that past there is nothing to win.
    let fresh = Game::new(*game.position());
    let verdict = solver.solve(&fresh, Side::Black, 1, PLENTY);
    assert_eq!(verdict.plies(), None);
}

/// The paper's open question: h4g6 e7f7 b8e8.
#[test]
fn the_false_check_throws_the_win_away() {
    let start = problem("xq_shi_qing_ya_qu_251").position;
    let mut solver = Solver::new(TABLE);
    let before = after(&start, "h4g6 e7f7");
    let survey = solver.survey(before.position(), Limits::default());
    assert_eq!(survey.verdict.shortest(), Some(3));
    assert_eq!(survey.winning_moves(), moves("b8f8 g6e5"));
    assert_eq!(survey.unknown_moves(), []);
    let thrown = after(&start, "h4g6 e7f7 b8e8");
    let verdict = solver.solve(&thrown, Side::Red, 21, PLENTY);
    assert_eq!(verdict, Verdict::Refuted { bound: Bound::Ever });
    let black = solver.solve(&thrown, Side::Black, 21, PLENTY);
    assert_eq!(black.shortest(), Some(1));
}

/// Every eighth of the stored facts, and every distance of the others.
#[test]
fn stored_facts_are_found_again() {
    let facts = include_str!("../data/solved/xiangqi.jsonl");
    let problems = read_problems(facts);
    assert_eq!(problems.len(), 119);
    let mut solver = Solver::new(1 << 24);
    for (index, (problem, line)) in problems.into_iter().zip(facts.lines()).enumerate() {
        let problem = problem.unwrap();
        let fact: serde_json::Value = serde_json::from_str(line).unwrap();
        let original = benchmark()[index].clone().unwrap();
        assert_eq!(
            (&problem.id, problem.position),
            (&original.id, original.position)
        );
        assert_eq!(
            fact["mate_in_plies"],
            original.stored.mate_in_plies.unwrap()
        );
        if index % 8 != 0 {
            continue;
        }
        solver.clear();
        let limits = Limits {
            nodes_a_move: 0,
            ..Limits::default()
        };
        let survey = solver.survey(&problem.position, limits);
        assert!(survey.shortest_moves_complete());
        assert_eq!(fact["mate_in_plies"], survey.verdict.shortest().unwrap());
        let shortest: Vec<String> = survey
            .shortest_moves()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(fact["shortest_moves"], serde_json::json!(shortest));
    }
}

fn certificate() -> String {
    let problem = problem("xq_shi_qing_ya_qu_014");
    let mut solver = Solver::new(TABLE);
    let verdict = solver.solve_position(&problem.position, Side::Red, 11, PLENTY);
    assert_eq!(verdict.shortest(), Some(11));
    let claims = [(moves("d8d9")[0], 11)];
    let text = solver.certify("a b", &problem.position, &claims, PLENTY);
    text.unwrap()
}

#[test]
fn a_certificate_is_checked() {
    let text = certificate();
    let proved = check(&text).unwrap();
    assert_eq!(proved.id, "a_b");
    assert_eq!(proved.claims, [(moves("d8d9")[0], 11)]);
    assert_eq!(proved.position, problem("xq_shi_qing_ya_qu_014").position);
}

#[test]
fn tampered_certificates_are_rejected() {
    let text = certificate();
    let lines: Vec<&str> = text.lines().collect();
    let body = 4;
    let with = |index: usize, line: &str| {
        let mut lines = lines.clone();
        lines[index] = line;
        lines.join("\n") + "\n"
    };
    let answered = (body..lines.len())
        .find(|&index| lines[index].contains(' '))
        .unwrap();
    let number = answered - body;
    // A reply dropped, doubled, or answered by a line that is not there yet.
    let (all_but_one, last) = lines[answered].rsplit_once(' ').unwrap();
    let dropped = check(&with(answered, all_but_one));
    assert!(matches!(
        dropped,
        Err(Rejected::Replies(_) | Rejected::Distance(_) | Rejected::Stray(_))
    ));
    let doubled = format!("{} {last}", lines[answered]);
    assert_eq!(
        check(&with(answered, &doubled)),
        Err(Rejected::Replies(number))
    );
    let (reply, _) = last.split_once(':').unwrap();
    for target in [number.to_string(), "18446744073709551615".to_owned()] {
        let cyclic = format!("{all_but_one} {reply}:{target}");
        assert_eq!(
            check(&with(answered, &cyclic)),
            Err(Rejected::Order(number))
        );
    }
    let endless = format!("{all_but_one} {reply}:99999999999999999999999");
    assert_eq!(
        check(&with(answered, &endless)),
        Err(Rejected::Unreadable(number))
    );
    // Another move, in the middle and at the root.
    for (index, line) in lines.iter().enumerate().skip(body) {
        let rest = line.split_once(' ').map_or("", |(_, rest)| rest);
        let changed = format!("a0a1 {rest}");
        assert!(check(&with(index, changed.trim_end())).is_err(), "{index}");
        assert!(check(&with(index, "")).is_err(), "{index}");
    }
    // A distance or a first move that is not proved, a position that is another.
    for claim in [
        "claim d8d9 9",
        "claim d8d9 13",
        "claim d8d9 0",
        "claim h5h9 11",
    ] {
        assert_eq!(check(&with(3, claim)), Err(Rejected::Distance(0)));
    }
    for claim in [
        "claim",
        "claim d8d9",
        "claim d8d9 -1",
        "claim d8d9 99999999999",
    ] {
        assert!(check(&with(3, claim)).is_err(), "{claim}");
    }
    assert!(check(&with(2, "fen 3k5/9/9/9/9/9/9/9/9/4K4 w")).is_err());
    assert!(check(&with(2, &lines[2].replace(" w", " b"))).is_err());
    assert!(matches!(check(&with(2, "fen 3k5")), Err(Rejected::Fen(_))));
    assert_eq!(
        check(&with(0, "recount mate certificate 2")),
        Err(Rejected::Header)
    );
    assert_eq!(check(""), Err(Rejected::Header));
    // Lines nobody refers to, and a line written twice.
    let mut stray = lines.clone();
    stray.insert(body, "a0a1");
    assert!(check(&(stray.join("\n") + "\n")).is_err());
    let claim_twice = format!("{}\n{}", lines[3], lines[3]);
    let last_twice = with(3, &claim_twice) + lines[lines.len() - 1] + "\n";
    assert!(check(&last_twice).is_ok(), "the same claim twice is no lie");
    // Cut off anywhere.
    for end in 0..text.len() {
        assert!(check(&text[..end]).is_err(), "cut at {end}");
    }
}

#[test]
fn certificate_files_are_read_with_a_bound() {
    let folder = tempfile::tempdir().unwrap();
    let text = certificate();
    write_certificate(folder.path(), 7, "../up/é x", &text).unwrap();
    assert!(check_file(&folder.path().join("0007-upx.mate")).is_ok());
    // A small file that unpacks to more than is ever read.
    let bomb = zstd::encode_all(std::io::repeat(b'a').take(100 << 20), 1).unwrap();
    let path = folder.path().join("bomb.mate.zst");
    std::fs::write(&path, bomb).unwrap();
    assert!(check_file(&path).unwrap_err().contains("larger than"));
    std::fs::write(&path, b"no zstd").unwrap();
    assert!(check_file(&path).is_err());
    std::fs::write(folder.path().join("raw.mate"), [0xff, 0xfe]).unwrap();
    assert!(check_file(&folder.path().join("raw.mate")).is_err());
    let large = format!("{text}{}", " ".repeat(70 << 10));
    write_certificate(folder.path(), 8, "large", &large).unwrap();
    let packed = std::fs::read(folder.path().join("0008-large.mate.zst")).unwrap();
    assert_eq!(
        zstd::decode_all(packed.as_slice()).unwrap(),
        large.as_bytes()
    );
}
