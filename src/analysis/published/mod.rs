//! The papers' printed figures: what they imply about each other, and how
//! recomputed ones compare with them.

mod compare;
mod printed;
mod xiangqi;

pub use compare::{Beside, beside, whole};
pub use printed::{Printed, PublishedError, printed};
pub use xiangqi::check_xiangqi;

/// One thing that printed figures imply, tried on the printed figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// Where: table and row.
    pub place: String,
    /// What must hold.
    pub rule: &'static str,
    /// Whether it does.
    pub holds: bool,
    /// The figures, for a reader who wants to redo the sum.
    pub detail: String,
}
