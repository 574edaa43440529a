//! Which trials the figures use: the earliest scored ones of each cell.

use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A model, a setting and a case.
type Cell = (String, String, String);

/// The earliest scored trials per model, setting and case; holds no more than
/// `per_cell` of each, however large the archive.
#[derive(Debug, Clone)]
pub struct Selection {
    per_cell: usize,
    cells: BTreeMap<Cell, Vec<Candidate>>,
}

#[derive(Debug, Clone)]
struct Candidate {
    started_at: f64,
    source: String,
    line: Option<u64>,
    id: String,
}

impl Candidate {
    /// By start time (missing last), then source bytes, then line.
    fn order(&self, other: &Self) -> Ordering {
        self.started_at
            .total_cmp(&other.started_at)
            .then_with(|| self.source.as_bytes().cmp(other.source.as_bytes()))
            .then_with(|| self.line.cmp(&other.line))
    }
}

impl Selection {
    /// A selection of up to `per_cell` trials a cell.
    #[must_use]
    pub fn new(per_cell: usize) -> Self {
        Self {
            per_cell,
            cells: BTreeMap::new(),
        }
    }

    /// Offers a scored trial.
    pub fn offer(
        &mut self,
        (model, setting, case): (&str, &str, &str),
        started_at: Option<f64>,
        (source, line): (&str, Option<u64>),
        id: &str,
    ) {
        let candidate = Candidate {
            started_at: started_at.unwrap_or(f64::INFINITY),
            source: source.to_owned(),
            line,
            id: id.to_owned(),
        };
        let cell = (model.to_owned(), setting.to_owned(), case.to_owned());
        let chosen = self.cells.entry(cell).or_default();
        let at = chosen.partition_point(|other| other.order(&candidate).is_lt());
        chosen.insert(at, candidate);
        chosen.truncate(self.per_cell);
    }

    /// Rank (1-based) of every selected trial, by trial id.
    #[must_use]
    pub fn ranks(&self) -> BTreeMap<String, i64> {
        self.cells
            .values()
            .flat_map(|chosen| chosen.iter().zip(1_i64..))
            .map(|(candidate, rank)| (candidate.id.clone(), rank))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earliest_first_missing_times_last_ties_by_source_then_line() {
        let mut selection = Selection::new(3);
        let cell = ("m", "s", "c");
        selection.offer(cell, None, ("a", None), "no-time");
        selection.offer(cell, Some(2.0), ("b", Some(2)), "b2");
        selection.offer(cell, Some(2.0), ("b", Some(1)), "b1");
        selection.offer(cell, Some(2.0), ("B", Some(9)), "capital");
        selection.offer(("m", "s", "other"), None, ("a", None), "alone");
        let ranks = selection.ranks();
        assert_eq!(ranks.get("capital"), Some(&1));
        assert_eq!(ranks.get("b1"), Some(&2));
        assert_eq!(ranks.get("b2"), Some(&3));
        assert_eq!(ranks.get("no-time"), None);
        assert_eq!(ranks.get("alone"), Some(&1));
    }
}
