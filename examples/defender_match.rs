//! How defenders fare: `defender_match games ATTACKER DEFENDER` plays the 119
//! positions, Red by ATTACKER and Black by DEFENDER, for at most 40 plies;
//! `defender_match threats RED BLACK` gives Black the first move in the threat
//! races, which is what a slow move of Red amounts to, and counts mates within
//! the plies the position states; `defender_match slow BLACK` tries every quiet
//! move of Red that leaves Black a mate in one.
//!
//! A defender is `rule`, `builtin` or `uci:PATH`, with `@N` for its depth and
//! `#N` for its nodes.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use recount::play::xiangqi::defender::{Defender, DefenderOptions, DefenderSpec};
use recount::rules::xiangqi::{Game, Position, Side, Terminal};

const POSITIONS: &str = include_str!("../data/positions/xiangqi.csv");
const PLIES: usize = 40;

type Fallible<T> = Result<T, Box<dyn Error>>;

/// A line of the table.
struct Case {
    id: &'static str,
    fen: &'static str,
    threat: Option<usize>,
}

fn cases() -> impl Iterator<Item = Case> {
    POSITIONS.lines().skip(1).filter_map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        Some(Case {
            id: fields.first()?,
            fen: fields.get(4)?,
            threat: fields.get(9)?.parse().ok(),
        })
    })
}

/// A player and the time it took.
struct Player {
    defender: Box<dyn Defender>,
    moves: u32,
    took: Duration,
    slowest: Duration,
}

impl Player {
    fn new(text: &str) -> Fallible<Self> {
        let (text, nodes) = split(text, '#');
        let (text, depth) = split(text, '@');
        let options = DefenderOptions {
            depth: depth.map(str::parse).transpose()?,
            nodes: nodes.map(str::parse).transpose()?,
            ..DefenderOptions::default()
        };
        Ok(Self {
            defender: DefenderSpec::parse(text, &options)?.make()?,
            moves: 0,
            took: Duration::ZERO,
            slowest: Duration::ZERO,
        })
    }

    /// Plays a move; how the game ended by it.
    fn play(&mut self, game: &mut Game) -> Fallible<Option<Terminal>> {
        let start = Instant::now();
        let choice = self.defender.choose(game)?;
        let took = start.elapsed();
        self.moves += 1;
        self.took += took;
        self.slowest = self.slowest.max(took);
        Ok(game.play(choice.mv)?.terminal)
    }

    fn speed(&self) -> String {
        let mean = self.took.as_secs_f64() * 1e3 / f64::from(self.moves.max(1));
        let slowest = self.slowest.as_secs_f64() * 1e3;
        format!(
            "{} moves, mean {mean:.1} ms, slowest {slowest:.0} ms",
            self.moves
        )
    }
}

fn split(text: &str, mark: char) -> (&str, Option<&str>) {
    match text.rsplit_once(mark) {
        Some((text, value)) => (text, Some(value)),
        None => (text, None),
    }
}

/// Plays on until the end, or for so many plies.
fn finish(
    game: &mut Game,
    red: &mut Player,
    black: &mut Player,
    plies: usize,
) -> Fallible<Option<Terminal>> {
    while game.ply() < plies {
        let player = match game.position().side_to_move() {
            Side::Red => &mut *red,
            Side::Black => &mut *black,
        };
        if let Some(terminal) = player.play(game)? {
            return Ok(Some(terminal));
        }
    }
    Ok(None)
}

fn games(attacker: &str, defender: &str, out: &mut dyn Write) -> Fallible<()> {
    let (mut red, mut black) = (Player::new(attacker)?, Player::new(defender)?);
    let [mut won, mut lost, mut drawn, mut capped] = [0; 4];
    for case in cases() {
        let mut game = Game::new(Position::from_fen(case.fen)?);
        match finish(&mut game, &mut red, &mut black, PLIES)?.map(Terminal::winner) {
            Some(Some(Side::Red)) => won += 1,
            Some(Some(Side::Black)) => lost += 1,
            Some(None) => drawn += 1,
            None => capped += 1,
        }
    }
    writeln!(
        out,
        "{attacker} against {defender}: {won} won, {lost} lost, {drawn} drawn, {capped} cut \
         off; defender {}",
        black.speed()
    )?;
    Ok(())
}

fn threats(red: &str, black: &str, out: &mut dyn Write) -> Fallible<()> {
    let (mut red, mut black) = (Player::new(red)?, Player::new(black)?);
    let [mut races, mut in_time, mut won] = [0; 3];
    for case in cases() {
        let Some(threat) = case.threat else { continue };
        let Ok(position) = Position::from_fen(&case.fen.replace(" w ", " b ")) else {
            writeln!(out, "{}: Black cannot move first", case.id)?;
            continue;
        };
        races += 1;
        let mut game = Game::new(position);
        let end = finish(&mut game, &mut red, &mut black, PLIES)?;
        let mates = end.and_then(Terminal::winner) == Some(Side::Black);
        won += i32::from(mates);
        if mates && game.ply() <= threat {
            in_time += 1;
        } else {
            let (plies, end) = (game.ply(), end.map(Terminal::reason));
            writeln!(out, "{}: mate in {threat}; {plies} plies, {end:?}", case.id)?;
        }
    }
    writeln!(
        out,
        "{races} races: {in_time} won within the stated plies, {won} won; {}",
        black.speed()
    )?;
    Ok(())
}

/// Whether a move of the side to move ends the game.
fn mates_at_once(position: &Position) -> bool {
    position.legal_moves().iter().any(|&mv| {
        let mut after = *position;
        after.make(mv);
        !after.has_legal_move()
    })
}

fn slow(black: &str, out: &mut dyn Write) -> Fallible<()> {
    let mut black = Player::new(black)?;
    let [mut tried, mut punished] = [0; 2];
    for case in cases().filter(|case| case.threat.is_some()) {
        let mut game = Game::new(Position::from_fen(case.fen)?);
        for &mv in &game.position().legal_moves() {
            let played = game.play(mv)?;
            if played.captured.is_none()
                && !played.gives_check
                && played.terminal.is_none()
                && mates_at_once(game.position())
            {
                tried += 1;
                let end = black.play(&mut game)?;
                punished += i32::from(end.is_some());
                game.undo();
            }
            game.undo();
        }
    }
    writeln!(
        out,
        "{tried} slow moves, {punished} punished at once; {}",
        black.speed()
    )?;
    Ok(())
}

fn run() -> Fallible<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut out = io::stdout().lock();
    match arguments.as_slice() {
        ["games", red, black] => games(red, black, &mut out),
        ["threats", red, black] => threats(red, black, &mut out),
        ["slow", black] => slow(black, &mut out),
        _ => Err("expected games RED BLACK, threats RED BLACK, or slow BLACK".into()),
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            writeln!(io::stderr(), "defender_match: {error}").ok();
            ExitCode::FAILURE
        }
    }
}
