//! `recount admit`.

use std::num::NonZeroUsize;

use clap::Args;

use super::positions::{Input, read_input, workers};
use super::{FAILED, FINE, Failure, Session};
use crate::solve::{Admission, Limits, for_each};

#[derive(Debug, Args)]
#[command(after_help = "\
A position is admitted when its side to move has a proved mate. Its category says
whether the other side would mate if it were to move (looked for up to 23 plies).
Stored values of the input, if any, are compared with the proofs.

Example:
  recount admit positions.csv --json")]
pub(super) struct Arguments {
    /// A FEN, or a file of positions as `recount solve` reads them; the
    /// benchmark's 119 when absent.
    position: Option<String>,
    /// Print one JSON object a position.
    #[arg(long)]
    json: bool,
    /// Longest mate to look for, in plies.
    #[arg(long, default_value_t = 21, value_parser = clap::value_parser!(u8).range(1..=99))]
    bound: u8,
    /// Nodes to spend on each search.
    #[arg(long, value_name = "N", default_value_t = Limits::default().nodes)]
    nodes: u64,
    /// Threads; as many as there are processors when absent.
    #[arg(long, value_name = "N")]
    workers: Option<NonZeroUsize>,
}

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<u8, Failure> {
    let Input { problems, bad } = read_input(arguments.position.as_deref(), session)?;
    let limits = Limits {
        bound: arguments.bound,
        nodes: arguments.nodes,
        nodes_a_move: 0,
    };
    let bar = session.progress_of("positions", problems.len());
    let (mut done, mut admitted, mut disagreeing) = (0, 0, 0);
    for_each(
        &problems,
        workers(arguments.workers),
        session.stop(),
        |solver, problem| solver.screen(problem, limits),
        |admission: Admission| -> Result<(), Failure> {
            done += 1;
            admitted += usize::from(admission.is_admitted());
            disagreeing += usize::from(!admission.disagreements().is_empty());
            bar.suspend(|| {
                if arguments.json {
                    println!("{}", admission.json());
                } else {
                    println!("{}", admission.line());
                }
            });
            bar.inc(1);
            Ok(())
        },
    )?;
    bar.finish_and_clear();
    session.say(&format!(
        "{done} positions: {admitted} admitted, {disagreeing} not as stored; {bad} entries are no positions"
    ));
    Ok(if bad == 0 { FINE } else { FAILED })
}
