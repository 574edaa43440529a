//! Results by the attacker's initial pieces (paper Tables 16 and 17, Figure 20).

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::{TrialRow, Trials};
use crate::analysis::{AnalysisError, Columns, Numbers, Share};
use crate::records::xiangqi::Setting;
use crate::tables::cases;

/// Cases of one group and what became of their trials.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MaterialRow {
    /// `rook`, or `rook+cannon`.
    pub group: String,
    /// Cases of the group with a selected trial.
    pub cases: u64,
    /// Wins of selected trials by setting, for settings with trials.
    pub wins: BTreeMap<Setting, Share>,
}

/// Cases by what their attacker has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Material {
    /// Cases with a rook, cannon, horse, pawn; they overlap.
    pub presence: Vec<MaterialRow>,
    /// Cases by exact combination, the largest group first.
    pub combinations: Vec<MaterialRow>,
}

/// Groups the selected trials by the pieces of their cases.
///
/// # Errors
///
/// When the cases table cannot be read.
pub fn material(folder: &Path, trials: &Trials) -> Result<Material, AnalysisError> {
    let table = Columns::load(folder, &cases::TABLE)?;
    let attackers: BTreeMap<&str, &str> = table
        .text("case_id")
        .into_iter()
        .zip(table.text("attackers"))
        .filter_map(|(case, attackers)| case.zip(attackers))
        .collect();
    Ok(group(&attackers, trials))
}

fn group(attackers: &BTreeMap<&str, &str>, trials: &Trials) -> Material {
    let pieces = |trial: &TrialRow| attackers.get(trial.case.as_str()).copied();
    let presence = ["rook", "cannon", "horse", "pawn"]
        .into_iter()
        .map(|piece| {
            let has = |found: &str| found.split('+').any(|part| part == piece);
            row(piece, trials, |trial| pieces(trial).is_some_and(has))
        })
        .collect();
    let names: BTreeSet<&str> = trials.rows().iter().filter_map(pieces).collect();
    let mut combinations: Vec<MaterialRow> = names
        .into_iter()
        .map(|name| row(name, trials, |trial| pieces(trial) == Some(name)))
        .collect();
    combinations.sort_by(|a, b| b.cases.cmp(&a.cases).then_with(|| a.group.cmp(&b.group)));
    Material {
        presence,
        combinations,
    }
}

fn row(name: &str, trials: &Trials, belongs: impl Fn(&TrialRow) -> bool) -> MaterialRow {
    let mut cases = BTreeSet::new();
    let mut wins: BTreeMap<Setting, Share> = BTreeMap::new();
    for trial in trials.rows().iter().filter(|trial| belongs(trial)) {
        cases.insert(trial.case.as_str());
        let share = wins.entry(trial.setting.clone()).or_default();
        share.n += 1;
        share.k += u64::from(trial.success);
    }
    MaterialRow {
        group: name.to_owned(),
        cases: cases.len() as u64,
        wins,
    }
}

impl Material {
    /// Adds this finding's keys.
    pub fn number(&self, numbers: &mut Numbers) {
        numbers.section("F.4");
        for row in &self.combinations {
            for (setting, share) in &row.wins {
                let at = format!("combination.{}.{}", row.group, setting.key());
                numbers.count(format!("{at}.wins"), share.k);
                numbers.count(format!("{at}.trials"), share.n);
            }
        }
    }
}
