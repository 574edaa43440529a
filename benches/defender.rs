//! How long defenders think: `cargo bench --bench defender`.

use divan::Bencher;
use divan::counter::ItemsCount;
use recount::play::xiangqi::defender::Defender;
use recount::play::xiangqi::defender::builtin::{Builtin, Limits};
use recount::play::xiangqi::defender::rule::Rule;
use recount::rules::xiangqi::{Game, Position};

const POSITIONS: &str = include_str!("../data/positions/xiangqi.csv");

fn main() {
    divan::main();
}

/// The positions after the reference move; those that cannot be read are left
/// out.
fn games() -> Vec<Game> {
    let game = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let mut game = Game::new(Position::from_fen(fields.get(4)?).ok()?);
        game.play(fields.get(10)?.parse().ok()?).ok()?;
        Some(game)
    };
    POSITIONS.lines().skip(1).filter_map(game).collect()
}

/// Items are choices. Every round has a new defender, since `rule` remembers.
fn choose<D: Defender>(bencher: Bencher<'_, '_>, make: impl Fn() -> D) {
    let games = games();
    bencher
        .counter(ItemsCount::new(games.len()))
        .with_inputs(make)
        .bench_local_values(|mut defender| {
            let made = games
                .iter()
                .filter(|game| defender.choose(divan::black_box(game)).is_ok());
            made.count()
        });
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn rule(bencher: Bencher<'_, '_>) {
    choose(bencher, || Rule::new(Rule::STANDARD_DEPTH));
}

#[divan::bench(args = [5_000, 20_000, 80_000], sample_count = 5, sample_size = 1)]
fn builtin(bencher: Bencher<'_, '_>, nodes: u64) {
    let depth = Limits::DEFAULT.depth;
    choose(bencher, || Builtin::new(Limits { depth, nodes }));
}
