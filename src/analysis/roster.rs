//! Models: their names, and the order in which tables list them.

use std::collections::BTreeMap;

/// What the pipeline file says of a model.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ModelInfo {
    /// Stored id.
    pub id: String,
    /// Name shown.
    pub name: String,
    /// Who makes it.
    pub developer: String,
    /// `Open` or `Closed`.
    pub weights: String,
}

/// The models of the pipeline file, in its order.
#[derive(Debug, Clone, Default)]
pub struct Roster {
    models: Vec<ModelInfo>,
    ranks: BTreeMap<String, usize>,
}

impl Roster {
    /// A roster in display order.
    #[must_use]
    pub fn new(models: Vec<ModelInfo>) -> Self {
        let ranks = models
            .iter()
            .enumerate()
            .map(|(at, model)| (model.id.clone(), at))
            .collect();
        Self { models, ranks }
    }

    /// What is known of a model; unknown ones show their id.
    #[must_use]
    pub fn get(&self, id: &str) -> ModelInfo {
        self.ranks.get(id).map_or_else(
            || ModelInfo {
                id: id.to_owned(),
                name: id.to_owned(),
                ..ModelInfo::default()
            },
            |&at| self.models[at].clone(),
        )
    }

    /// The shown name of a model.
    #[must_use]
    pub fn name<'r>(&'r self, id: &'r str) -> &'r str {
        self.ranks.get(id).map_or(id, |&at| &self.models[at].name)
    }

    /// Place in the pipeline file; unknown models come last.
    #[must_use]
    pub fn rank(&self, id: &str) -> usize {
        self.ranks.get(id).copied().unwrap_or(self.models.len())
    }
}
