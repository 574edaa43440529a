//! How fast legal moves are found: `cargo bench --bench perft`.

use divan::Bencher;
use divan::counter::ItemsCount;
use recount::rules::xiangqi::{Position, perft};

const ROOTS: &str = include_str!("../data/perft/xiangqi.csv");

fn main() {
    divan::main();
}

/// All positions of the table; those that cannot be read are left out.
fn roots() -> Vec<Position> {
    ROOTS
        .lines()
        .skip(1)
        .filter_map(|line| Position::from_fen(line.split(',').nth(1)?).ok())
        .collect()
}

/// Items are leaves.
#[divan::bench(args = [1, 2, 3, 4])]
fn perft_of_the_start(bencher: Bencher<'_, '_>, depth: u32) {
    let start = Position::startpos();
    bencher
        .counter(ItemsCount::new(perft(&start, depth)))
        .bench(|| perft(divan::black_box(&start), depth));
}

/// Items are positions.
#[divan::bench]
fn legal_moves_of_all_roots(bencher: Bencher<'_, '_>) {
    let roots = roots();
    bencher.counter(ItemsCount::new(roots.len())).bench(|| {
        roots
            .iter()
            .map(|root| divan::black_box(root).legal_moves().len())
            .sum::<usize>()
    });
}

/// Items are positions.
#[divan::bench]
fn count_legal_moves_of_all_roots(bencher: Bencher<'_, '_>) {
    let roots = roots();
    bencher.counter(ItemsCount::new(roots.len())).bench(|| {
        roots
            .iter()
            .map(|root| divan::black_box(root).count_legal_moves())
            .sum::<usize>()
    });
}

/// Items are positions.
#[divan::bench]
fn fens_of_all_roots(bencher: Bencher<'_, '_>) {
    let roots = roots();
    bencher.counter(ItemsCount::new(roots.len())).bench(|| {
        roots
            .iter()
            .filter(|root| Position::from_fen(&divan::black_box(root).fen()).is_ok())
            .count()
    });
}
