//! The Conversion Gap: finding the move against winning the game (paper §5.2,
//! Figures 2, 4 and 8).

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::consistency::{Consistency, estimate_of};
use super::failures::Class;
use super::frames::{DistanceRow, FirstMoveRow, LengthRow, MateDistances};
use super::{TrialRow, Trials};
use crate::analysis::{AnalysisError, Columns, Numbers, Parameters, Share};
use crate::records::xiangqi::Setting;
use crate::stats::{mean, median, quantile, spearman};
use crate::tables::cases;

/// Figure 2: cases by stored distance and category.
///
/// # Errors
///
/// When the cases table cannot be read.
pub fn mate_distances(folder: &Path) -> Result<MateDistances, AnalysisError> {
    let table = Columns::load(folder, &cases::TABLE)?;
    let mut counts: BTreeMap<(&str, i64), u64> = BTreeMap::new();
    for (category, distance) in table
        .text("category")
        .into_iter()
        .zip(table.int("mate_distance"))
    {
        if let Some(distance) = distance {
            *counts
                .entry((category_label(category), distance))
                .or_default() += 1;
        }
    }
    Ok(MateDistances {
        segments: counts
            .into_iter()
            .map(|((category, distance), n)| (category.to_owned(), distance, n))
            .collect(),
        cases: table.rows() as u64,
    })
}

fn category_label(category: Option<&str>) -> &str {
    match category {
        Some("threatmate_race") => "Threat race",
        Some("forced_mate") => "Unopposed mate",
        Some(other) => other,
        None => "no category",
    }
}

/// Figure 4a: mean over models of pass@1 by stored distance, cases resampled
/// with all models attached.
#[must_use]
pub fn by_distance(
    rows: &[Consistency],
    trials: &Trials,
    parameters: &Parameters,
) -> Vec<(Setting, DistanceRow)> {
    let distances: BTreeMap<&str, i64> = trials
        .rows()
        .iter()
        .filter_map(|trial| Some((trial.case.as_str(), trial.mate_distance?)))
        .collect();
    let mut out = Vec::new();
    for setting in trials.settings() {
        let present: BTreeSet<i64> = trials
            .of(&setting, None)
            .filter_map(|trial| trial.mate_distance)
            .collect();
        for distance in present {
            let mut per_case: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
            for row in rows.iter().filter(|row| row.setting == setting) {
                for (case, cell) in &row.cells {
                    if distances.get(case.as_str()) == Some(&distance) {
                        per_case.entry(case).or_default().extend(cell.rate());
                    }
                }
            }
            let values: Vec<f64> = per_case.values().filter_map(|rates| mean(rates)).collect();
            let row = DistanceRow {
                setting: setting.label().to_owned(),
                distance,
                cases: values.len() as u64,
                pass_at_1: estimate_of(&values, parameters.seed, parameters),
            };
            out.push((setting.clone(), row));
        }
    }
    out
}

/// First moves of a group of trials.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct FirstMoves {
    /// All trials.
    pub trials: u64,
    /// Trials with an accepted first move.
    pub accepted: u64,
    /// First move is the reference move: wins of trials.
    pub given_match: Share,
    /// Another accepted first move: wins of trials.
    pub given_other: Share,
    /// Sum of 1 / legal root moves over accepted first moves.
    uniform: f64,
}

impl FirstMoves {
    /// Counts a group.
    #[must_use]
    pub fn of<'t>(trials: impl Iterator<Item = &'t TrialRow>) -> Self {
        let mut found = Self::default();
        for trial in trials {
            found.trials += 1;
            let Some(first) = &trial.first_move else {
                continue;
            };
            found.accepted += 1;
            found.uniform += trial.root_moves.map_or(0.0, |n| 1.0 / n as f64);
            let group = if Some(first) == trial.reference_move.as_ref() {
                &mut found.given_match
            } else {
                &mut found.given_other
            };
            group.n += 1;
            group.k += u64::from(trial.success);
        }
        found
    }

    fn number(&self, at: &str, numbers: &mut Numbers) {
        numbers.count(format!("first_move.accepted.{at}"), self.accepted);
        numbers.count(format!("first_move.match.{at}"), self.given_match.n);
        let agreement = Share {
            k: self.given_match.n,
            n: self.trials,
        };
        numbers.share(format!("first_move.agreement.{at}"), agreement);
        let uniform = (self.accepted > 0).then(|| self.uniform / self.accepted as f64);
        numbers.value(format!("first_move.uniform.{at}"), uniform, "fraction");
        numbers.count(
            format!("first_move.wins_given_match.{at}"),
            self.given_match.k,
        );
        numbers.count(
            format!("first_move.wins_given_other.{at}"),
            self.given_other.k,
        );
        numbers.share(
            format!("first_move.win_rate_given_match.{at}"),
            self.given_match,
        );
        numbers.share(
            format!("first_move.win_rate_given_other.{at}"),
            self.given_other,
        );
    }
}

/// Figure 4b.
#[must_use]
pub fn first_moves(rows: &[Consistency], trials: &Trials) -> Vec<FirstMoveRow> {
    rows.iter()
        .map(|row| {
            let found = FirstMoves::of(trials.of(&row.setting, Some(&row.model)));
            FirstMoveRow {
                model: row.row.model.clone(),
                setting: row.row.setting.clone(),
                given_match: found.given_match,
                given_other: found.given_other,
            }
        })
        .collect()
}

fn relative(trial: &TrialRow) -> Option<f64> {
    let distance = trial.mate_distance.filter(|distance| *distance > 0)?;
    Some(trial.plies as f64 / distance as f64)
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

/// Figure 8.
#[must_use]
pub fn lengths(rows: &[Consistency], trials: &Trials) -> Vec<LengthRow> {
    rows.iter()
        .map(|row| {
            let of = || trials.of(&row.setting, Some(&row.model));
            let failed = sorted(of().filter(|trial| !trial.success).filter_map(relative));
            let at = |q| quantile(&failed, q);
            let box_plot = || Some([at(0.05)?, at(0.25)?, at(0.5)?, at(0.75)?, at(0.95)?]);
            LengthRow {
                model: row.row.model.clone(),
                setting: row.row.setting.clone(),
                wins: Share {
                    k: of().filter(|trial| trial.success).count() as u64,
                    n: of().count() as u64,
                },
                failed: box_plot(),
                won: sorted(of().filter(|trial| trial.success).filter_map(relative)),
                ends: ends(of()),
            }
        })
        .collect()
}

fn ends<'t>(trials: impl Iterator<Item = &'t TrialRow>) -> Vec<(String, u64)> {
    let labels = [
        "lost on board",
        "resignation",
        "action forfeit",
        "repetition",
        "turn cap",
    ];
    let mut counts = [0; 5];
    for class in trials.filter_map(Class::of) {
        counts[match class {
            Class::OpponentTerminal => 0,
            Class::Resignation => 1,
            class if class.is_forfeit() => 2,
            Class::TurnCap => 4,
            _ => 3,
        }] += 1;
    }
    labels.into_iter().map(str::to_owned).zip(counts).collect()
}

/// Adds this finding's keys.
pub fn number(
    rows: &[Consistency],
    trials: &Trials,
    parameters: &Parameters,
    numbers: &mut Numbers,
) {
    numbers.section("5.2");
    for (setting, row) in by_distance(rows, trials, parameters) {
        let at = format!("{}.{}", setting.key(), row.distance);
        numbers.estimate(
            format!("pass_at_1_by_distance.{at}"),
            row.pass_at_1,
            "fraction",
        );
        numbers.count(format!("cases_by_distance.{at}"), row.cases);
    }
    for setting in trials.settings() {
        FirstMoves::of(trials.of(&setting, None))
            .number(&format!("{}.all", setting.key()), numbers);
    }
    for row in rows {
        let at = format!("{}.{}", row.setting.key(), row.model);
        FirstMoves::of(trials.of(&row.setting, Some(&row.model))).number(&at, numbers);
    }
    numbers.section("6.3");
    for setting in trials.settings() {
        number_lengths(rows, trials, &setting, numbers);
        number_threats(trials, &setting, numbers);
    }
}

fn number_lengths(rows: &[Consistency], trials: &Trials, setting: &Setting, numbers: &mut Numbers) {
    let key = format!("length.{}", setting.key());
    let all = || trials.of(setting, None);
    let wins = || all().filter(|trial| trial.success);
    let failures = || all().filter(|trial| !trial.success);
    let count = |n: usize| n as u64;
    let at = |trial: &&TrialRow| trial.mate_distance.is_some_and(|d| trial.plies == d);
    let before = |trial: &&TrialRow| trial.mate_distance.is_some_and(|d| trial.plies < d);
    let long = |trial: &&TrialRow| trial.mate_distance.is_some_and(|d| trial.plies > 4 * d);
    numbers.count(
        format!("{key}.wins_at_distance"),
        count(wins().filter(at).count()),
    );
    numbers.count(
        format!("{key}.wins_before_distance"),
        count(wins().filter(before).count()),
    );
    numbers.count(
        format!("{key}.wins_over_4x"),
        count(wins().filter(long).count()),
    );
    numbers.share(
        format!("{key}.failures_before_distance"),
        Share {
            k: count(failures().filter(before).count()),
            n: count(failures().count()),
        },
    );
    let plies = sorted(failures().map(|trial| trial.plies as f64));
    numbers.value(
        format!("{key}.median_plies_failed"),
        median(&plies),
        "plies",
    );
    numbers.value(
        format!("{key}.median_relative_failed"),
        median(&sorted(failures().filter_map(relative))),
        "ratio",
    );
    numbers.value(
        format!("{key}.median_relative_won"),
        median(&sorted(wins().filter_map(relative))),
        "ratio",
    );
    numbers.count(
        format!("{key}.reached_cap"),
        count(all().filter(|trial| trial.plies >= trial.max_turns).count()),
    );
    numbers.count(
        format!("{key}.wins_solver_cases"),
        count(wins().filter(|trial| trial.solver_case).count()),
    );
    let perpetual = || wins().filter(|trial| trial.reason == "perpetual_check");
    let name = format!("wins_by_perpetual_check.{}", setting.key());
    numbers.count(
        format!("{name}.solver_cases"),
        count(perpetual().filter(|trial| trial.solver_case).count()),
    );
    numbers.count(name, count(perpetual().count()));

    let (mut won, mut medians) = (Vec::new(), Vec::new());
    for row in rows.iter().filter(|row| row.setting == *setting) {
        let of = || trials.of(setting, Some(&row.model));
        let middle = median(&sorted(
            of().filter(|trial| !trial.success).filter_map(relative),
        ));
        numbers.value(
            format!("{key}.median_relative_failed.{}", row.model),
            middle,
            "ratio",
        );
        if let Some(middle) = middle {
            won.push(of().filter(|trial| trial.success).count() as f64);
            medians.push(middle);
        }
    }
    numbers.value(
        format!("spearman.{}", setting.key()),
        spearman(&won, &medians),
        "rho",
    );
}

fn number_threats(trials: &Trials, setting: &Setting, numbers: &mut Numbers) {
    let key = format!("threat_in_one.{}", setting.key());
    let of = || {
        trials
            .of(setting, None)
            .filter(|trial| trial.threat_distance == Some(1))
    };
    let cases: BTreeSet<&str> = of().map(|trial| trial.case.as_str()).collect();
    numbers.count(format!("{key}.cases"), cases.len() as u64);
    let n = of().count() as u64;
    let ends = of().filter(|trial| trial.plies == 2);
    numbers.share(
        format!("{key}.ends_at_ply_2"),
        Share {
            k: ends.clone().count() as u64,
            n,
        },
    );
    let mated = ends.filter(|trial| Class::of(trial) == Some(Class::OpponentTerminal));
    numbers.share(
        format!("{key}.mated_at_ply_2"),
        Share {
            k: mated.count() as u64,
            n,
        },
    );
}
