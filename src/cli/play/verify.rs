//! `recount play xiangqi --verify`: archived trials through our environment.

use std::path::PathBuf;

use crate::cli::{FAILED, FINE, Failure, Session};
use crate::pipeline::{Checked, verify_archives};
use crate::play::xiangqi::Verified;

/// Longest part of a message shown, in characters.
const SHOWN: usize = 160;

/// Replays every record, prints what differs, and ends with the counts.
pub(super) fn verify(archives: &[PathBuf], session: &Session) -> Result<u8, Failure> {
    let bar = session.progress();
    let (mut records, mut differ, mut not_replayable) = (0_u64, 0_u64, 0_u64);
    let summary = verify_archives(archives, session.stop(), &mut |checked: Checked| {
        records += 1;
        bar.set_position(records);
        match &checked.result {
            Verified::Same => {}
            Verified::Differs(difference) => {
                differ += 1;
                bar.suspend(|| {
                    println!("{}: differs at {}", checked.place, difference.place);
                    let (archived, ours) = around(&difference.archived, &difference.ours);
                    println!("  archived: {archived}");
                    println!("  ours:     {ours}");
                });
            }
            Verified::NotReplayable(reason) => {
                not_replayable += 1;
                bar.suspend(|| println!("{}: not replayable: {reason}", checked.place));
            }
        }
    })?;
    bar.finish_and_clear();
    for aside in &summary.broken {
        session.say(&format!("  broken: {aside}"));
    }
    if summary.set_aside > 0 {
        session.say(&format!(
            "{} documents are no usable records and were not verified",
            summary.set_aside
        ));
    }
    println!("{records} records, {differ} differ, {not_replayable} not replayable");
    Ok(if differ == 0 { FINE } else { FAILED })
}

/// The first line that differs in both, with control characters escaped.
fn around(archived: &str, ours: &str) -> (String, String) {
    let (mut left, mut right) = (archived.lines(), ours.lines());
    loop {
        match (left.next(), right.next()) {
            (Some(a), Some(b)) if a == b => {}
            (a, b) => return (shown(a), shown(b)),
        }
    }
}

fn shown(line: Option<&str>) -> String {
    let Some(line) = line else {
        return "(nothing more)".to_owned();
    };
    let mut out: String = line.chars().take(SHOWN).flat_map(visible).collect();
    if line.chars().count() > SHOWN {
        out.push('…');
    }
    out
}

/// Text of models must not steer the terminal.
fn visible(c: char) -> Vec<char> {
    if c.is_control() {
        c.escape_default().collect()
    } else {
        vec![c]
    }
}
