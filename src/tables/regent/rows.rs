//! From one replayed record to rows of every Regent Chess table.

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;

use super::super::batch::Batch;
use super::super::schema::Table;
use super::{beliefs, captures, crown_shifts, discrepancies, elicitations, games, plies};
use crate::records::regent::Record;
use crate::replay::regent::Replayed;

/// The tables whose rows belong to a record.
const RECORD_TABLES: [&Table; 7] = [
    &games::TABLE,
    &plies::TABLE,
    &crown_shifts::TABLE,
    &elicitations::TABLE,
    &beliefs::TABLE,
    &captures::TABLE,
    &discrepancies::TABLE,
];

/// Rows of the tables of records, being filled.
pub struct RegentBatches([Batch; 7]);

impl Default for RegentBatches {
    fn default() -> Self {
        Self(RECORD_TABLES.map(Batch::new))
    }
}

impl RegentBatches {
    /// Adds one record's rows.
    pub fn push(
        &mut self,
        id: &str,
        place: (&str, Option<u64>),
        record: &Record,
        replayed: &Replayed,
    ) {
        let [
            games,
            plies,
            crown_shifts,
            elicitations,
            beliefs,
            captures,
            discrepancies,
        ] = &mut self.0;
        games::push(games, id, place, record, replayed);
        elicitations::push(elicitations, id, record, replayed);
        beliefs::push(beliefs, id, replayed);
        discrepancies::push(discrepancies, id, replayed);
        if let Replayed::Game(game) = replayed {
            plies::push(plies, id, game);
            crown_shifts::push(crown_shifts, id, game);
            captures::push(captures, id, game);
        }
    }

    /// Records held.
    #[must_use]
    pub fn records(&self) -> usize {
        self.0[0].rows()
    }

    /// Takes the rows out, one record batch a table.
    ///
    /// # Errors
    ///
    /// When rows do not fit their schema, which is a defect of this crate.
    pub fn finish(mut self) -> Result<Vec<(&'static Table, RecordBatch)>, ArrowError> {
        RECORD_TABLES
            .into_iter()
            .zip(&mut self.0)
            .map(|(table, batch)| Ok((table, batch.finish()?)))
            .collect()
    }
}
