//! The trials table, typed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use polars::prelude::{AnyValue, DataFrame, IntoLazy, col, lit};

use super::query::{AnalysisError, query};
use crate::records::xiangqi::Setting;
use crate::tables::trials;

/// A trial, as the findings see it.
#[derive(Debug, Clone, PartialEq)]
pub struct TrialRow {
    /// Stored model id.
    pub model: String,
    /// Setting.
    pub setting: Setting,
    /// Case id.
    pub case: String,
    /// Among the selected trials.
    pub selected: bool,
    /// The attacker won.
    pub success: bool,
    /// Replayed reason.
    pub reason: String,
    /// Plies played.
    pub plies: i64,
    /// Stored mate distance.
    pub mate_distance: Option<i64>,
    /// Case category.
    pub category: Option<String>,
    /// Plies in which the defender would mate.
    pub threat_distance: Option<i64>,
    /// The case was admitted by a solver, not an engine.
    pub solver_case: bool,
    /// First accepted agent move.
    pub first_move: Option<String>,
    /// The stored reference move.
    pub reference_move: Option<String>,
    /// Legal moves at the root.
    pub root_moves: Option<i64>,
    /// Refused moves.
    pub rejected_moves: i64,
    /// Ply budget.
    pub max_turns: i64,
}

const COLUMNS: [&str; 18] = [
    "model",
    "setting",
    "case_id",
    "scored",
    "selected",
    "success",
    "reason",
    "plies",
    "mate_distance",
    "category",
    "threat_distance",
    "verified_by",
    "first_move",
    "reference_move",
    "root_moves",
    "rejected_moves",
    "max_turns",
    "trial_id",
];

/// The selected trials, grouped as the findings need them.
#[derive(Debug, Clone, Default)]
pub struct Trials {
    rows: Vec<TrialRow>,
}

impl Trials {
    /// Loads the selected trials.
    ///
    /// # Errors
    ///
    /// When the trials table cannot be read.
    pub fn load(folder: &Path) -> Result<Self, AnalysisError> {
        let frame = query(folder, &trials::TABLE, &COLUMNS)?
            .filter(col("selected").eq(lit(true)))
            .collect()?;
        Ok(Self { rows: rows(&frame)? })
    }

    /// Every selected trial, in table order.
    #[must_use]
    pub fn rows(&self) -> &[TrialRow] {
        &self.rows
    }

    /// Settings present, in display order.
    #[must_use]
    pub fn settings(&self) -> Vec<Setting> {
        let mut settings: Vec<Setting> = self
            .rows
            .iter()
            .map(|row| row.setting.clone())
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        settings.sort_by_key(|setting| (setting.rank(), setting.clone()));
        settings
    }

    /// Models present, by id.
    #[must_use]
    pub fn models(&self) -> BTreeSet<&str> {
        self.rows.iter().map(|row| row.model.as_str()).collect()
    }

    /// Trials of one setting, and of one model where given.
    pub fn of<'t>(
        &'t self,
        setting: &'t Setting,
        model: Option<&'t str>,
    ) -> impl Iterator<Item = &'t TrialRow> + Clone {
        self.rows.iter().filter(move |row| {
            row.setting == *setting && model.is_none_or(|model| row.model == model)
        })
    }

    /// Trials of one model and setting by case.
    #[must_use]
    pub fn by_case<'t>(&'t self, setting: &'t Setting, model: &'t str) -> BTreeMap<&'t str, Vec<&'t TrialRow>> {
        let mut cases: BTreeMap<&str, Vec<&TrialRow>> = BTreeMap::new();
        for row in self.of(setting, Some(model)) {
            cases.entry(&row.case).or_default().push(row);
        }
        cases
    }
}

fn rows(frame: &DataFrame) -> Result<Vec<TrialRow>, AnalysisError> {
    let text = |name: &str| Ok::<_, AnalysisError>(frame.column(name)?.str()?.clone());
    let int = |name: &str| Ok::<_, AnalysisError>(frame.column(name)?.i64()?.clone());
    let flag = |name: &str| Ok::<_, AnalysisError>(frame.column(name)?.bool()?.clone());
    let (models, settings, cases) = (text("model")?, text("setting")?, text("case_id")?);
    let (reasons, categories, admitted) = (text("reason")?, text("category")?, text("verified_by")?);
    let (first, reference) = (text("first_move")?, text("reference_move")?);
    let (plies, distances, threats) = (int("plies")?, int("mate_distance")?, int("threat_distance")?);
    let (roots, rejected, caps) = (int("root_moves")?, int("rejected_moves")?, int("max_turns")?);
    let (selected, success) = (flag("selected")?, flag("success")?);
    let owned = |value: Option<&str>| value.map(str::to_owned);
    Ok((0..frame.height())
        .map(|at| TrialRow {
            model: models.get(at).unwrap_or_default().to_owned(),
            setting: Setting::new(settings.get(at).unwrap_or_default()),
            case: cases.get(at).unwrap_or_default().to_owned(),
            selected: selected.get(at).unwrap_or_default(),
            success: success.get(at).unwrap_or_default(),
            reason: reasons.get(at).unwrap_or_default().to_owned(),
            plies: plies.get(at).unwrap_or_default(),
            mate_distance: distances.get(at),
            category: owned(categories.get(at)),
            threat_distance: threats.get(at),
            solver_case: admitted.get(at).is_some_and(|by| by.contains("solver")),
            first_move: owned(first.get(at)),
            reference_move: owned(reference.get(at)),
            root_moves: roots.get(at),
            rejected_moves: rejected.get(at).unwrap_or_default(),
            max_turns: caps.get(at).unwrap_or(40),
        })
        .collect())
}

/// Rows per value of one text column, over rows that pass a filter.
///
/// # Errors
///
/// When the query fails.
pub(super) fn count_by(
    frame: &DataFrame,
    filter: polars::prelude::Expr,
    column: &str,
) -> Result<BTreeMap<String, u64>, AnalysisError> {
    let counts = frame
        .clone()
        .lazy()
        .filter(filter)
        .group_by([col(column)])
        .agg([polars::prelude::len().alias("n")])
        .collect()?;
    let keys = counts.column(column)?;
    let sizes = counts.column("n")?;
    let mut out = BTreeMap::new();
    for at in 0..counts.height() {
        let key = match keys.get(at)? {
            AnyValue::Null => continue,
            AnyValue::String(text) => text.to_owned(),
            other => other.to_string(),
        };
        out.insert(key, sizes.get(at)?.try_extract::<u64>()?);
    }
    Ok(out)
}
