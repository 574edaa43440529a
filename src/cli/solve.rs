//! `recount solve`.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::Args;

use super::positions::{Input, read_input};
use super::{FAILED, FINE, Failure, Session};
use crate::pipeline::Staged;
use crate::rules::xiangqi::Move;
use crate::solve::{
    Limits, Problem, Solved, Solver, certificates, check_file, for_each, write_certificate,
};

/// Nodes for writing down a proof whose parts the table has lost.
const CERTIFY_NODES: u64 = 200_000_000;

#[derive(Debug, Args)]
#[command(after_help = "\
The side to move attacks. A stalemate counts as mate. Positions come as CSV with
a fen column, as one JSON object a line with a fen key, or as one FEN a line.

Examples:
  recount solve '5k3/8R/9/9/9/9/9/9/9/R2K5 w'
  recount solve --json --certificate proofs
  recount solve --verify proofs")]
pub(super) struct Arguments {
    /// A FEN, or a file of positions; the benchmark's 119 when absent.
    position: Option<String>,
    /// Print one JSON object a position.
    #[arg(long)]
    json: bool,
    /// Leave the time out, so that the output is the same every time.
    #[arg(long, requires = "json")]
    no_seconds: bool,
    /// Write the proofs into this folder.
    #[arg(long, value_name = "DIR")]
    certificate: Option<PathBuf>,
    /// Check the proofs in this folder instead of searching.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["position", "certificate", "json"])]
    verify: Option<PathBuf>,
    /// Longest mate to look for, in plies.
    #[arg(long, default_value_t = 21, value_parser = clap::value_parser!(u8).range(1..=99))]
    bound: u8,
    /// Nodes to spend on the shortest mate of a position.
    #[arg(long, value_name = "N", default_value_t = Limits::default().nodes)]
    nodes: u64,
    /// Nodes to spend on each first move.
    #[arg(long, value_name = "N", default_value_t = Limits::default().nodes_a_move)]
    move_nodes: u64,
    /// Look for the shortest mates only, not for all first moves that win.
    #[arg(long)]
    shortest: bool,
    /// Threads; as many as there are processors when absent.
    #[arg(long, value_name = "N")]
    workers: Option<NonZeroUsize>,
}

/// A solved position with its certificate and the time it took.
struct Answer {
    solved: Solved,
    certificate: Option<String>,
    seconds: f64,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Failure> {
    match &arguments.verify {
        Some(folder) => verify(folder),
        None => solve(arguments, session),
    }
}

fn solve(arguments: &Arguments, session: &Session) -> Result<u8, Failure> {
    let Input { problems, bad } = read_input(arguments.position.as_deref(), session)?;
    let staged = match &arguments.certificate {
        Some(folder) => Some(Staged::beside(folder, &[])?),
        None => None,
    };
    let limits = Limits {
        bound: arguments.bound,
        nodes: arguments.nodes,
        nodes_a_move: if arguments.shortest {
            0
        } else {
            arguments.move_nodes
        },
    };
    let bar = session.progress_of("positions", problems.len());
    let (mut done, mut proved, mut disagreeing, mut unknown) = (0, 0, 0, 0);
    let mut index = String::new();
    for_each(
        &problems,
        super::positions::workers(arguments.workers),
        session.stop(),
        |solver, problem| answer(solver, problem, limits, staged.is_some()),
        |answer: Answer| -> Result<(), Failure> {
            let Answer { solved, .. } = &answer;
            done += 1;
            proved += usize::from(solved.survey.verdict.plies().is_some());
            disagreeing += usize::from(solved.agrees() == Some(false));
            unknown += solved.survey.undecided_moves().len();
            if let (Some(staged), Some(text)) = (&staged, &answer.certificate) {
                write_certificate(staged.path(), done, &solved.problem.id, text)?;
            }
            index += &format!("{}\n", solved.json(None));
            let seconds = (!arguments.no_seconds).then_some(answer.seconds);
            bar.suspend(|| {
                if arguments.json {
                    println!("{}", solved.json(seconds));
                } else {
                    println!("{}", solved.line());
                }
            });
            bar.inc(1);
            Ok(())
        },
    )?;
    bar.finish_and_clear();
    if session.stop().load(Ordering::Relaxed) {
        return Err("stopped before the end; no certificates were written".into());
    }
    if let Some(staged) = staged {
        std::fs::write(staged.path().join("certificates.jsonl"), index)?;
        staged.commit()?;
    }
    session.say(&format!(
        "{done} positions: {proved} with a proved mate, {disagreeing} not as claimed; {unknown} first moves unknown; {bad} entries are no positions"
    ));
    Ok(if bad == 0 { FINE } else { FAILED })
}

fn answer(solver: &mut Solver, problem: &Problem, limits: Limits, certify: bool) -> Answer {
    let start = Instant::now();
    let survey = solver.survey(&problem.position, limits);
    let claims: Vec<(Move, u8)> = survey
        .moves
        .iter()
        .filter_map(|&(mv, verdict)| Some((mv, verdict.plies()?)))
        .collect();
    let certificate = (certify && !claims.is_empty())
        .then(|| solver.certify(&problem.id, &problem.position, &claims, CERTIFY_NODES))
        .flatten();
    Answer {
        solved: Solved {
            problem: problem.clone(),
            survey,
        },
        certificate,
        seconds: start.elapsed().as_secs_f64(),
    }
}

fn verify(folder: &Path) -> Result<u8, Failure> {
    let paths = certificates(folder)
        .map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut rejected = 0;
    for path in &paths {
        if let Err(why) = check_file(path) {
            rejected += 1;
            println!("{}: {why}", path.display());
        }
    }
    println!("{} certificates, {rejected} rejected", paths.len());
    if paths.is_empty() {
        return Err(format!("no certificates in {}", folder.display()).into());
    }
    Ok(if rejected == 0 { FINE } else { FAILED })
}
