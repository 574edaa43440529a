//! How fast Regent Chess is played and replayed: `cargo bench --bench regent`.

use divan::Bencher;
use divan::counter::ItemsCount;
use recount::records::regent::RulesGame;
use recount::replay::regent::replay_rules_game;
use recount::rules::regent::{Board, Condition, Game, perft, turn_perft};

const GAMES: &str = include_str!("../data/golden/regent-facts.jsonl");

fn main() {
    divan::main();
}

/// Items are leaves.
#[divan::bench(args = [3, 4, 5])]
fn standard_perft_of_the_start(bencher: Bencher<'_, '_>, depth: u32) {
    let start = Board::startpos();
    bencher
        .counter(ItemsCount::new(perft(&start, depth)))
        .bench(|| perft(divan::black_box(&start), depth));
}

/// Items are leaves; every turn is played with its counters and endings.
#[divan::bench(args = [3, 4])]
fn turns_of_the_start(bencher: Bencher<'_, '_>, depth: u32) {
    let start = Game::startpos(Condition::Regent);
    bencher
        .counter(ItemsCount::new(turn_perft(&start, depth)))
        .bench(|| turn_perft(divan::black_box(&start), depth));
}

/// Items are turns, each with its facts.
#[divan::bench]
fn facts_of_the_golden_games(bencher: Bencher<'_, '_>) {
    let games: Vec<RulesGame> = GAMES
        .lines()
        .filter_map(|line| RulesGame::parse(line).ok())
        .collect();
    let turns: usize = games.iter().map(|game| game.turns.len()).sum();
    bencher.counter(ItemsCount::new(turns)).bench(|| {
        let games = games.iter().map(divan::black_box);
        games
            .map(|game| replay_rules_game(game).facts.len())
            .sum::<usize>()
    });
}
