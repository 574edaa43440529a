//! Everything found in one set of tables.

use std::path::Path;

use super::ablation::{Ablation, ablation};
use super::calls::Calls;
use super::composition::{Composition, composition};
use super::consistency::Consistency;
use super::frames::{
    ActionRow, DistanceRow, FeedbackRow, FirstMoveRow, LengthRow, MateDistances, NestedRow,
    PassRow, RecoveryRow,
};
use super::material::{Material, material};
use super::simulation::{Simulation, simulation};
use super::turn_patterns::{TurnPatterns, turn_patterns};
use super::{
    Audit, Trials, consistency, conversion, failures, nested, recovery, root_choice,
    turn_patterns as turns,
};
use crate::analysis::{AnalysisError, Numbers, Parameters, Roster};
use crate::records::xiangqi::Setting;

/// The findings, as the report draws them. To add one: a module beside this
/// file, a field, a line in `load`, a line in `numbers`.
#[derive(Debug)]
pub struct Findings {
    /// Names and order of the models.
    pub roster: Roster,
    /// What the archive holds and what its labels get wrong.
    pub audit: Audit,
    /// The selected trials.
    pub trials: Trials,
    /// Consistency per model and setting, in table order.
    pub rows: Vec<Consistency>,
    /// Figures 3 and 9, Tables 3 and 4.
    pub passes: Vec<PassRow>,
    /// Figure 2.
    pub mate_distances: MateDistances,
    /// Figure 4a.
    pub by_distance: Vec<DistanceRow>,
    /// Figure 4b.
    pub first_moves: Vec<FirstMoveRow>,
    /// Figure 8.
    pub lengths: Vec<LengthRow>,
    /// Figures 11 and 12.
    pub actions: Vec<ActionRow>,
    /// Figure 10.
    pub nested: Vec<NestedRow>,
    /// Table 16 and 17, Figure 20.
    pub material: Material,
    /// Tables 7 to 9, Figures 7 and 13.
    pub simulation: Simulation,
    /// Table 6, Figure 7c.
    pub ablation: Ablation,
    /// Table 10.
    pub turns: Vec<TurnPatterns>,
    /// Figures 5, 6 and 14 to 17.
    pub composition: Composition,
    /// Figure 18.
    pub feedback: Vec<FeedbackRow>,
    /// Figure 19.
    pub recovery: Vec<RecoveryRow>,
    /// Every quoted number by its key.
    pub numbers: Numbers,
}

impl Findings {
    /// Reads the tables of `folder` and computes every finding.
    ///
    /// # Errors
    ///
    /// When a table cannot be read. Missing settings or models are no error:
    /// what they would show is left out.
    pub fn load(
        folder: &Path,
        roster: Roster,
        parameters: &Parameters,
    ) -> Result<Self, AnalysisError> {
        let audit = Audit::load(folder)?;
        let trials = Trials::load(folder)?;
        let rows = consistency::rows(&trials, &roster, parameters);
        let mut numbers = Numbers::default();
        audit.number(&mut numbers);
        consistency::number(&rows, &trials, parameters, &mut numbers);
        conversion::number(&rows, &trials, parameters, &mut numbers);
        failures::number(&trials, &mut numbers);
        root_choice::number(&trials, &mut numbers);
        let material = material(folder, &trials)?;
        material.number(&mut numbers);
        let models = in_order(&rows);
        let calls = Calls::load(folder, &trials)?;
        let settings = trials.settings();
        let simulation = simulation(&calls, &settings, &models, &roster);
        simulation.number(&calls, &mut numbers);
        let ablation = ablation(&rows, &calls, parameters);
        ablation.number(&mut numbers);
        let turns = turn_patterns(&calls, &settings);
        turns::number(&turns, &mut numbers);
        let composition = composition(&calls, &settings, &models, &roster, |model, setting| {
            let row = find(&rows, model, setting)?;
            Some(row.row.pass_at[0].value)
        });
        composition.number(&mut numbers);
        let recovered = recovery::recovery(&calls, &settings, &models, parameters);
        let feedback = recovery::feedback(&calls, &settings);
        recovery::number(&recovered, &feedback, &mut numbers);
        let recovery = recovery::recovery_rows(&recovered, &roster);
        let nested = nested::nested(&rows, parameters, &mut numbers);
        let by_distance = conversion::by_distance(&rows, &trials, parameters);
        Ok(Self {
            passes: rows.iter().map(|row| row.row.clone()).collect(),
            mate_distances: conversion::mate_distances(folder)?,
            by_distance: by_distance.into_iter().map(|(_, row)| row).collect(),
            first_moves: conversion::first_moves(&rows, &trials),
            lengths: conversion::lengths(&rows, &trials),
            actions: failures::action_rows(&rows, &trials),
            nested,
            material,
            simulation,
            ablation,
            turns,
            composition,
            feedback: feedback.into_iter().flat_map(|(_, rows)| rows).collect(),
            recovery,
            numbers,
            rows,
            trials,
            audit,
            roster,
        })
    }

    /// Models in table order.
    #[must_use]
    pub fn models(&self) -> Vec<&str> {
        in_order(&self.rows)
    }

    /// Models with trials in a setting, in table order.
    #[must_use]
    pub fn models_in(&self, setting: &Setting) -> Vec<&str> {
        let models = self.models().into_iter();
        models
            .filter(|model| self.row(model, setting).is_some())
            .collect()
    }

    /// Consistency of one model in one setting, where it has trials.
    #[must_use]
    pub fn row(&self, model: &str, setting: &Setting) -> Option<&Consistency> {
        find(&self.rows, model, setting)
    }
}

fn find<'r>(rows: &'r [Consistency], model: &str, setting: &Setting) -> Option<&'r Consistency> {
    rows.iter()
        .find(|row| row.model == model && row.setting == *setting)
}

fn in_order(rows: &[Consistency]) -> Vec<&str> {
    let mut models: Vec<&str> = Vec::new();
    for row in rows {
        if !models.contains(&row.model.as_str()) {
            models.push(&row.model);
        }
    }
    models
}
