//! The report on xiangqi endgames: figures and tables under the paper's numbers.

pub mod figures;
pub mod tables;

use super::Book;
use crate::analysis::xiangqi::Findings;

/// Everything that a pipeline file of this game can ask for.
pub const BOOK: Book<Findings> = Book {
    figures: figures::ALL,
    tables: tables::ALL,
};
