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

#[cfg(test)]
mod tests {
    use super::super::TrialRow;
    use super::super::calls::made;
    use super::*;

    const PARAMETERS: Parameters = Parameters {
        per_cell: 3,
        resamples: 400,
        seed: 2027,
        orderings: 1,
        ordering_seed: 1,
    };

    #[test]
    fn windows_count_calls_of_the_same_turn() {
        let trials: Vec<TrialRow> = ["a", "b"]
            .map(|case| TrialRow {
                case: case.to_owned(),
                model: "m".to_owned(),
                ..TrialRow::default()
            })
            .to_vec();
        let mut second = made::conduct(&trials[1]);
        // A refused move that ends its turn; the move of the next turn is no recovery.
        second.calls = vec![
            made::mv(1, "a0a9", Category::RejectedMove),
            made::mv(2, "a0a1", Category::Move),
        ];
        let calls = Calls::new(vec![made::conduct(&trials[0]), second]);
        let found = recovery(&calls, &[Setting::default()], &["m"], &PARAMETERS);
        assert_eq!(found.len(), 2);
        for one in &found {
            // The first case: third call, second call, second call after it.
            assert_eq!(one.within.map(|share| share.k), [0, 2, 3]);
            assert_eq!(one.within[0].n, 4);
        }
        // Resamples are aa, ab or bb: 3 of 3, 3 of 4 or 0 of 1.
        assert_eq!(found[0].intervals[2], Some((0.0, 1.0)));
        assert_eq!(found[0].intervals[0], Some((0.0, 0.0)));
    }

    #[test]
    fn each_event_has_one_next_action() {
        let trial = TrialRow::default();
        let calls = Calls::new(vec![made::conduct(&trial)]);
        let found = feedback(&calls, &[Setting::default()]);
        let next: Vec<[u64; 8]> = found[0].1.iter().map(|row| row.next).collect();
        let expected = [
            [0, 1, 1, 0, 1, 0, 0, 0],
            [1, 0, 0, 0, 0, 0, 0, 0],
            [0, 0, 1, 0, 0, 0, 0, 0],
            [0, 1, 0, 0, 0, 0, 0, 0],
            [0, 0, 0, 1, 0, 0, 0, 0],
        ];
        assert_eq!(next, expected);
    }

    #[test]
    fn a_refused_simulation_is_a_simulation_all_the_same() {
        assert_eq!(next_of(Some(&made::simulate(1, 2, LineEnding::Refused))), 2);
        assert_eq!(next_of(Some(&made::call(1, "resign", Category::Resign))), 5);
        assert_eq!(
            next_of(Some(&made::call(1, "look", Category::OtherRejected))),
            6
        );
        assert_eq!(next_of(None), 7);
    }
}
