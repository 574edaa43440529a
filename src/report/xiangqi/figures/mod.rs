//! One file a figure: a result frame in, an SVG drawing out.
//!
//! Every drawing is made at its print size. A frame without anything to show
//! becomes a drawing that says so, because a missing figure would stop a
//! paper from compiling. Names come from archives and are set as text only.

pub mod fig02_mate_distances;
pub mod fig03_conversion;
pub mod fig04_conversion_gap;
pub mod fig08_lengths;
pub mod fig09_reach_reliability;
pub mod fig10_nested;
pub mod fig11_settings;
pub mod fig12_action_failures;
pub mod fig20_material;
mod paired;
mod trend;

use crate::analysis::xiangqi::Findings;
use crate::report::Figure;
use crate::report::drawing::{counted, range};
use crate::report::palette::Palette;

/// Every figure.
pub const ALL: &[Figure<Findings>] = &[
    Figure {
        name: "fig02_mate_distances",
        caption: |f| {
            format!(
                "Cases by stored mate distance and category; {} cases.",
                f.mate_distances.cases
            )
        },
        draw: |f| fig02_mate_distances::draw(&f.mate_distances),
    },
    Figure {
        name: "fig03_conversion",
        caption: |f| {
            format!(
                "pass@1, pass@3 and pass^3 with 95 % case-bootstrap intervals; {}.",
                cases_of(f)
            )
        },
        draw: |f| fig03_conversion::draw(&f.passes, &palette(f)),
    },
    Figure {
        name: "fig04_conversion_gap",
        caption: |f| {
            format!(
                "(a) Mean pass@1 over models by stored mate distance, with 95 % case-bootstrap intervals. (b) Win rate after the reference first move and after another one; {}.",
                cases_of(f)
            )
        },
        draw: |f| fig04_conversion_gap::draw(&f.by_distance, &f.first_moves, &palette(f)),
    },
    Figure {
        name: "fig08_lengths",
        caption: |f| {
            format!(
                "Plies over stored mate distance of failed trials (5, 25, 50, 75 and 95 %) and of wins, and how failed trials end; {}.",
                cases_of(f)
            )
        },
        draw: |f| fig08_lengths::draw(&f.lengths, &palette(f)),
    },
    Figure {
        name: "fig09_reach_reliability",
        caption: |f| format!("pass@k and pass^k for k = 1, 2, 3; {}.", cases_of(f)),
        draw: |f| fig09_reach_reliability::draw(&f.passes, &palette(f)),
    },
    Figure {
        name: "fig10_nested",
        caption: |f| {
            format!(
                "Estimates on nested random subsets of the cases under the first shared ordering; {}.",
                cases_of(f)
            )
        },
        draw: |f| fig10_nested::draw(&f.nested, &palette(f)),
    },
    Figure {
        name: "fig11_settings",
        caption: |f| {
            format!(
                "(a) pass@1 and (b) trials lost by the invalid-action limit or no command, by model and setting; {}.",
                cases_of(f)
            )
        },
        draw: |f| fig11_settings::draw(&f.actions),
    },
    Figure {
        name: "fig12_action_failures",
        caption: |f| {
            format!(
                "Trials lost by an action forfeit (invalid action, no command or action limit) and trials with any rejected move, which may be recovered from; {}.",
                cases_of(f)
            )
        },
        draw: |f| fig12_action_failures::draw(&f.actions),
    },
    Figure {
        name: "fig20_material",
        caption: |f| {
            format!(
                "Win rates over all models by what the attacker has at the start: overlapping groups, and exact combinations with at least three cases; case counts in brackets; {}.",
                cases_of(f)
            )
        },
        draw: |f| fig20_material::draw(&f.material),
    },
];

/// One look a model, the same in every figure.
fn palette(found: &Findings) -> Palette {
    Palette::new(found.models().into_iter().map(|id| found.roster.name(id)))
}

/// `119 cases, 357 trials a model and setting`.
fn cases_of(found: &Findings) -> String {
    let cases = range(found.passes.iter().map(|row| row.cases)).unwrap_or_else(|| "0".to_owned());
    let trials = range(found.passes.iter().map(|row| row.trials)).unwrap_or_else(|| "0".to_owned());
    format!(
        "{}, {} a model and setting",
        counted(&cases, "case"),
        counted(&trials, "trial")
    )
}
