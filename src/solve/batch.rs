//! Many positions on several threads, answers in the order of the questions.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use super::solver::Solver;

/// Bytes of the table of each thread's solver.
pub const TABLE_BYTES: usize = 64 << 20;

/// Asks `question` about every item, with a solver as good as new each time, and
/// hands the answers to `take` in the order of the items. Raising `stop` leaves
/// out items not begun; `take` gets none after a gap.
///
/// # Errors
///
/// The first error of `take`; nothing is taken after it.
pub fn for_each<T: Sync, A: Send, E>(
    items: &[T],
    workers: NonZeroUsize,
    stop: &AtomicBool,
    question: impl Fn(&mut Solver, &T) -> A + Sync,
    mut take: impl FnMut(A) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let (sender, answers) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..workers.get().min(items.len()) {
            let sender = sender.clone();
            let (next, failed, question) = (&next, &failed, &question);
            scope.spawn(move || {
                let mut solver = Solver::new(TABLE_BYTES);
                while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    solver.clear();
                    // The receiver lives as long as the scope.
                    sender.send((index, question(&mut solver, item))).ok();
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        let mut result = Ok(());
        for (index, answer) in answers {
            waiting.insert(index, answer);
            while let Some(answer) = waiting.remove(&due) {
                due += 1;
                if result.is_ok() {
                    result = take(answer);
                    failed.fetch_or(result.is_err(), Ordering::Relaxed);
                }
            }
        }
        result
    })
}
