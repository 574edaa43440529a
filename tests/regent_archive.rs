//! Regent Chess records of a larger archive, replayed.
//!
//! This needs `../shared`; without it the tests say so and pass.

#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "helpers of tests fail like tests, and a skipped one says so"
)]

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use recount::records::Reject;
use recount::records::container::{Item, Limits, read_inputs};
use recount::replay::regent::{CompareKind, Replayed, Tally, replay_document};

/// The archive beside the project; `None`, with a word about it, when absent.
fn shared() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/archives/regent-dev.tar.zst");
    if !path.exists() {
        eprintln!("SKIPPED: {} is absent", path.display());
        return None;
    }
    Some(path)
}

#[derive(Default)]
struct Counts {
    games: usize,
    probes: usize,
    plies: usize,
    shifts: usize,
    captures: usize,
    elicitations: usize,
    well_formed: usize,
    not_records: usize,
    broken: Vec<String>,
    results: BTreeMap<&'static str, usize>,
    faults: BTreeMap<&'static str, usize>,
    forms: BTreeMap<&'static str, usize>,
    tally: Tally,
    differing: Vec<String>,
}

fn count(path: PathBuf) -> Counts {
    let mut counts = Counts::default();
    read_inputs(&[path], &Limits::default(), &mut |item| {
        match item {
            Item::Entry(entry) => {
                let name = entry.source.rsplit('/').next().unwrap().to_owned();
                counts.take(
                    &name,
                    replay_document(&entry.bytes).map(|(_, replayed)| replayed),
                );
            }
            Item::SetAside(_) => counts.not_records += 1,
            Item::InputDone(_) => {}
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    counts
}

impl Counts {
    fn take(&mut self, name: &str, replayed: Result<Replayed, Reject>) {
        let replayed = match replayed {
            Ok(replayed) => replayed,
            Err(Reject::NotARecord(_)) => {
                self.not_records += 1;
                return;
            }
            Err(Reject::Broken(reason)) => {
                self.broken.push(format!("{name}: {reason}"));
                return;
            }
        };
        self.tally.add(&replayed.comparison().tally);
        for item in &replayed.comparison().discrepancies {
            self.differing.push(format!(
                "{name} {} {:?} {:?}: {} / {}",
                item.kind.name(),
                item.ply,
                item.attempt,
                item.archived,
                item.replayed
            ));
        }
        for fact in replayed.elicitations() {
            self.elicitations += 1;
            self.well_formed += usize::from(fact.well_formed);
            for fault in &fact.belief.faults {
                *self.faults.entry(fault.name()).or_default() += 1;
            }
            for attempt in &fact.attempts {
                let form = attempt.form.map_or("none", |form| form.name());
                *self.forms.entry(form).or_default() += 1;
            }
        }
        match replayed {
            Replayed::Probe(_) => self.probes += 1,
            Replayed::Game(game) => {
                self.games += 1;
                self.plies += game.plies.len();
                self.shifts += game.shifts.len();
                self.captures += game.captures.len();
                let reason = game.verdict.map_or("none", |verdict| verdict.reason.name());
                *self.results.entry(reason).or_default() += 1;
            }
        }
    }
}

fn pairs<const N: usize>(counts: &BTreeMap<&'static str, usize>) -> [(&'static str, usize); N] {
    let list: Vec<_> = counts.iter().map(|(name, n)| (*name, *n)).collect();
    list.try_into().unwrap()
}

#[test]
fn every_broken_file_is_named_at_its_ply() {
    let Some(path) = shared() else { return };
    let mut broken = count(path).broken;
    broken.sort();
    assert_eq!(
        broken,
        [
            "seat-a-replication-r-002.json: ply 1: d7d6q is not a legal move",
            "seat-a-replication-r-018.json: ply 11: crown shift to g1, where no own piece stands",
            "seat-b-original-r-005.json: ply 2: crown shift to a2 is not available on this turn",
            "seat-b-original-r-012.json: not valid JSON: EOF while parsing a value at line 1 column 8170",
            "seat-c-original-r-000.json: ply 257: a ply after the game had ended by regent_captured",
            "seat-c-original-r-010.json: ply 37: a8h1 is not a legal move",
            "seat-d-original-r-004.json: ply 13: crown shift to e8, which is the Regent already",
            "seat-d-original-r-006.json: ply 9: a pass that is not due",
            "seat-e-original-r-002.json: plies is not a list",
            "seat-e-original-r-008.json: ply 20: b1b8 is not a legal move",
        ]
    );
}

#[test]
fn everything_else_is_replayed_and_counted() {
    let Some(path) = shared() else { return };
    let counts = count(path);
    assert_eq!(
        (counts.games, counts.probes, counts.not_records),
        (139, 96, 1)
    );
    assert_eq!(
        (counts.plies, counts.shifts, counts.captures),
        (19_598, 648, 2261)
    );
    assert_eq!((counts.elicitations, counts.well_formed), (9913, 5266));
    assert_eq!(
        pairs(&counts.results),
        [
            ("checkmate", 13),
            ("fifty_moves", 27),
            ("forfeit", 14),
            ("none", 1),
            ("regent_captured", 80),
            ("resignation", 1),
            ("seventy_five_moves", 3),
        ]
    );
    assert_eq!(
        pairs(&counts.faults),
        [
            ("absent", 1332),
            ("duplicate_square", 316),
            ("empty_square", 628),
            ("own_square", 332),
            ("p_above_one", 274),
            ("p_negative", 337),
            ("residual_negative", 340),
            ("total_off", 979),
        ]
    );
    assert_eq!(
        pairs(&counts.forms),
        [
            ("cut_off", 593),
            ("fenced", 2007),
            ("in_prose", 971),
            ("json", 8164),
            ("prose", 358),
        ]
    );
}

#[test]
fn stored_values_are_compared_and_only_the_false_ones_differ() {
    let Some(path) = shared() else { return };
    let counts = count(path);
    let tally: Vec<_> = CompareKind::ALL
        .iter()
        .map(|&kind| (kind.name(), counts.tally.get(kind)))
        .collect();
    assert_eq!(
        tally,
        [
            ("result_winner", (139, 2)),
            ("result_reason", (139, 2)),
            ("well_formed", (9913, 5)),
            ("attempt_legal", (12_093, 2)),
            ("reply_move", (11_142, 0)),
            ("reply_belief", (8962, 0)),
            ("actor", (19_612, 0)),
            ("actor_fallback", (9803, 0)),
            ("pass", (19_612, 0)),
            ("agent_color", (96, 0)),
        ]
    );
    let mut differing = counts.differing;
    differing.sort();
    assert_eq!(
        differing,
        [
            "seat-a-control-n-000.json well_formed Some(186) None: true / false",
            "seat-a-control-n-000.json well_formed Some(188) None: true / false",
            "seat-a-original-r-000.json well_formed Some(114) None: false / true",
            "seat-a-original-r-000.json well_formed Some(150) None: false / true",
            "seat-a-original-r-000.json well_formed Some(86) None: false / true",
            "seat-a-original-r-001.json result_reason None None: checkmate / regent_captured",
            "seat-a-original-r-024.json result_winner None None: black / white",
            "seat-b-original-r-008.json result_reason None None: regent_captured / none",
            "seat-b-original-r-008.json result_winner None None: white / none",
            "seat-b-original-r-011.json attempt_legal Some(217) Some(2): true / false",
            "seat-f-original-r-008.json attempt_legal Some(32) Some(0): false / true",
        ]
    );
}
