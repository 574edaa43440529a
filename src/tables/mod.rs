//! Facts as Parquet tables.
//!
//! One file per table: its columns with their meaning and unit, its key and
//! row order, and how a row is filled. [`ALL`] is the registry; the data
//! dictionary, the field metadata and the writers come from it.

pub mod actions;
mod batch;
pub mod cases;
pub mod comparisons;
pub mod discrepancies;
pub mod plies;
mod read;
pub mod regent;
mod rows;
mod schema;
mod select;
pub mod set_aside;
pub mod simulation_plies;
pub mod simulations;
pub mod trials;
pub mod turns;
mod write;

pub use batch::Batch;
pub use read::{ReadError, read_table, table_files};
pub use rows::{TrialBatches, trial_id};
pub use schema::{Column, Kind, Table};
pub use select::Selection;
pub use write::{Layout, TableError, TableWriter};
pub(crate) use write::{Partition, select_trials};

/// Every table, in dictionary order.
pub const ALL: [&Table; 18] = [
    &trials::TABLE,
    &plies::TABLE,
    &turns::TABLE,
    &actions::TABLE,
    &simulations::TABLE,
    &simulation_plies::TABLE,
    &cases::TABLE,
    &discrepancies::TABLE,
    &comparisons::TABLE,
    &set_aside::TABLE,
    &regent::games::TABLE,
    &regent::plies::TABLE,
    &regent::crown_shifts::TABLE,
    &regent::elicitations::TABLE,
    &regent::beliefs::TABLE,
    &regent::captures::TABLE,
    &regent::discrepancies::TABLE,
    &regent::comparisons::TABLE,
];

/// A table by name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Table> {
    ALL.into_iter().find(|table| table.name == name)
}
