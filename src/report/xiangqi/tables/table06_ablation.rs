//! Table 6: the observation ablation.

use crate::analysis::xiangqi::Findings;
use crate::analysis::xiangqi::ablation::Arm;
use crate::report::{Cell, Column, TableSheet};

/// The table.
pub(super) fn sheet(found: &Findings) -> TableSheet {
    let arms = &found.ablation.arms;
    TableSheet {
        number: 6,
        name: "ablation".to_owned(),
        caption: "Observation ablation: state refreshes crossed with query commands. \
                  Rej. is the share of move attempts refused; the last columns are \
                  query commands per agent turn."
            .to_owned(),
        columns: vec![
            Column::new("model", "Model"),
            Column::new("arm", "Arm"),
            Column::new("refresh", "Refresh").under("Factors"),
            Column::new("queries", "Queries").under("Factors"),
            Column::new("pass1", "Pass@1 (%)"),
            Column::new("solved", "Solved"),
            Column::new("positions", "Positions"),
            Column::new("rejected_pct", "Rej. (%)"),
            Column::new("view_per_turn", "View").under("Queries per turn"),
            Column::new("legal_per_turn", "Legal").under("Queries per turn"),
            Column::new("simulate_per_turn", "Sim.").under("Queries per turn"),
        ],
        rows: arms.iter().map(|arm| row(found, arm)).collect(),
    }
}

fn row(found: &Findings, arm: &Arm) -> Vec<Cell> {
    let counts = &arm.counts;
    // Where the commands are switched off, asking for them in vain is no use of them.
    let per_turn = |n: u64| {
        let rate = (arm.queries && counts.turns > 0).then(|| n as f64 / counts.turns as f64);
        Cell::decimal(rate, 2)
    };
    vec![
        Cell::text(found.roster.name(&arm.model)),
        Cell::text(arm.setting.label()),
        Cell::count(u64::from(arm.refresh)),
        Cell::count(u64::from(arm.queries)),
        Cell::Percent(arm.pass_at_1.value),
        Cell::count(arm.solved),
        Cell::count(arm.positions),
        Cell::Share {
            k: counts.moves.k,
            n: counts.moves.n,
        },
        per_turn(counts.view_board),
        per_turn(counts.get_legal_moves),
        per_turn(counts.simulate),
    ]
}
