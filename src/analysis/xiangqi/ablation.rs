//! State refreshes and query commands, taken away one by one (paper
//! Appendix E, Table 6, Figure 7c).

use std::collections::{BTreeMap, BTreeSet};

use super::calls::{Calls, Conduct};
use super::consistency::{Consistency, estimate_of};
use super::frames::AblationRow;
use crate::analysis::{Estimate, Numbers, Parameters, Share};
use crate::records::xiangqi::{Category, Setting};
use crate::stats::{mean, sign_test};

/// The arms in table order: stored setting, refreshes, queries.
pub const ARMS: [(&str, bool, bool); 4] = [
    ("repl-abl-S", true, true),
    ("repl-abl-S-NT", true, false),
    ("repl-abl-R-T", false, true),
    ("repl-abl-R", false, false),
];

/// What a model did in one arm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ArmCounts {
    /// Agent turns.
    pub turns: u64,
    /// Refused moves out of all tried.
    pub moves: Share,
    /// `view_board` commands, answered or not.
    pub view_board: u64,
    /// `get_legal_moves` commands, answered or not.
    pub get_legal_moves: u64,
    /// `simulate` commands, answered or not.
    pub simulate: u64,
}

/// One row of Table 6.
#[derive(Debug, Clone, PartialEq)]
pub struct Arm {
    /// Stored model id.
    pub model: String,
    /// The arm's setting.
    pub setting: Setting,
    /// State refreshes with every message.
    pub refresh: bool,
    /// Query commands.
    pub queries: bool,
    /// pass@1 over positions.
    pub pass_at_1: Estimate,
    /// Positions won at least once.
    pub solved: u64,
    /// Positions with a scored trial.
    pub positions: u64,
    /// What the model did.
    pub counts: ArmCounts,
}

/// pass@1 in one arm minus another, over the positions that both have.
#[derive(Debug, Clone, PartialEq)]
pub struct Contrast {
    /// Stored model id.
    pub model: String,
    /// The arm subtracted from.
    pub of: Setting,
    /// The arm subtracted.
    pub minus: Setting,
    /// Mean difference with its case bootstrap; `None` without a shared position.
    pub difference: Option<Estimate>,
    /// Shared positions.
    pub positions: u64,
    /// Positions with more wins in the first arm.
    pub more: u64,
    /// Positions with fewer wins in the first arm.
    pub fewer: u64,
    /// Exact two-sided sign test over these.
    pub p: Option<f64>,
}

/// The ablation finding.
#[derive(Debug, Clone, Default)]
pub struct Ablation {
    /// Arms by model in table order.
    pub arms: Vec<Arm>,
    /// Every pair of arms of every model with an arm.
    pub contrasts: Vec<Contrast>,
    /// pass@1 of the main evaluation on the ablation positions, by model and
    /// main setting.
    pub main: Vec<(String, Setting, Option<f64>)>,
}

/// Computes the finding from rows in table order.
#[must_use]
pub fn ablation(rows: &[Consistency], calls: &Calls<'_>, parameters: &Parameters) -> Ablation {
    let mut found = Ablation::default();
    let mut models: Vec<&str> = Vec::new();
    for row in rows {
        if !models.contains(&row.model.as_str()) {
            models.push(&row.model);
        }
    }
    for model in models {
        let arms: Vec<Option<&Consistency>> = ARMS
            .iter()
            .map(|(id, ..)| row_of(rows, model, &Setting::new(*id)))
            .collect();
        if arms.iter().all(Option::is_none) {
            continue;
        }
        for (row, (_, refresh, queries)) in arms.iter().zip(ARMS) {
            if let Some(row) = row {
                found.arms.push(arm(row, refresh, queries, calls));
            }
        }
        for (at, (of, ..)) in ARMS.iter().enumerate() {
            for (later, (minus, ..)) in ARMS.iter().enumerate().skip(at + 1) {
                let empty = BTreeMap::new();
                let cells = |place: usize| arms[place].map_or(&empty, |row| &row.cells);
                found.contrasts.push(contrast(
                    model,
                    (Setting::new(*of), cells(at)),
                    (Setting::new(*minus), cells(later)),
                    parameters,
                ));
            }
        }
        let positions: BTreeSet<&String> = arms
            .iter()
            .flatten()
            .flat_map(|row| row.cells.keys())
            .collect();
        for id in ["repl-sighted", "repl-blind"] {
            let setting = Setting::new(id);
            let cells = row_of(rows, model, &setting).map(|row| &row.cells);
            let rates: Vec<f64> = positions
                .iter()
                .filter_map(|case| cells?.get(*case)?.rate())
                .collect();
            found.main.push((model.to_owned(), setting, mean(&rates)));
        }
    }
    found
}

fn row_of<'r>(rows: &'r [Consistency], model: &str, setting: &Setting) -> Option<&'r Consistency> {
    rows.iter()
        .find(|row| row.model == model && row.setting == *setting)
}

fn arm(row: &Consistency, refresh: bool, queries: bool, calls: &Calls<'_>) -> Arm {
    Arm {
        model: row.model.clone(),
        setting: row.setting.clone(),
        refresh,
        queries,
        pass_at_1: row.row.pass_at[0],
        solved: row.cells.values().filter(|cell| cell.k > 0).count() as u64,
        positions: row.cells.len() as u64,
        counts: counts(calls.of(&row.setting, Some(&row.model))),
    }
}

fn counts<'c, 't: 'c>(trials: impl Iterator<Item = &'c Conduct<'t>>) -> ArmCounts {
    let mut found = ArmCounts::default();
    for conduct in trials {
        found.turns += conduct.turns.len() as u64;
        for call in &conduct.calls {
            match call.category {
                Category::Move => found.moves.n += 1,
                Category::RejectedMove => {
                    found.moves.k += 1;
                    found.moves.n += 1;
                }
                _ => {}
            }
            match call.command.as_str() {
                "view_board" => found.view_board += 1,
                "get_legal_moves" => found.get_legal_moves += 1,
                "simulate" => found.simulate += 1,
                _ => {}
            }
        }
    }
    found
}

fn contrast(
    model: &str,
    (of, a): (Setting, &BTreeMap<String, Share>),
    (minus, b): (Setting, &BTreeMap<String, Share>),
    parameters: &Parameters,
) -> Contrast {
    // The map is ordered by case id, as the bootstrap needs it.
    let shared: Vec<(&Share, &Share)> = a
        .iter()
        .filter_map(|(case, cell)| Some((cell, b.get(case)?)))
        .collect();
    let differences: Vec<f64> = shared
        .iter()
        .filter_map(|(a, b)| Some(a.rate()? - b.rate()?))
        .collect();
    let more = shared.iter().filter(|(a, b)| a.k > b.k).count() as u64;
    let fewer = shared.iter().filter(|(a, b)| a.k < b.k).count() as u64;
    let any = !differences.is_empty();
    Contrast {
        model: model.to_owned(),
        of,
        minus,
        difference: any.then(|| estimate_of(&differences, parameters.seed, parameters)),
        positions: shared.len() as u64,
        more,
        fewer,
        p: any.then(|| sign_test(more, fewer)),
    }
}

impl Ablation {
    /// Figure 7c: with and without the query commands, where both were tried.
    #[must_use]
    pub fn with_and_without(&self, name: impl Fn(&str) -> String) -> Vec<AblationRow> {
        let (with, without) = (Setting::new(ARMS[0].0), Setting::new(ARMS[1].0));
        let arm = |model: &str, setting: &Setting| {
            self.arms
                .iter()
                .find(|arm| arm.model == model && arm.setting == *setting)
        };
        self.contrasts
            .iter()
            .filter(|pair| pair.of == with && pair.minus == without)
            .filter_map(|pair| {
                Some(AblationRow {
                    model: name(&pair.model),
                    positions: pair.positions,
                    with: arm(&pair.model, &with)?.pass_at_1,
                    without: arm(&pair.model, &without)?.pass_at_1,
                    difference: pair.difference?,
                    p: pair.p?,
                })
            })
            .collect()
    }

    /// Adds the finding's keys.
    pub fn number(&self, numbers: &mut Numbers) {
        numbers.section("E");
        for arm in &self.arms {
            let at = format!("ablation.{}.{}", arm.model, arm.setting.key());
            for (name, count) in [
                ("turns", arm.counts.turns),
                ("attempts", arm.counts.moves.n),
                ("rejected", arm.counts.moves.k),
                ("view_board", arm.counts.view_board),
                ("get_legal_moves", arm.counts.get_legal_moves),
                ("simulate", arm.counts.simulate),
            ] {
                numbers.count(format!("{at}.{name}"), count);
            }
        }
        for pair in &self.contrasts {
            let (of, minus) = (pair.of.key(), pair.minus.key());
            let at = format!("ablation.{}.{of}_minus_{minus}", pair.model);
            match pair.difference {
                Some(difference) => {
                    numbers.estimate(at.as_str(), difference, "fraction");
                    numbers.count(format!("{at}.more"), pair.more);
                    numbers.count(format!("{at}.fewer"), pair.fewer);
                }
                None => {
                    for key in [at.clone(), format!("{at}.more"), format!("{at}.fewer")] {
                        numbers.value(key, None, "fraction");
                    }
                }
            }
            numbers.value(format!("{at}.p"), pair.p, "probability");
        }
        for (model, setting, rate) in &self.main {
            let key = format!("ablation.{model}.main_{}", setting.key());
            numbers.value(key, *rate, "fraction");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(of: &[(&str, u64)]) -> BTreeMap<String, Share> {
        of.iter()
            .map(|(case, k)| ((*case).to_owned(), Share { k: *k, n: 3 }))
            .collect()
    }

    #[test]
    fn a_contrast_is_over_the_shared_positions() {
        let parameters = Parameters {
            per_cell: 3,
            resamples: 400,
            seed: 2027,
            orderings: 1,
            ordering_seed: 1,
        };
        let full = cells(&[("a", 3), ("b", 1), ("c", 2), ("d", 0), ("only here", 3)]);
        let none = cells(&[("a", 1), ("b", 1), ("c", 0), ("d", 1), ("only there", 3)]);
        let found = contrast(
            "m",
            (Setting::new("repl-abl-S"), &full),
            (Setting::new("repl-abl-S-NT"), &none),
            &parameters,
        );
        // (2 + 0 + 2 - 1) / 3 wins over four positions.
        assert!((found.difference.unwrap().value - 0.25).abs() < 1e-12);
        assert_eq!((found.positions, found.more, found.fewer), (4, 2, 1));
        // Two of three or more uneven, either way: (3 + 1) / 8 · 2.
        assert_eq!(found.p, Some(1.0));
        let alone = contrast(
            "m",
            (Setting::new("repl-abl-S"), &full),
            (Setting::new("repl-abl-R"), &BTreeMap::new()),
            &parameters,
        );
        assert_eq!((alone.difference, alone.p), (None, None));
    }
}
