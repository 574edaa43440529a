//! Records to tables, beside plain parsing of the same bytes into typed structs
//! with serde_json on the same number of threads.
//!
//! ```sh
//! cargo bench --bench ingest -- ARCHIVE     # default: the sample archive
//! ```

#![expect(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "a bench prints its figures and fails loudly"
)]

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::sync_channel;
use std::time::Instant;

use rayon::prelude::*;
use recount::pipeline::{IngestOptions, ingest};
use recount::records::container::{Item, Limits, read_inputs};
use recount::tables::Layout;
use serde::Deserialize;

/// What a reader of the records would declare: plain derived structs.
#[derive(Deserialize)]
#[expect(dead_code, reason = "parsed, not looked at")]
struct Record {
    endgame: Option<Endgame>,
    config: Option<serde_json::Map<String, serde_json::Value>>,
    moves: Option<Vec<String>>,
    per_player_messages: Option<std::collections::BTreeMap<String, Option<Vec<Message>>>>,
    trajectory: Option<Vec<Ply>>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "parsed, not looked at")]
struct Endgame {
    model: Option<String>,
    setting: Option<String>,
    outcome: Option<String>,
    winner: Option<serde_json::Value>,
    termination_reason: Option<String>,
    plies: Option<i64>,
    final_fen: Option<String>,
    case: Option<serde_json::Map<String, serde_json::Value>>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "parsed, not looked at")]
struct Message {
    role: Option<String>,
    content: Option<String>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "parsed, not looked at")]
struct Ply {
    player: Option<String>,
    fen_before: Option<String>,
    legal_moves_before: Option<Vec<String>>,
    interactions: Option<Vec<serde_json::Value>>,
    move_played: Option<String>,
    fen_after: Option<String>,
    in_check: Option<bool>,
}

const GROUP: usize = 256;
const ROUNDS: usize = 5;

/// Reads and parses everything; how many documents parsed.
fn parse_only(archive: &Path) -> usize {
    std::thread::scope(|scope| {
        let (groups_in, groups_out) = sync_channel::<Vec<Vec<u8>>>(1);
        scope.spawn(move || {
            let mut group = Vec::new();
            read_inputs(&[archive.to_owned()], &Limits::default(), &mut |item| {
                if let Item::Entry(entry) = item {
                    group.push(entry.bytes);
                }
                if group.len() == GROUP {
                    groups_in.send(std::mem::take(&mut group)).ok();
                }
                ControlFlow::Continue(())
            })
            .expect("the archive is read");
            groups_in.send(group).ok();
        });
        let parsed = |bytes: &Vec<u8>| serde_json::from_slice::<Record>(bytes).is_ok();
        groups_out
            .iter()
            .map(|group| {
                group
                    .par_chunks(16)
                    .map(|c| c.iter().filter(|b| parsed(b)).count())
                    .sum::<usize>()
            })
            .sum()
    })
}

fn to_tables(archive: &Path, folder: &Path) -> u64 {
    let options = IngestOptions {
        inputs: vec![archive.to_owned()],
        layout: Layout::Flat,
        per_cell: 3,
    };
    let summary = ingest(&options, folder, &AtomicBool::new(false), &|_| {});
    summary.expect("the tables are written").records
}

fn middle(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    let given = std::env::args()
        .skip(1)
        .find(|argument| !argument.starts_with("--"));
    let sample = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/data/archives/xiangqi-sample.jsonl.zst"
    );
    let archive = PathBuf::from(given.unwrap_or_else(|| sample.to_owned()));
    let (mut plain, mut tables) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let parsed = parse_only(&archive);
        plain.push(start.elapsed().as_secs_f64());
        let folder = tempfile::tempdir().expect("a folder for the tables");
        let start = Instant::now();
        let records = to_tables(&archive, &folder.path().join("tables"));
        tables.push(start.elapsed().as_secs_f64());
        println!("{parsed} documents parsed, {records} records tabulated");
    }
    let (plain, tables) = (middle(&mut plain), middle(&mut tables));
    println!("plain parsing     {plain:.3} s (median of {ROUNDS})");
    println!(
        "records -> tables {tables:.3} s, {:.2} times",
        tables / plain
    );
}
