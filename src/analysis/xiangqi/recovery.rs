//! What follows a refused move, and feedback in general (paper Appendix F.4,
//! Figures 18 and 19).

use std::collections::BTreeMap;

use super::calls::{Call, Calls, Conduct};
use super::frames::{FeedbackRow, RecoveryRow};
use crate::analysis::{Estimate, Numbers, Parameters, Roster, Share};
use crate::records::xiangqi::{Category, Setting};
use crate::replay::LineEnding;
use crate::stats::bootstrap_ratio;

/// Refused moves of a trial or case, and those followed by an accepted move
/// of the same turn within one, two and three calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Recovered {
    n: u64,
    within: [u64; 3],
}

fn recovered(conduct: &Conduct<'_>, into: &mut Recovered) {
    for (index, call) in conduct.calls.iter().enumerate() {
        if call.category != Category::RejectedMove {
            continue;
        }
        into.n += 1;
        let next = conduct
            .calls
            .iter()
            .skip(index + 1)
            .take(3)
            .take_while(|next| next.turn == call.turn)
            .position(|next| next.category == Category::Move);
        for (window, count) in into.within.iter_mut().enumerate() {
            *count += u64::from(next.is_some_and(|at| at <= window));
        }
    }
}

/// Recovery of one model, or of all, in one setting.
#[derive(Debug, Clone, PartialEq)]
pub struct Recovery {
    /// Setting.
    pub setting: Setting,
    /// Stored model id; `None` for all models together.
    pub model: Option<String>,
    /// Refused moves recovered within one, two and three calls.
    pub within: [Share; 3],
    /// 95 % case-bootstrap interval of each rate.
    pub intervals: [Option<(f64, f64)>; 3],
}

/// Recovery in every setting: all models together, then each in the given
/// order. Cases are resampled with all their trials; those without a refused
/// move count among them.
#[must_use]
pub fn recovery(
    calls: &Calls<'_>,
    settings: &[Setting],
    models: &[&str],
    parameters: &Parameters,
) -> Vec<Recovery> {
    let mut found = Vec::new();
    for setting in settings {
        let groups = std::iter::once(None).chain(models.iter().map(|model| Some(*model)));
        for model in groups {
            let mut cases: BTreeMap<&str, Recovered> = BTreeMap::new();
            for conduct in calls.of(setting, model) {
                recovered(conduct, cases.entry(&conduct.trial.case).or_default());
            }
            if cases.is_empty() {
                continue;
            }
            let n: u64 = cases.values().map(|case| case.n).sum();
            let below: Vec<f64> = cases.values().map(|case| case.n as f64).collect();
            found.push(Recovery {
                setting: setting.clone(),
                model: model.map(str::to_owned),
                within: [0, 1, 2].map(|window| Share {
                    k: cases.values().map(|case| case.within[window]).sum(),
                    n,
                }),
                intervals: [0, 1, 2].map(|window| {
                    let above: Vec<f64> = cases
                        .values()
                        .map(|case| case.within[window] as f64)
                        .collect();
                    bootstrap_ratio(&above, &below, parameters.resamples, parameters.seed)
                        .interval
                        .map(|interval| (interval.low, interval.high))
                }),
            });
        }
    }
    found
}

/// Figure 19: the rows of models.
#[must_use]
pub fn recovery_rows(found: &[Recovery], roster: &Roster) -> Vec<RecoveryRow> {
    found
        .iter()
        .filter_map(|one| {
            let model = one.model.as_deref()?;
            Some(RecoveryRow {
                model: roster.name(model).to_owned(),
                setting: one.setting.label().to_owned(),
                rejected: one.within[0].n,
                rates: [0, 1, 2].map(|window| {
                    one.within[window].rate().map(|value| Estimate {
                        value,
                        low: one.intervals[window].map(|bounds| bounds.0),
                        high: one.intervals[window].map(|bounds| bounds.1),
                    })
                }),
            })
        })
        .collect()
}

/// Key and label of the events of Figure 18.
const EVENTS: [(&str, &str); 5] = [
    ("rejected_move", "Rejected move"),
    ("sim_complete", "Simulation complete"),
    ("sim_illegal", "Simulation illegal"),
    ("sim_over_budget", "Simulation over budget"),
    ("reply_mismatch", "Defender reply mismatch"),
];

/// Key of the next action after an event.
pub const NEXT: [&str; 8] = [
    "move",
    "rejected_move",
    "simulate",
    "think",
    "state_query",
    "resign",
    "other",
    "none",
];

/// Place of the next action in [`NEXT`].
fn next_of(call: Option<&Call>) -> usize {
    let Some(call) = call else { return 7 };
    if call.command == "simulate" {
        return 2;
    }
    match call.category {
        Category::Move => 0,
        Category::RejectedMove => 1,
        Category::Simulate | Category::SimulateOverBudget => 2,
        Category::Think => 3,
        Category::StateQuery => 4,
        Category::Resign => 5,
        Category::OtherRejected => 6,
    }
}

/// Figure 18: what followed each event, by setting.
#[must_use]
pub fn feedback(calls: &Calls<'_>, settings: &[Setting]) -> Vec<(Setting, Vec<FeedbackRow>)> {
    settings
        .iter()
        .map(|setting| {
            let mut counts = [[0_u64; 8]; EVENTS.len()];
            for conduct in calls.of(setting, None) {
                count_events(conduct, &mut counts);
            }
            let rows = EVENTS
                .iter()
                .zip(counts)
                .map(|((key, label), next)| FeedbackRow {
                    setting: setting.label().to_owned(),
                    key,
                    event: (*label).to_owned(),
                    next,
                })
                .collect();
            (setting.clone(), rows)
        })
        .collect()
}

fn count_events(conduct: &Conduct<'_>, counts: &mut [[u64; 8]; EVENTS.len()]) {
    for (index, call) in conduct.calls.iter().enumerate() {
        let after = conduct.calls.get(index + 1);
        let next = next_of(after.filter(|next| next.turn == call.turn));
        if call.category == Category::RejectedMove {
            counts[0][next] += 1;
        }
        let Some(line) = &call.line else { continue };
        match line.ending {
            LineEnding::Complete => counts[1][next] += 1,
            LineEnding::Illegal => counts[2][next] += 1,
            LineEnding::OverBudget => counts[3][next] += 1,
            _ => {}
        }
        if line.diverged() == Some(true) {
            // The next decision is the first call of the agent's next turn.
            let first = conduct.calls.iter().find(|next| next.turn == call.turn + 1);
            counts[4][next_of(first)] += 1;
        }
    }
}

/// Adds the keys of both findings.
pub fn number(
    recoveries: &[Recovery],
    events: &[(Setting, Vec<FeedbackRow>)],
    numbers: &mut Numbers,
) {
    numbers.section("F.4");
    for one in recoveries {
        let model = one.model.as_deref().unwrap_or("all");
        let at = format!("recovery.{}.{model}", one.setting.key());
        numbers.count(format!("{at}.n"), one.within[0].n);
        for (window, (share, interval)) in one.within.iter().zip(one.intervals).enumerate() {
            let w = window + 1;
            numbers.count(format!("{at}.within_{w}"), share.k);
            numbers.share_within(format!("{at}.rate_{w}"), *share, interval);
        }
    }
    for (setting, rows) in events {
        for row in rows {
            let at = format!("feedback.{}.{}", setting.key(), row.key);
            numbers.count(format!("{at}.n"), row.next.iter().sum());
            for (name, count) in NEXT.iter().zip(row.next) {
                numbers.count(format!("{at}.{name}"), count);
            }
        }
    }
}
