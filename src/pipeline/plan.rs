//! Pipeline files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;

use crate::analysis::{ModelInfo, Parameters, Roster};

/// The pipeline that ships with the program.
const XIANGQIBENCH: &str = include_str!("../../pipelines/xiangqibench.toml");

/// What a pipeline file says.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Name of the output folder.
    pub name: String,
    /// Archives read when none are named.
    #[serde(default)]
    pub archives: Vec<PathBuf>,
    /// Parameters of the estimators.
    pub parameters: PlanParameters,
    /// Figures by name, with their finding.
    #[serde(default)]
    pub figures: BTreeMap<String, String>,
    /// Tables by name, with their finding.
    #[serde(default)]
    pub tables: BTreeMap<String, String>,
    /// What each finding asks, in the order of the report.
    #[serde(default)]
    pub findings: Vec<PlanFinding>,
    /// Models in table order.
    #[serde(default)]
    models: Vec<PlanModel>,
}

/// `[parameters]`.
#[derive(Debug, Clone, Copy, Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub struct PlanParameters {
    /// Scored trials selected per cell.
    pub per_cell: usize,
    /// Bootstrap resamples.
    pub resamples: usize,
    /// Bootstrap seed.
    pub seed: u64,
    /// Case orderings.
    pub orderings: usize,
    /// Their seed.
    pub ordering_seed: u64,
}

/// `[[findings]]`: a heading of the report.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanFinding {
    /// The name that figures and tables refer to.
    pub name: String,
    /// Heading.
    pub title: String,
    /// What it asks, in a sentence.
    #[serde(default)]
    pub text: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanModel {
    id: String,
    name: String,
    #[serde(default)]
    developer: String,
    #[serde(default)]
    weights: String,
}

/// Why a pipeline file cannot be used.
#[derive(Debug, Error)]
pub enum PlanError {
    /// It cannot be read.
    #[error("cannot read pipeline {path}: {error} (name a .toml file, or xiangqibench)")]
    Io {
        /// The file.
        path: String,
        /// What the system said.
        error: std::io::Error,
    },
    /// It says something unknown.
    #[error("pipeline {path}: {error}")]
    Toml {
        /// The file.
        path: String,
        /// What is wrong and where.
        error: toml::de::Error,
    },
    /// Its name is no folder name.
    #[error("pipeline {path}: name {name:?} must be letters, digits, - and _")]
    Name {
        /// The file.
        path: String,
        /// The name.
        name: String,
    },
}

impl Plan {
    /// Reads a pipeline by file, or by the name of one that ships along.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or says something unknown.
    pub fn load(path: &Path) -> Result<(Self, String), PlanError> {
        let shown = path.display().to_string();
        let text = if shown == "xiangqibench" {
            XIANGQIBENCH.to_owned()
        } else {
            std::fs::read_to_string(path).map_err(|error| PlanError::Io {
                path: shown.clone(),
                error,
            })?
        };
        let plan: Self = toml::from_str(&text).map_err(|error| PlanError::Toml {
            path: shown.clone(),
            error,
        })?;
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if plan.name.is_empty() || !plan.name.chars().all(plain) {
            return Err(PlanError::Name {
                path: shown,
                name: plan.name,
            });
        }
        Ok((plan, text))
    }

    /// Parameters for the analyses.
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        let PlanParameters {
            per_cell,
            resamples,
            seed,
            orderings,
            ordering_seed,
        } = self.parameters;
        Parameters {
            per_cell,
            resamples,
            seed,
            orderings,
            ordering_seed,
        }
    }

    /// The models.
    #[must_use]
    pub fn roster(&self) -> Roster {
        Roster::new(
            self.models
                .iter()
                .map(|model| ModelInfo {
                    id: model.id.clone(),
                    name: model.name.clone(),
                    developer: model.developer.clone(),
                    weights: model.weights.clone(),
                })
                .collect(),
        )
    }
}
