//! Table 18: the piece of the first accepted move.

use super::{SETTINGS, denominators};
use crate::analysis::xiangqi::root_choice::first_pieces;
use crate::analysis::xiangqi::{Findings, RootPiece};
use crate::records::xiangqi::Setting;
use crate::report::{Cell, Column, TableSheet};

/// The table.
pub(super) fn sheet(found: &Findings) -> TableSheet {
    let settings = SETTINGS.map(|(id, ..)| Setting::new(id));
    let counts = settings.each_ref().map(|setting| {
        let present = found.trials.of(setting, None).next().is_some();
        present.then(|| first_pieces(&found.trials, setting))
    });
    let row = |name: &str, count: &dyn Fn(usize) -> Option<u64>| {
        let cell = |at| count(at).map_or(Cell::Missing, Cell::count);
        vec![Cell::text(name), cell(0), cell(1)]
    };
    let mut rows: Vec<Vec<Cell>> = RootPiece::ALL
        .into_iter()
        .map(|piece| {
            row(piece.label(), &|at| {
                let (pieces, _) = counts[at].as_ref()?;
                Some(pieces.get(&piece).copied().unwrap_or_default())
            })
        })
        .collect();
    // Every accepted move is replayed, so its piece is always known.
    rows.push(row("Unknown", &|at| counts[at].as_ref().map(|_| 0)));
    rows.push(row("No Accepted First Move", &|at| {
        counts[at].as_ref().map(|(_, without)| *without)
    }));
    TableSheet {
        number: 18,
        name: "firstpiece".to_owned(),
        caption: format!(
            "Piece of the first accepted agent move (trials). {}",
            denominators(found)
        ),
        columns: vec![
            Column::new("piece", "First moved piece"),
            Column::new("sighted", "Sighted"),
            Column::new("restricted", "Restricted"),
        ],
        rows,
    }
}
