//! What calls are spent on, as a whole and along trials (paper §6.1 and §6.2,
//! Figures 5, 6 and 14 to 17).

use std::array;

use super::calls::{Call, Calls, Conduct};
use super::frames::{CompositionRow, MixRow, Outcomes};
use crate::analysis::{Numbers, Roster};
use crate::records::xiangqi::{Category, Setting};

/// Columns of Figure 5 as keys name them.
pub const COMMANDS: [&str; 8] = [
    "move",
    "resign",
    "view_board",
    "get_legal_moves",
    "get_history",
    "simulate",
    "think",
    "rejected",
];

/// Bins of a trial's progress.
pub const BINS: usize = 20;

/// Place of a call in [`COMMANDS`]; every call has one.
fn command_of(call: &Call) -> usize {
    match call.category {
        Category::Move => 0,
        Category::Resign => 1,
        Category::StateQuery => match call.command.as_str() {
            "view_board" => 2,
            "get_legal_moves" => 3,
            _ => 4,
        },
        Category::Simulate | Category::SimulateOverBudget => 5,
        Category::Think => 6,
        Category::RejectedMove | Category::OtherRejected => 7,
    }
}

/// Commands that a setting offers, in the order of [`COMMANDS`].
fn available(setting: &Setting) -> [bool; 8] {
    let queries = !matches!(setting.id(), "repl-blind" | "repl-abl-S-NT" | "repl-abl-R");
    [true, true, queries, queries, true, queries, true, true]
}

/// Calls of a group of trials by command.
#[must_use]
pub fn mix<'c, 't: 'c>(trials: impl Iterator<Item = &'c Conduct<'t>>) -> [u64; 8] {
    let mut counts = [0; 8];
    for call in trials.flat_map(|conduct| &conduct.calls) {
        counts[command_of(call)] += 1;
    }
    counts
}

/// Calls of a group of trials by bin of progress and category in the order of
/// [`Category::ALL`].
///
/// Call i of N, counted from 0, lies at (2i + 1) / 2N; its bin of 20 is found
/// in whole numbers, and a quarter is five bins.
#[must_use]
pub fn bins<'c, 't: 'c>(trials: impl Iterator<Item = &'c Conduct<'t>>) -> [[u64; 8]; BINS] {
    let mut counts = [[0; 8]; BINS];
    for conduct in trials {
        let all = conduct.calls.len();
        for (index, call) in conduct.calls.iter().enumerate() {
            let bin = BINS * (2 * index + 1) / (2 * all);
            counts[bin][call.category as usize] += 1;
        }
    }
    counts
}

/// The composition finding.
#[derive(Debug, Clone, Default)]
pub struct Composition {
    /// Figure 5, by setting and model; models in table order.
    pub mix: Vec<MixRow>,
    /// Figures 6 and 14 to 17: per setting and outcome, all models together
    /// (no model name) and each model.
    pub rows: Vec<CompositionRow>,
    keys: Vec<Keys>,
}

/// Counts under the names of the keys.
#[derive(Debug, Clone)]
struct Keys {
    setting: String,
    model: String,
    mix: [u64; 8],
    bins: [(Outcomes, [[u64; 8]; BINS]); 3],
}

/// Computes the finding; `models` in table order, with their pass@1.
#[must_use]
pub fn composition(
    calls: &Calls<'_>,
    settings: &[Setting],
    models: &[&str],
    roster: &Roster,
    pass_at_1: impl Fn(&str, &Setting) -> Option<f64>,
) -> Composition {
    let mut found = Composition::default();
    for setting in settings {
        let groups = std::iter::once(None).chain(models.iter().map(|model| Some(*model)));
        for model in groups {
            let of = || calls.of(setting, model);
            if of().next().is_none() {
                continue;
            }
            let mix = mix(of());
            let shown = model.map(|model| roster.name(model).to_owned());
            if let Some(model) = model {
                found.mix.push(MixRow {
                    model: roster.name(model).to_owned(),
                    setting: setting.label().to_owned(),
                    counts: mix,
                    available: available(setting),
                    pass_at_1: pass_at_1(model, setting),
                });
            }
            let bins = Outcomes::ALL.map(|outcomes| {
                let chosen = || of().filter(move |own| outcomes.hold(own.trial.success));
                let bins = bins(chosen());
                found.rows.push(CompositionRow {
                    model: shown.clone(),
                    setting: setting.label().to_owned(),
                    outcomes,
                    trials: chosen().count() as u64,
                    wins: chosen().filter(|own| own.trial.success).count() as u64,
                    bins,
                });
                (outcomes, bins)
            });
            found.keys.push(Keys {
                setting: setting.key().to_owned(),
                model: model.unwrap_or("all").to_owned(),
                mix,
                bins,
            });
        }
    }
    found
}

fn sum(bins: &[[u64; 8]]) -> [u64; 8] {
    array::from_fn(|category| bins.iter().map(|bin| bin[category]).sum())
}

impl Composition {
    /// Adds the finding's keys.
    pub fn number(&self, numbers: &mut Numbers) {
        for one in &self.keys {
            let Keys { setting, model, .. } = one;
            numbers.section("6.1");
            let at = format!("action_mix.{setting}.{model}");
            numbers.count(format!("{at}.calls"), one.mix.iter().sum());
            for (name, count) in COMMANDS.iter().zip(one.mix) {
                numbers.count(format!("{at}.{name}"), count);
            }
            numbers.section("6.2");
            for (outcomes, bins) in &one.bins {
                let at = format!("progress.{setting}.{model}.{}", outcomes.key());
                number_categories(&at, sum(bins), numbers);
                for (quarter, bins) in bins.chunks(BINS / 4).enumerate() {
                    number_categories(&format!("{at}.q{}", quarter + 1), sum(bins), numbers);
                }
                if model == "all" {
                    for (bin, counts) in bins.iter().enumerate() {
                        number_categories(&format!("{at}.bin{bin:02}"), *counts, numbers);
                    }
                }
            }
        }
    }
}

fn number_categories(at: &str, counts: [u64; 8], numbers: &mut Numbers) {
    for (category, count) in Category::ALL.into_iter().zip(counts) {
        numbers.count(format!("{at}.{}", category.name()), count);
    }
}

#[cfg(test)]
mod tests {
    use super::super::TrialRow;
    use super::super::calls::made;
    use super::*;

    #[test]
    fn every_call_has_one_command_and_one_bin() {
        let trial = TrialRow::default();
        let conduct = made::conduct(&trial);
        assert_eq!(mix([&conduct].into_iter()), [2, 0, 1, 0, 0, 3, 1, 3]);
        // Ten calls lie at 1/20, 3/20, …: in every second bin.
        let bins = bins([&conduct].into_iter());
        let filled: Vec<u64> = bins.iter().map(|bin| bin.iter().sum()).collect();
        assert_eq!(filled, [0, 1].repeat(10));
        assert_eq!(bins[9][Category::Think as usize], 1);
        assert_eq!(bins[19][Category::Move as usize], 1);
    }

    #[test]
    fn a_call_on_the_edge_of_two_bins_is_in_the_later() {
        let trial = TrialRow::default();
        let mut conduct = made::conduct(&trial);
        // Of two calls, the first lies at 1/4, where bin 5 and quarter 2 begin.
        conduct.calls.truncate(2);
        let bins = bins([&conduct].into_iter());
        assert_eq!(bins[5].iter().sum::<u64>(), 1);
        assert_eq!(bins[15].iter().sum::<u64>(), 1);
    }

    #[test]
    fn categories_stand_in_their_order() {
        for (at, category) in Category::ALL.into_iter().enumerate() {
            assert_eq!(category as usize, at);
        }
    }
}
