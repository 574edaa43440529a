//! How fast mates are proved, beside an engine that looks for them without
//! proof: `cargo bench --bench solve`.
//!
//! Fairy-Stockfish (variant xiangqi, one thread) is run on the same positions in
//! the same run if `FAIRY_STOCKFISH` or `/usr/games/fairy-stockfish` is there.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use recount::solve::{Problem, Solver, benchmark};

/// Longest time the engine gets for a position.
const CAP_MS: u64 = 2000;
const STEPS_MS: [u64; 6] = [1, 10, 50, 100, 500, 2000];
const STEPS_NODES: [u64; 5] = [100, 1_000, 10_000, 100_000, 1_000_000];

fn main() {
    // `cargo test --benches` runs this too; it is no test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let problems: Vec<Problem> = benchmark().into_iter().flatten().collect();
    recount(&problems);
    for go in ["go mate 6", "go depth 18"] {
        match engine(&problems, go) {
            Ok(()) => {}
            Err(error) => println!("fairy-stockfish, {go}: SKIPPED, {error}"),
        }
    }
}

/// The shortest mate of each position, shorter ones refuted, one thread.
fn recount(problems: &[Problem]) {
    let mut solver = Solver::new(recount::solve::TABLE_BYTES);
    let (mut times, mut nodes) = (Vec::new(), Vec::new());
    for problem in problems {
        solver.clear();
        let before = solver.nodes();
        let start = Instant::now();
        let attacker = problem.position.side_to_move();
        let verdict = solver.solve_position(&problem.position, attacker, 21, 20_000_000);
        if verdict.shortest().is_some() && verdict.shortest() == problem.stored.mate_in_plies {
            times.push(start.elapsed());
            nodes.push(solver.nodes() - before);
        }
    }
    show("recount, shortest mate proved", problems.len(), &times);
    for step in STEPS_NODES {
        let within = nodes.iter().filter(|&&nodes| nodes <= step).count();
        println!("  within {step} nodes: {within}");
    }
    println!("  {} nodes in all", nodes.iter().sum::<u64>());
}

fn show(name: &str, of: usize, times: &[Duration]) {
    let total: Duration = times.iter().sum();
    println!(
        "{name}: {} of {of} in {:.2} s",
        times.len(),
        total.as_secs_f64()
    );
    for step in STEPS_MS {
        let limit = Duration::from_millis(step);
        let within = times.iter().filter(|&&time| time <= limit).count();
        println!("  within {step} ms: {within}");
    }
}

/// A running UCI engine.
struct Uci {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Uci {
    fn start() -> io::Result<Self> {
        let path = std::env::var("FAIRY_STOCKFISH")
            .unwrap_or_else(|_| "/usr/games/fairy-stockfish".to_owned());
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let missing = || io::Error::other("no pipe");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        let mut uci = Self {
            child,
            input,
            output,
        };
        uci.ask("uci\nsetoption name UCI_Variant value xiangqi\nsetoption name Threads value 1\nsetoption name Hash value 64\nisready", "readyok")?;
        Ok(uci)
    }

    /// Sends lines and reads up to the one that begins with `end`.
    fn ask(&mut self, text: &str, end: &str) -> io::Result<Vec<String>> {
        writeln!(self.input, "{text}")?;
        self.input.flush()?;
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err(io::Error::other("the engine closed its output"));
            }
            let done = line.starts_with(end);
            lines.push(line);
            if done {
                return Ok(lines);
            }
        }
    }
}

impl Drop for Uci {
    fn drop(&mut self) {
        writeln!(self.input, "quit").ok();
        self.child.wait().ok();
    }
}

/// Whether and how fast the engine announces a mate of the shortest length.
fn engine(problems: &[Problem], go: &str) -> io::Result<()> {
    let mut uci = Uci::start()?;
    let (mut times, mut longer, mut total) = (Vec::new(), 0, Duration::ZERO);
    for problem in problems {
        uci.ask("ucinewgame\nisready", "readyok")?;
        let start = Instant::now();
        let fen = problem.position.fen();
        let ask = format!("position fen {fen} - - 0 1\n{go} movetime {CAP_MS}");
        let lines = uci.ask(&ask, "bestmove")?;
        let time = start.elapsed();
        total += time;
        let mut scores = lines.iter().filter_map(|line| mate_score(line));
        if let Some(plies) = scores.next_back() {
            if Some(plies) == problem.stored.mate_in_plies {
                times.push(time);
            } else {
                longer += 1;
            }
        }
    }
    let name = format!("fairy-stockfish, {go}, at most {CAP_MS} ms: shortest mate announced");
    show(&name, problems.len(), &times);
    println!(
        "  another length announced: {longer}; {:.2} s in all",
        total.as_secs_f64()
    );
    Ok(())
}

/// `score mate N` of the mover's own mate, in plies.
fn mate_score(line: &str) -> Option<u8> {
    let (_, rest) = line.split_once(" score mate ")?;
    let moves: u8 = rest.split(' ').next()?.parse().ok()?;
    (moves > 0).then(|| moves.checked_mul(2)?.checked_sub(1))?
}
