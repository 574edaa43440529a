//! Simulated lines: whether they are legal, played, and answered as assumed
//! (paper §6.3, Tables 7 to 9, Figures 7 and 13).

use super::calls::{Calls, Conduct};
use super::frames::{RequestOutcomes, SimulationRow};
use crate::analysis::{Numbers, Roster, Share};
use crate::records::xiangqi::Setting;
use crate::replay::LineEnding;
use crate::stats::median;

/// Request lengths as keys name them.
const LENGTHS: [(&str, u64, u64); 5] = [
    ("1", 1, 1),
    ("2", 2, 2),
    ("3-4", 3, 4),
    ("5-8", 5, 8),
    (">8", 9, u64::MAX),
];

/// What became of the requests of a group of trials.
#[must_use]
pub fn outcomes<'c, 't: 'c>(trials: impl Iterator<Item = &'c Conduct<'t>>) -> RequestOutcomes {
    let mut found = RequestOutcomes::default();
    for conduct in trials {
        let cap = u64::try_from(conduct.trial.max_simulate_steps).unwrap_or_default();
        let mut adopting: Option<i64> = None;
        for (call, line) in conduct.lines() {
            *count_of(&mut found, line.ending) += 1;
            let accepted = line.ending.accepted();
            found.over_cap += u64::from(accepted && line.requested > cap);
            if line.adopted {
                found.adopted_lines += 1;
                found.adopting_turns += u64::from(adopting != Some(call.turn));
                adopting = Some(call.turn);
            }
            if let Some(differs) = line.diverged() {
                found.diverged.n += 1;
                found.diverged.k += u64::from(differs);
            }
        }
    }
    found
}

fn count_of(found: &mut RequestOutcomes, ending: LineEnding) -> &mut u64 {
    match ending {
        LineEnding::Complete => &mut found.complete,
        LineEnding::Illegal => &mut found.illegal,
        LineEnding::Terminal => &mut found.terminal,
        LineEnding::Capped => &mut found.capped,
        LineEnding::OverBudget => &mut found.over_budget,
        LineEnding::Refused => &mut found.refused,
    }
}

/// Table 7: trials of one setting by what their requests came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TrialUse {
    /// Selected trials.
    pub trials: u64,
    /// With any request.
    pub requested: u64,
    /// With an accepted call.
    pub accepted: u64,
    /// With a complete line.
    pub complete: u64,
    /// With a line stopped on an illegal ply.
    pub illegal: u64,
    /// With an accepted request longer than the cap, whatever its end.
    pub over_cap: u64,
    /// With requests, all of them refused.
    pub only_refused: u64,
}

/// Counts the trials of a group by what their requests came to.
#[must_use]
pub fn trial_use<'c, 't: 'c>(trials: impl Iterator<Item = &'c Conduct<'t>>) -> TrialUse {
    let mut found = TrialUse::default();
    for conduct in trials {
        let own = outcomes([conduct].into_iter());
        found.trials += 1;
        found.requested += u64::from(own.requests() > 0);
        found.accepted += u64::from(own.accepted() > 0);
        found.complete += u64::from(own.complete > 0);
        found.illegal += u64::from(own.illegal > 0);
        found.over_cap += u64::from(own.over_cap > 0);
        found.only_refused += u64::from(own.requests() > 0 && own.accepted() == 0);
    }
    found
}

/// One model's use of simulation in the Sighted setting.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelUse {
    /// Stored model id.
    pub model: String,
    /// Its trials (Table 8).
    pub trials: TrialUse,
    /// Its requests (Table 8).
    pub outcomes: RequestOutcomes,
    /// Lengths of its accepted requests, ascending (Table 9).
    pub lengths: Vec<u64>,
    /// Figure 13.
    pub row: SimulationRow,
}

impl ModelUse {
    /// Median length of an accepted request, in plies.
    #[must_use]
    pub fn median_length(&self) -> Option<f64> {
        let lengths: Vec<f64> = self.lengths.iter().map(|n| *n as f64).collect();
        median(&lengths)
    }

    /// Mean length of an accepted request, in plies.
    #[must_use]
    pub fn mean_length(&self) -> Option<f64> {
        let n = self.lengths.len();
        (n > 0).then(|| self.lengths.iter().sum::<u64>() as f64 / n as f64)
    }

    /// Accepted requests of one ply.
    #[must_use]
    pub fn one_ply(&self) -> Share {
        Share {
            k: self.lengths.iter().filter(|n| **n == 1).count() as u64,
            n: self.lengths.len() as u64,
        }
    }
}

/// The simulation finding.
#[derive(Debug, Clone, Default)]
pub struct Simulation {
    /// Per setting present, in display order.
    pub settings: Vec<(Setting, RequestOutcomes, TrialUse)>,
    /// Per model with Sighted trials, in the given order.
    pub models: Vec<ModelUse>,
}

/// Computes the finding; `models` in table order.
#[must_use]
pub fn simulation(
    calls: &Calls<'_>,
    settings: &[Setting],
    models: &[&str],
    roster: &Roster,
) -> Simulation {
    let sighted = Setting::new("repl-sighted");
    Simulation {
        settings: settings
            .iter()
            .map(|setting| {
                let of = || calls.of(setting, None);
                (setting.clone(), outcomes(of()), trial_use(of()))
            })
            .collect(),
        models: models
            .iter()
            .filter(|model| calls.of(&sighted, Some(model)).next().is_some())
            .map(|model| model_use(calls, &sighted, model, roster))
            .collect(),
    }
}

fn model_use(calls: &Calls<'_>, sighted: &Setting, model: &str, roster: &Roster) -> ModelUse {
    let of = || calls.of(sighted, Some(model));
    let outcomes = outcomes(of());
    let mut lengths: Vec<u64> = of()
        .flat_map(Conduct::lines)
        .filter(|(_, line)| line.ending.accepted())
        .map(|(_, line)| line.requested)
        .collect();
    lengths.sort_unstable();
    let first = of()
        .filter(|conduct| conduct.lines().any(|(call, _)| call.turn == 1))
        .count() as u64;
    ModelUse {
        model: model.to_owned(),
        trials: trial_use(of()),
        lengths,
        row: SimulationRow {
            model: roster.name(model).to_owned(),
            first_turn: Share {
                k: first,
                n: of().count() as u64,
            },
            turns: of().map(|conduct| conduct.turns.len() as u64).sum(),
            requests: outcomes.requests(),
            accepted: outcomes.accepted(),
            complete: outcomes.complete,
        },
        outcomes,
    }
}

impl Simulation {
    /// Counts of a setting, where it has trials.
    #[must_use]
    pub fn of(&self, setting: &Setting) -> Option<(&RequestOutcomes, &TrialUse)> {
        self.settings
            .iter()
            .find(|(own, ..)| own == setting)
            .map(|(_, outcomes, trials)| (outcomes, trials))
    }

    /// Adds the finding's keys.
    pub fn number(&self, calls: &Calls<'_>, numbers: &mut Numbers) {
        numbers.section("6.3");
        for (setting, found, _) in &self.settings {
            number_setting(setting, found, numbers);
            number_lengths(setting, calls, numbers);
        }
        numbers.section("F.2");
        for model in &self.models {
            number_model(&model.model, &model.row, numbers);
        }
        if !self.models.is_empty() {
            let sum = |count: fn(&SimulationRow) -> u64| {
                self.models.iter().map(|model| count(&model.row)).sum()
            };
            let all = SimulationRow {
                model: "all".to_owned(),
                first_turn: Share {
                    k: sum(|row| row.first_turn.k),
                    n: sum(|row| row.first_turn.n),
                },
                turns: sum(|row| row.turns),
                requests: sum(|row| row.requests),
                accepted: sum(|row| row.accepted),
                complete: sum(|row| row.complete),
            };
            number_model("all", &all, numbers);
        }
    }
}

fn number_setting(setting: &Setting, found: &RequestOutcomes, numbers: &mut Numbers) {
    let key = setting.key();
    for (name, count) in [
        ("requests", found.requests()),
        ("accepted", found.accepted()),
        ("over_budget", found.over_budget),
        ("other_rejected", found.refused),
        ("requested_over_cap", found.over_cap),
        ("complete", found.complete),
        ("illegal", found.illegal),
        ("terminal", found.terminal),
        ("capped", found.capped),
    ] {
        numbers.count(format!("sim.{key}.{name}"), count);
    }
    let illegal = Share {
        k: found.illegal,
        n: found.accepted(),
    };
    numbers.share(format!("sim.{key}.illegal_share"), illegal);
    numbers.count(format!("adoption.{key}.turns"), found.adopting_turns);
    numbers.count(format!("adoption.{key}.lines"), found.adopted_lines);
    numbers.count(format!("divergence.{key}.comparable"), found.diverged.n);
    numbers.count(format!("divergence.{key}.different"), found.diverged.k);
    numbers.share(format!("divergence.{key}.share"), found.diverged);
}

fn number_lengths(setting: &Setting, calls: &Calls<'_>, numbers: &mut Numbers) {
    let key = setting.key();
    for (bin, low, high) in LENGTHS {
        let endings: Vec<LineEnding> = calls
            .of(setting, None)
            .flat_map(Conduct::lines)
            .filter(|(_, line)| line.ending.accepted())
            .filter(|(_, line)| (low..=high).contains(&line.requested))
            .map(|(_, line)| line.ending)
            .collect();
        numbers.count(format!("sim.{key}.len.{bin}.n"), endings.len() as u64);
        for ending in LineEnding::ALL.into_iter().filter(|e| e.accepted()) {
            let count = endings.iter().filter(|own| **own == ending).count();
            let name = ending.name();
            numbers.count(format!("sim.{key}.len.{bin}.{name}"), count as u64);
        }
    }
}

fn number_model(model: &str, row: &SimulationRow, numbers: &mut Numbers) {
    numbers.count(format!("sim.first_turn_trials.{model}"), row.first_turn.k);
    for (name, k) in [
        ("requests", row.requests),
        ("accepted", row.accepted),
        ("complete", row.complete),
    ] {
        let per_turn = (row.turns > 0).then(|| k as f64 / row.turns as f64);
        let key = format!("sim.per_turn.{name}.{model}");
        numbers.value(key, per_turn, "calls per agent turn");
    }
}

#[cfg(test)]
mod tests {
    use super::super::TrialRow;
    use super::super::calls::made;
    use super::*;

    fn trial(model: &str) -> TrialRow {
        TrialRow {
            model: model.to_owned(),
            max_simulate_steps: 8,
            ..TrialRow::default()
        }
    }

    #[test]
    fn requests_are_counted_by_what_they_came_to() {
        let trial = trial("m");
        let found = outcomes([&made::conduct(&trial)].into_iter());
        assert_eq!((found.requests(), found.accepted()), (3, 2));
        assert_eq!(
            (found.complete, found.illegal, found.over_budget),
            (1, 1, 1)
        );
        // The illegal line asked for nine plies.
        assert_eq!(found.over_cap, 1);
        assert_eq!((found.adopted_lines, found.adopting_turns), (1, 1));
        assert_eq!(found.diverged, Share { k: 1, n: 1 });
    }

    #[test]
    fn a_refusal_is_a_request_but_no_use() {
        let trial = trial("m");
        let mut refused = made::conduct(&trial);
        refused.calls = vec![made::simulate(1, 3, LineEnding::Refused)];
        let mut idle = made::conduct(&trial);
        idle.calls.clear();
        let found = trial_use([&made::conduct(&trial), &refused, &idle].into_iter());
        let expected = TrialUse {
            trials: 3,
            requested: 2,
            accepted: 1,
            complete: 1,
            illegal: 1,
            over_cap: 1,
            only_refused: 1,
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn a_line_is_compared_only_where_there_is_a_reply() {
        let trial = trial("m");
        let mut conduct = made::conduct(&trial);
        let line = conduct.calls[2].line.as_mut().unwrap();
        assert_eq!(line.diverged(), Some(true));
        line.actual_reply = Some("e9e8".to_owned());
        assert_eq!(line.diverged(), Some(false));
        line.actual_reply = None;
        assert_eq!(line.diverged(), None);
        line.actual_reply = Some("e9e8".to_owned());
        line.requested = 1;
        assert_eq!(line.diverged(), None);
        line.requested = 2;
        line.ending = LineEnding::Capped;
        assert_eq!(line.diverged(), None);
    }

    #[test]
    fn lengths_are_those_of_accepted_requests() {
        let trials = [trial("m"), trial("m")];
        let calls = Calls::new(trials.iter().map(made::conduct).collect());
        let roster = Roster::default();
        let found = simulation(&calls, &[Setting::default()], &["m", "other"], &roster);
        assert_eq!(found.models.len(), 1);
        let model = &found.models[0];
        assert_eq!(model.lengths, [2, 2, 9, 9]);
        assert_eq!(model.median_length(), Some(5.5));
        assert_eq!(model.mean_length(), Some(5.5));
        assert_eq!(model.row.first_turn, Share { k: 2, n: 2 });
        assert_eq!(model.row.turns, 4);
        let mut numbers = Numbers::default();
        found.number(&calls, &mut numbers);
        let value = |key: &str| numbers.get(key).unwrap().value;
        assert_eq!(value("sim.sighted.len.>8.illegal"), Some(2.0));
        assert_eq!(value("sim.sighted.len.2.complete"), Some(2.0));
        assert_eq!(value("sim.per_turn.requests.all"), Some(1.5));
    }
}
