//! From one replayed trial to rows of every trial table.

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use sha2::{Digest, Sha256};

use super::batch::Batch;
use super::schema::Table;
use super::{actions, discrepancies, plies, simulation_plies, simulations, trials, turns};
use crate::records::xiangqi::Trial;
use crate::replay::Replayed;

/// The tables whose rows belong to a trial.
pub(super) const TRIAL_TABLES: [&Table; 7] = [
    &trials::TABLE,
    &plies::TABLE,
    &turns::TABLE,
    &actions::TABLE,
    &simulations::TABLE,
    &simulation_plies::TABLE,
    &discrepancies::TABLE,
];

/// Rows of the trial tables, being filled.
pub struct TrialBatches([Batch; 7]);

impl Default for TrialBatches {
    fn default() -> Self {
        Self(TRIAL_TABLES.map(Batch::new))
    }
}

impl TrialBatches {
    /// Adds one trial's rows.
    pub fn push(
        &mut self,
        id: &str,
        place: (&str, Option<u64>),
        trial: &Trial<'_>,
        replayed: &Replayed,
    ) {
        let agent = trial.challenger.into();
        let [
            trials,
            plies,
            turns,
            actions,
            simulations,
            simulation_plies,
            discrepancies,
        ] = &mut self.0;
        trials::push(trials, id, place, trial, replayed, agent);
        plies::push(plies, id, replayed);
        turns::push(turns, id, replayed);
        actions::push(actions, id, replayed);
        simulations::push(simulations, id, replayed);
        simulation_plies::push(simulation_plies, id, replayed);
        discrepancies::push(discrepancies, id, replayed);
    }

    /// Takes the rows out, one record batch per trial table.
    ///
    /// # Errors
    ///
    /// When rows do not fit their schema, which is a defect of this crate.
    pub fn finish(mut self) -> Result<Vec<(&'static Table, RecordBatch)>, ArrowError> {
        TRIAL_TABLES
            .into_iter()
            .zip(&mut self.0)
            .map(|(table, batch)| Ok((table, batch.finish()?)))
            .collect()
    }
}

/// The id of the trial at a place: 16 hex digits of SHA-256 over source and line.
#[must_use]
pub fn trial_id(source: &str, line: Option<u64>) -> String {
    let mut hash = Sha256::new();
    hash.update(source.as_bytes());
    hash.update([0]);
    if let Some(line) = line {
        hash.update(line.to_le_bytes());
    }
    short_hex(hash)
}

/// The first 16 hex digits of a hash.
pub(super) fn short_hex(hash: Sha256) -> String {
    hash.finalize()
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
