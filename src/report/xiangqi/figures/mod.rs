//! One file a figure: a result frame in, an SVG drawing out.
//!
//! Every drawing is made at its print size. A frame without anything to show
//! becomes a drawing that says so, because a missing figure would stop a
//! paper from compiling. Names come from archives and are set as text only.

mod composition;
pub mod fig02_mate_distances;
pub mod fig03_conversion;
pub mod fig04_conversion_gap;
pub mod fig05_action_mix;
pub mod fig06_progress;
pub mod fig07_simulation;
pub mod fig08_lengths;
pub mod fig09_reach_reliability;
pub mod fig10_nested;
pub mod fig11_settings;
pub mod fig12_action_failures;
pub mod fig13_simulation_use;
pub mod fig14_outcomes;
pub mod fig15_best_models;
pub mod fig18_feedback;
pub mod fig19_recovery;
pub mod fig20_material;
mod grid;
mod heat;
pub mod model_calls;
mod paired;
mod trend;

use crate::analysis::xiangqi::Findings;
use crate::analysis::xiangqi::frames::{CompositionRow, Outcomes};
use crate::records::xiangqi::Setting;
use crate::report::Figure;
use crate::report::drawing::{counted, range, thousands};
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
        name: "fig05_action_mix",
        caption: |f| {
            format!(
                "Share (%) of each model's calls spent on each command; simulate includes calls over budget, rejected holds refused moves and all other refused calls. Hatched: not available. Red: pass@1 (%); {}.",
                cases_of(f)
            )
        },
        draw: |f| fig05_action_mix::draw(&f.composition.mix),
    },
    Figure {
        name: "fig06_progress",
        caption: |f| {
            format!(
                "Calls of all models by category along the progress of a trial, in twentieths, for successful and failed trials; {}.",
                calls_of(f)
            )
        },
        draw: |f| fig06_progress::draw(&f.composition.rows),
    },
    Figure {
        name: "fig07_simulation",
        caption: |f| {
            let (requests, lines) = f
                .simulation
                .of(&Setting::new("repl-sighted"))
                .map_or((0, 0), |(found, _)| (found.requests(), found.diverged.n));
            format!(
                "(a) Outcomes of {} Sighted simulation requests. (b) Whether the defender's real reply is the assumed one, over {} adopted complete lines with an assumed reply. (c) pass@1 with and without the query commands, with 95 % case-bootstrap intervals, paired difference in points and exact sign test over positions.",
                thousands(requests),
                thousands(lines)
            )
        },
        draw: |f| {
            let sighted = f.simulation.of(&Setting::new("repl-sighted"));
            let rows = f
                .ablation
                .with_and_without(|model| f.roster.name(model).to_owned());
            fig07_simulation::draw(sighted.map(|(found, _)| found), &rows)
        },
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
    Figure {
        name: "fig13_simulation_use",
        caption: |f| {
            let rows = f.simulation.models.iter().map(|model| &model.row);
            let trials = range(rows.clone().map(|row| row.first_turn.n));
            format!(
                "(a) Sighted trials that request a simulation in the first agent turn ({} per model). (b) Requests, accepted calls and complete legal lines per agent turn ({} turns); requests include refused ones.",
                trials.unwrap_or_else(|| "0".to_owned()),
                thousands(rows.map(|row| row.turns).sum())
            )
        },
        draw: |f| {
            let rows: Vec<_> = f
                .simulation
                .models
                .iter()
                .map(|model| model.row.clone())
                .collect();
            fig13_simulation_use::draw(&rows)
        },
    },
    Figure {
        name: "fig14_outcomes",
        caption: |f| {
            format!(
                "Calls of all models by category along the progress of a trial, by setting, for all, successful and failed trials; {}.",
                calls_of(f)
            )
        },
        draw: |f| fig14_outcomes::draw(&f.composition.rows),
    },
    Figure {
        name: "fig15_best_models",
        caption: |_| {
            "Sighted calls by category along the progress of a trial for the four models with the most wins: all, successful and failed trials; trials and calls above each panel.".to_owned()
        },
        draw: |f| fig15_best_models::draw(&f.composition.rows),
    },
    Figure {
        name: "fig16_sighted_calls",
        caption: |_| {
            "Sighted calls by category along the progress of a trial for each model; trials and calls above each panel.".to_owned()
        },
        draw: |f| model_calls::draw(&f.composition.rows, "Sighted"),
    },
    Figure {
        name: "fig17_restricted_calls",
        caption: |_| {
            "Restricted calls by category along the progress of a trial for each model; trials and calls above each panel.".to_owned()
        },
        draw: |f| model_calls::draw(&f.composition.rows, "Restricted"),
    },
    Figure {
        name: "fig18_feedback",
        caption: |f| {
            let events: u64 = f.feedback.iter().flat_map(|row| row.next).sum();
            format!(
                "Next action in the same turn after five kinds of feedback, in % of each event's n; after a defender reply other than the assumed one, the first call of the next turn ({} events).",
                thousands(events)
            )
        },
        draw: |f| fig18_feedback::draw(&f.feedback),
    },
    Figure {
        name: "fig19_recovery",
        caption: |f| {
            let rejected: u64 = f.recovery.iter().map(|row| row.rejected).sum();
            format!(
                "Share of rejected moves followed by an accepted move within one, two or three calls of the same turn, with 95 % case-bootstrap intervals; n above each panel counts rejected moves by setting ({} in all).",
                thousands(rejected)
            )
        },
        draw: |f| fig19_recovery::draw(&f.recovery),
    },
];

/// One look a model, the same in every figure.
fn palette(found: &Findings) -> Palette {
    Palette::new(found.models().into_iter().map(|id| found.roster.name(id)))
}

/// `1,234 calls of 714 trials`.
fn calls_of(found: &Findings) -> String {
    let all = || {
        let rows = found.composition.rows.iter();
        rows.filter(|row| row.model.is_none() && row.outcomes == Outcomes::All)
    };
    format!(
        "{} of {}",
        counted(&thousands(all().map(CompositionRow::calls).sum()), "call"),
        counted(&thousands(all().map(|row| row.trials).sum()), "trial")
    )
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
