//! The Consistency Gap: reach against reliability (paper §5.1, Tables 3–4,
//! Figures 3 and 9, setting comparison §5.3).

use std::collections::{BTreeMap, BTreeSet};

use super::frames::PassRow;
use super::{TrialRow, Trials};
use crate::analysis::{Estimate, Numbers, Parameters, Roster, Share};
use crate::records::xiangqi::Setting;
use crate::stats::{
    bootstrap_mean, bootstrap_with, mean, pass_at_k, pass_hat_k, zero_truncated_split,
};

/// One model in one setting, with what its cases say.
#[derive(Debug, Clone)]
pub struct Consistency {
    /// Stored model id.
    pub model: String,
    /// Setting.
    pub setting: Setting,
    /// Wins and trials per case, by case id.
    pub cells: BTreeMap<String, Share>,
    /// Estimates, shown names included.
    pub row: PassRow,
}

/// Rows per setting and model, models in table order.
#[must_use]
pub fn rows(trials: &Trials, roster: &Roster, parameters: &Parameters) -> Vec<Consistency> {
    let mut rows: Vec<Consistency> = Vec::new();
    for setting in trials.settings() {
        for model in trials.models() {
            let cells = cells(trials.by_case(&setting, model), |row| row.success);
            if !cells.is_empty() {
                rows.push(consistency(model, &setting, cells, roster, parameters));
            }
        }
    }
    let order = model_order(&rows, roster);
    rows.sort_by_key(|row| {
        let place = order.iter().position(|model| *model == row.model);
        (place, row.setting.rank(), row.setting.clone())
    });
    rows
}

fn cells(
    cases: BTreeMap<&str, Vec<&TrialRow>>,
    success: impl Fn(&TrialRow) -> bool,
) -> BTreeMap<String, Share> {
    cases
        .into_iter()
        .map(|(case, trials)| {
            let k = trials.iter().filter(|row| success(row)).count() as u64;
            (
                case.to_owned(),
                Share {
                    k,
                    n: trials.len() as u64,
                },
            )
        })
        .collect()
}

fn consistency(
    model: &str,
    setting: &Setting,
    cells: BTreeMap<String, Share>,
    roster: &Roster,
    parameters: &Parameters,
) -> Consistency {
    let estimate = |seed: u64, value: &dyn Fn(&Share) -> f64| {
        let values: Vec<f64> = cells.values().map(value).collect();
        estimate_of(&values, seed, parameters)
    };
    let at = [1, 2, 3].map(|k| {
        estimate(parameters.seed + 100 * k, &|cell| {
            pass_at_k(cell.k, k, cell.n)
        })
    });
    let hat = [1, 2, 3].map(|k| match k {
        // The official tool reports pass@1 as pass^1, interval included.
        1 => at[0],
        _ => estimate(parameters.seed + 400 + 100 * k, &|cell| {
            pass_hat_k(cell.k, k, cell.n)
        }),
    });
    Consistency {
        model: model.to_owned(),
        setting: setting.clone(),
        row: PassRow {
            model: roster.name(model).to_owned(),
            setting: setting.label().to_owned(),
            cases: cells.len() as u64,
            trials: cells.values().map(|cell| cell.n).sum(),
            pass_at: at,
            pass_hat: hat,
        },
        cells,
    }
}

pub(super) fn estimate_of(values: &[f64], seed: u64, parameters: &Parameters) -> Estimate {
    let interval = bootstrap_mean(values, parameters.resamples, seed);
    Estimate {
        value: mean(values).unwrap_or(f64::NAN),
        low: interval.map(|interval| interval.low),
        high: interval.map(|interval| interval.high),
    }
}

/// Sighted pass@1, then pass@3, then the pipeline file's order, then the id.
fn model_order(rows: &[Consistency], roster: &Roster) -> Vec<String> {
    let models: BTreeSet<&str> = rows.iter().map(|row| row.model.as_str()).collect();
    let best = |model: &str, at: usize| {
        rows.iter()
            .filter(|row| row.model == model)
            .min_by_key(|row| (row.setting.rank(), row.setting.clone()))
            .map_or(0.0, |row| row.row.pass_at[at].value)
    };
    let mut models: Vec<&str> = models.into_iter().collect();
    models.sort_by(|a, b| {
        best(b, 0)
            .total_cmp(&best(a, 0))
            .then_with(|| best(b, 2).total_cmp(&best(a, 2)))
            .then_with(|| roster.rank(a).cmp(&roster.rank(b)))
            .then_with(|| a.cmp(b))
    });
    models.into_iter().map(str::to_owned).collect()
}

/// Mean over models of pass@1 in two settings, and their difference.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SettingDifference {
    /// Sighted mean.
    pub sighted: f64,
    /// Restricted mean.
    pub restricted: f64,
    /// Sighted minus Restricted with its case bootstrap.
    pub difference: Estimate,
}

/// Sighted minus Restricted over the models with trials in both: the mean over
/// models of each model's mean over its own cases; cases are resampled with
/// all models attached (paper A.6). `None` without such a model.
#[must_use]
pub fn setting_difference(
    trials: &Trials,
    parameters: &Parameters,
    success: impl Fn(&TrialRow) -> bool + Copy,
) -> Option<SettingDifference> {
    let (sighted, restricted) = (Setting::new("repl-sighted"), Setting::new("repl-blind"));
    let pairs: Vec<[BTreeMap<String, Share>; 2]> = trials
        .models()
        .into_iter()
        .map(|model| {
            [&sighted, &restricted].map(|setting| cells(trials.by_case(setting, model), success))
        })
        .filter(|pair| pair.iter().all(|cells| !cells.is_empty()))
        .collect();
    let cases: BTreeSet<&String> = pairs.iter().flatten().flat_map(BTreeMap::keys).collect();
    let grid: Vec<[Vec<Option<f64>>; 2]> = pairs
        .iter()
        .map(|pair| {
            [0, 1].map(|side| {
                cases
                    .iter()
                    .map(|case| pair[side].get(*case).and_then(|cell| cell.rate()))
                    .collect()
            })
        })
        .collect();
    let all: Vec<usize> = (0..cases.len()).collect();
    let means = |drawn: &[usize]| -> Option<[f64; 2]> {
        let both: Vec<[f64; 2]> = grid
            .iter()
            .filter_map(|[s, r]| Some([mean_of(s, drawn)?, mean_of(r, drawn)?]))
            .collect();
        (!both.is_empty()).then(|| {
            [0, 1].map(|side| both.iter().map(|m| m[side]).sum::<f64>() / both.len() as f64)
        })
    };
    let [s, r] = means(&all)?;
    let bootstrap = bootstrap_with(
        cases.len(),
        parameters.resamples,
        parameters.seed,
        |drawn| means(drawn).map(|[s, r]| s - r),
    );
    let interval = bootstrap.interval.filter(|_| cases.len() > 1);
    Some(SettingDifference {
        sighted: s,
        restricted: r,
        difference: Estimate {
            value: s - r,
            low: interval.map(|i| i.low),
            high: interval.map(|i| i.high),
        },
    })
}

fn mean_of(values: &[Option<f64>], drawn: &[usize]) -> Option<f64> {
    let (mut sum, mut n) = (0.0, 0_u32);
    for value in drawn.iter().filter_map(|&at| values[at]) {
        sum += value;
        n += 1;
    }
    (n > 0).then(|| sum / f64::from(n))
}

/// Adds this finding's keys.
pub fn number(
    rows: &[Consistency],
    trials: &Trials,
    parameters: &Parameters,
    numbers: &mut Numbers,
) {
    numbers.section("5.1");
    for row in rows {
        number_row(row, parameters, numbers);
    }
    number_settings(rows, trials, numbers);
    number_difference(trials, parameters, numbers);
}

fn number_row(row: &Consistency, parameters: &Parameters, numbers: &mut Numbers) {
    let at = format!("{}.{}", row.setting.key(), row.model);
    for k in 1..=3 {
        numbers.estimate(
            format!("pass_at_{k}.{at}"),
            row.row.pass_at[k - 1],
            "fraction",
        );
        numbers.estimate(
            format!("pass_hat_{k}.{at}"),
            row.row.pass_hat[k - 1],
            "fraction",
        );
    }
    let wins: u64 = row.cells.values().map(|cell| cell.k).sum();
    numbers.count(format!("wins.{at}"), wins);
    numbers.count(format!("trials.{at}"), row.row.trials);
    numbers.count(format!("cases.{at}"), row.row.cases);
    let solved: Vec<&Share> = row.cells.values().filter(|cell| cell.k > 0).collect();
    numbers.count(format!("solved.{at}"), solved.len() as u64);
    let full = parameters.per_cell as u64;
    let incomplete = row.cells.values().filter(|cell| cell.n < full).count();
    numbers.count(format!("incomplete_cases.{at}"), incomplete as u64);
    for wins in 1..=3 {
        let cases = row.cells.values().filter(|cell| cell.k == wins).count();
        numbers.count(format!("cases_with_{wins}_wins.{at}"), cases as u64);
    }
    let p = row.row.pass_at[0].value;
    numbers.value(
        format!("homogeneous.pass_at_3.{at}"),
        Some(1.0 - (1.0 - p).powi(3)),
        "fraction",
    );
    numbers.value(
        format!("homogeneous.pass_hat_3.{at}"),
        Some(p.powi(3)),
        "fraction",
    );
    let on_solved = Share {
        k: wins,
        n: solved.iter().map(|cell| cell.n).sum(),
    };
    numbers.share(format!("solved_win_rate.{at}"), on_solved);
    let split = on_solved
        .rate()
        .and_then(|q| zero_truncated_split(solved.len() as u64, q));
    for wins in 1..=3 {
        let expected = split.map(|split| split[wins - 1]);
        numbers.value(format!("solved_expected_{wins}.{at}"), expected, "cases");
    }
}

fn number_settings(rows: &[Consistency], trials: &Trials, numbers: &mut Numbers) {
    let zero = |setting: &str| -> BTreeSet<&str> {
        rows.iter()
            .filter(|row| row.setting.key() == setting && row.row.pass_hat[2].value == 0.0)
            .map(|row| row.model.as_str())
            .collect()
    };
    let (sighted, restricted) = (zero("sighted"), zero("restricted"));
    numbers.count("models_with_zero_pass_hat_3.sighted", sighted.len() as u64);
    numbers.count(
        "models_with_zero_pass_hat_3.restricted",
        restricted.len() as u64,
    );
    numbers.count(
        "models_with_zero_pass_hat_3.both",
        sighted.intersection(&restricted).count() as u64,
    );
    numbers.section("5.3");
    for setting in trials.settings() {
        let key = setting.key();
        let of: Vec<&Consistency> = rows.iter().filter(|row| row.setting == setting).collect();
        let total: u64 = of
            .iter()
            .flat_map(|row| row.cells.values())
            .map(|cell| cell.k)
            .sum();
        numbers.count(format!("wins.{key}.total"), total);
        numbers.count(
            format!("trials.{key}.total"),
            of.iter().map(|row| row.row.trials).sum(),
        );
        let rates: Vec<f64> = of.iter().map(|row| row.row.pass_at[0].value).collect();
        numbers.value(format!("mean_pass_at_1.{key}"), mean(&rates), "fraction");
        let drawn = trials
            .of(&setting, None)
            .filter(|row| wins_without_perpetual(row))
            .count();
        numbers.count(format!("wins_repetition_as_draw.{key}"), drawn as u64);
    }
}

fn wins_without_perpetual(row: &TrialRow) -> bool {
    row.success && row.reason != "perpetual_check"
}

fn number_difference(trials: &Trials, parameters: &Parameters, numbers: &mut Numbers) {
    match setting_difference(trials, parameters, |row| row.success) {
        Some(found) => {
            numbers.estimate("setting_difference", found.difference, "fraction");
            numbers.value(
                "setting_difference.sighted",
                Some(found.sighted),
                "fraction",
            );
            numbers.value(
                "setting_difference.restricted",
                Some(found.restricted),
                "fraction",
            );
        }
        None => numbers.value("setting_difference", None, "fraction"),
    }
    match setting_difference(trials, parameters, wins_without_perpetual) {
        Some(found) => numbers.estimate(
            "setting_difference_repetition_as_draw",
            found.difference,
            "fraction",
        ),
        None => numbers.value("setting_difference_repetition_as_draw", None, "fraction"),
    }
}
