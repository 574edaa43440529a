//! The xiangqi rules against known move counts, and laws that hold in every
//! position.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::collections::BTreeSet;

use proptest::prelude::*;
use recount::rules::xiangqi::{Game, Move, Piece, Position, Setup, Square, perft};

const ROOTS: &str = include_str!("../data/perft/xiangqi.csv");

struct Root {
    id: &'static str,
    position: Position,
    /// Node counts from depth 1 on.
    nodes: Vec<u64>,
}

fn roots() -> Vec<Root> {
    ROOTS
        .lines()
        .skip(1)
        .map(|line| {
            let mut fields = line.split(',');
            let id = fields.next().unwrap();
            let fen = fields.next().unwrap();
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(position.fen(), fen);
            let nodes = fields
                .filter(|field| !field.is_empty())
                .map(|field| field.parse().unwrap())
                .collect();
            Root {
                id,
                position,
                nodes,
            }
        })
        .collect()
}

/// Compares the node counts of every root at the depths that cost at most `limit`.
fn compare_perft(limit: u64) -> usize {
    let mut compared = 0;
    for root in roots() {
        for (depth, &nodes) in (1..).zip(&root.nodes) {
            if nodes <= limit {
                assert_eq!(perft(&root.position, depth), nodes, "{} {depth}", root.id);
                compared += 1;
            }
        }
    }
    compared
}

#[test]
fn node_counts_of_the_start_and_all_roots_to_depth_three() {
    assert_eq!(roots().len(), 120);
    assert!(compare_perft(3_000_000) >= 360);
}

#[test]
#[ignore = "slow without optimisation"]
fn node_counts_to_every_known_depth() {
    assert_eq!(compare_perft(u64::MAX), 362);
}

/// A position some random moves after one of the roots.
fn position() -> impl Strategy<Value = Position> {
    line().prop_map(|game| *game.position())
}

/// A random line of play from one of the roots.
fn line() -> impl Strategy<Value = Game> {
    let root = prop::sample::select(roots().iter().map(|root| root.position).collect::<Vec<_>>());
    let choices = prop::collection::vec(any::<prop::sample::Index>(), 0..60);
    (root, choices).prop_map(|(root, choices)| {
        let mut game = Game::new(root);
        for choice in choices {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(*choice.get(&moves)).unwrap();
        }
        game
    })
}

/// Any pieces anywhere, as long as the position is legal.
fn scattered() -> impl Strategy<Value = Position> {
    let piece = prop::sample::select("ABNRCPabnrcp".chars().collect::<Vec<_>>());
    let pieces = prop::collection::vec((0_u8..90, piece), 0..60);
    let king = || (3_u8..6, 0_u8..3);
    (pieces, king(), king(), any::<bool>()).prop_filter_map(
        "illegal",
        |(pieces, red, black, turn)| {
            let mut setup: Setup = "9/9/9/9/9/9/9/9/9/9".parse().ok()?;
            for (square, letter) in pieces {
                setup.put(Square::from_index(square)?, Piece::from_fen_letter(letter));
            }
            setup.put(Square::new(red.0, red.1)?, Piece::from_fen_letter('K'));
            setup.put(
                Square::new(black.0, 9 - black.1)?,
                Piece::from_fen_letter('k'),
            );
            let fen = setup.to_string();
            let placement = fen.split(' ').next()?;
            let turn = if turn { 'w' } else { 'b' };
            Position::from_fen(&format!("{placement} {turn}")).ok()
        },
    )
}

fn any_position() -> impl Strategy<Value = Position> {
    prop_oneof![3 => position(), 1 => scattered()]
}

/// The position as its mirror image, files flipped.
fn mirror(position: &Position) -> Position {
    let fen = position.fen();
    let (placement, side) = fen.split_once(' ').unwrap();
    let ranks: Vec<String> = placement
        .split('/')
        .map(|rank| rank.chars().rev().collect())
        .collect();
    Position::from_fen(&format!("{} {side}", ranks.join("/"))).unwrap()
}

fn all_moves() -> impl Iterator<Item = Move> {
    Square::all().flat_map(|from| Square::all().map(move |to| Move { from, to }))
}

proptest! {
    #[test]
    fn unmaking_a_move_restores_everything(position in any_position()) {
        let mut changed = position;
        for &mv in &position.legal_moves() {
            let undo = changed.make(mv);
            prop_assert_ne!(changed.key(), position.key());
            changed.unmake(mv, undo);
            prop_assert_eq!(changed, position);
        }
    }

    #[test]
    fn keys_kept_along_the_way_equal_those_computed_afresh(position in any_position()) {
        for &mv in &position.legal_moves() {
            let mut after = position;
            after.make(mv);
            let fresh = Position::from_fen(&after.fen()).unwrap();
            prop_assert_eq!(after.key(), fresh.key());
            prop_assert_eq!(after, fresh);
        }
    }

    #[test]
    fn fen_round_trips(position in any_position()) {
        let fen = position.fen();
        prop_assert_eq!(Position::from_fen(&fen).unwrap(), position);
        let mut appended = String::from("> ");
        position.write_fen(&mut appended);
        prop_assert_eq!(appended.strip_prefix("> "), Some(fen.as_str()));
        let pieces = position.pieces().map(|(square, _)| square).collect::<Vec<_>>();
        prop_assert!(pieces.contains(&position.king_square(position.side_to_move())));
    }

    #[test]
    fn every_conceivable_move_is_legal_if_and_only_if_listed(position in any_position()) {
        let listed: BTreeSet<Move> = position.legal_moves().iter().copied().collect();
        prop_assert_eq!(listed.len(), position.legal_moves().len());
        prop_assert_eq!(listed.len(), position.count_legal_moves());
        prop_assert_eq!(!listed.is_empty(), position.has_legal_move());
        for mv in all_moves() {
            prop_assert_eq!(position.is_legal(mv), listed.contains(&mv), "{}", mv);
        }
    }

    #[test]
    fn legal_moves_are_those_after_which_the_king_cannot_be_taken(position in any_position()) {
        for &mv in &position.legal_moves() {
            let mut after = position;
            after.make(mv);
            prop_assert!(Setup::from(after).faults().is_empty(), "{}", mv);
            prop_assert_eq!(position.gives_check(mv), after.in_check());
        }
    }

    #[test]
    fn mirrored_positions_have_as_many_lines(position in any_position()) {
        prop_assert_eq!(perft(&position, 2), perft(&mirror(&position), 2));
    }

    #[test]
    fn undo_restores_the_game(game in line()) {
        let mut game = game;
        let earlier = game.clone();
        for &mv in &game.position().legal_moves() {
            game.play(mv).unwrap();
            prop_assert_eq!(game.undo(), Some(mv));
            prop_assert_eq!(&game, &earlier);
        }
        let moves: Vec<Move> = game.moves().collect();
        while game.undo().is_some() {}
        prop_assert_eq!(game.ply(), 0);
        for mv in moves {
            game.play(mv).unwrap();
        }
        prop_assert_eq!(game, earlier);
    }

    #[test]
    fn what_playing_reports_is_what_the_game_says(game in line()) {
        let mut game = game;
        for &mv in &game.position().legal_moves() {
            let before = *game.position();
            let played = game.play(mv).unwrap();
            prop_assert_eq!(played.captured, before.piece_at(mv.to));
            prop_assert_eq!(played.gives_check, before.gives_check(mv));
            prop_assert_eq!(played.legal_replies, game.position().legal_moves().len());
            prop_assert_eq!(played.occurrences, game.occurrences());
            prop_assert_eq!(played.terminal, game.terminal());
            game.undo();
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,120}", near in "[1-9KABNRCPkabnrcpehEH/]{0,110} ?[wbr]?") {
        let _ = Position::from_fen(&text);
        let _ = Position::from_fen(&near);
        let _ = text.parse::<Move>();
        let _ = text.parse::<Square>();
    }

    #[test]
    fn a_changed_character_never_panics(position in any_position(), at in any::<prop::sample::Index>(), letter in any::<char>()) {
        let mut fen: Vec<char> = position.fen().chars().collect();
        *at.get_mut(&mut fen) = letter;
        let fen: String = fen.into_iter().collect();
        if let Err(error) = Position::from_fen(&fen) {
            prop_assert!(error.to_string().len() < 400);
        }
    }
}
