//! One file a table: findings in, cells out.

mod root_actions;
mod root_pieces;
mod table02_models;
mod table03_pass;
mod table04_passk;
mod table05_invalid;
mod table06_ablation;
mod table07_simuse;
mod table08_simmodel;
mod table09_simlen;
mod table10_patterns;
mod table11_failures;
mod table16_presence;
mod table17_combos;
mod table18_firstpiece;

use crate::analysis::xiangqi::Findings;
use crate::records::xiangqi::Setting;
use crate::report::Table;

/// Every table.
pub const ALL: &[Table<Findings>] = &[
    Table {
        name: "table02_models",
        sheet: table02_models::sheet,
    },
    Table {
        name: "table03_pass",
        sheet: table03_pass::sheet,
    },
    Table {
        name: "table04_passk",
        sheet: table04_passk::sheet,
    },
    Table {
        name: "table05_invalid",
        sheet: table05_invalid::sheet,
    },
    Table {
        name: "table06_ablation",
        sheet: table06_ablation::sheet,
    },
    Table {
        name: "table07_simuse",
        sheet: table07_simuse::sheet,
    },
    Table {
        name: "table08_simmodel",
        sheet: table08_simmodel::sheet,
    },
    Table {
        name: "table09_simlen",
        sheet: table09_simlen::sheet,
    },
    Table {
        name: "table10_patterns",
        sheet: table10_patterns::sheet,
    },
    Table {
        name: "table11_failures",
        sheet: table11_failures::sheet,
    },
    Table {
        name: "table12_root_s",
        sheet: |found| root_actions::sheet(found, "repl-sighted", 12, "root_s"),
    },
    Table {
        name: "table13_piece_s",
        sheet: |found| root_pieces::sheet(found, "repl-sighted", 13, "piece_s"),
    },
    Table {
        name: "table14_root_r",
        sheet: |found| root_actions::sheet(found, "repl-blind", 14, "root_r"),
    },
    Table {
        name: "table15_piece_r",
        sheet: |found| root_pieces::sheet(found, "repl-blind", 15, "piece_r"),
    },
    Table {
        name: "table16_presence",
        sheet: table16_presence::sheet,
    },
    Table {
        name: "table17_combos",
        sheet: table17_combos::sheet,
    },
    Table {
        name: "table18_firstpiece",
        sheet: table18_firstpiece::sheet,
    },
];

/// The two main settings: stored id, suffix of column keys, short heading.
const SETTINGS: [(&str, &str, &str); 2] = [("repl-sighted", "s", "S"), ("repl-blind", "r", "R")];

/// `Selected trials: 4284 Sighted, 4284 Restricted.`
fn denominators(found: &Findings) -> String {
    let parts: Vec<String> = SETTINGS
        .iter()
        .map(|(id, ..)| {
            let setting = Setting::new(*id);
            format!(
                "{} {}",
                found.trials.of(&setting, None).count(),
                setting.label()
            )
        })
        .collect();
    format!("Selected trials: {}.", parts.join(", "))
}

/// `Selected trials: 4284.`
fn trials_of(found: &Findings, setting: &Setting) -> String {
    format!(
        "Selected trials: {}.",
        found.trials.of(setting, None).count()
    )
}

/// `Selected Sighted trials: 4284.`
fn sighted_trials(found: &Findings) -> String {
    let sighted = Setting::new(SETTINGS[0].0);
    let trials = found.trials.of(&sighted, None).count();
    format!("Selected Sighted trials: {trials}.")
}
