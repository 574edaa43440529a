//! Made-up frames of simulation and behaviour.

use recount::analysis::xiangqi::frames::{
    AblationRow, CompositionRow, FeedbackRow, MixRow, Outcomes, RecoveryRow, RequestOutcomes,
    SimulationRow,
};
use recount::analysis::{Estimate, Share};

use super::World;

impl World {
    pub(crate) fn request_outcomes(&self) -> RequestOutcomes {
        if self.models.is_empty() {
            return RequestOutcomes::default();
        }
        RequestOutcomes {
            complete: 4474,
            illegal: 2178,
            terminal: 93,
            capped: 4,
            over_budget: 4593,
            refused: 0,
            over_cap: 40,
            adopted_lines: 2500,
            adopting_turns: 2100,
            diverged: Share { k: 826, n: 1677 },
        }
    }

    /// Every model in both arms where the world has the ablation, else none.
    pub(crate) fn ablation(&self) -> Vec<AblationRow> {
        let has = |name: &str| self.settings.iter().any(|setting| setting == name);
        if !has("Full") || !has("No queries") {
            return Vec::new();
        }
        self.models
            .iter()
            .enumerate()
            .map(|(at, (model, rate))| AblationRow {
                model: model.clone(),
                positions: 20 + at as u64 % 2,
                with: self.estimate(rate * 2.0),
                without: self.estimate(rate * 1.4),
                difference: self.estimate(rate * 0.6),
                p: 0.27 / (1.0 + at as f64 * 20.0),
            })
            .collect()
    }

    pub(crate) fn simulation_use(&self) -> Vec<SimulationRow> {
        self.models
            .iter()
            .enumerate()
            .map(|(at, (model, _))| {
                let trials = self.cases * 3;
                let turns = trials * 4;
                let requests = turns * (at as u64 * 5 % 13) / 9;
                SimulationRow {
                    model: model.clone(),
                    first_turn: Share {
                        k: trials * (at as u64 * 7 % 11) / 10,
                        n: trials,
                    },
                    turns,
                    requests,
                    accepted: requests * 2 / 3,
                    complete: requests / 2,
                }
            })
            .collect()
    }

    pub(crate) fn mix(&self) -> Vec<MixRow> {
        self.rows()
            .map(|(i, model, setting, p)| {
                let queries = matches!(setting, "Sighted" | "Full" | "No refresh");
                let calls = |n: u64| self.cases * (n + i as u64 * n % 7);
                let query = |n: u64| if queries { calls(n) } else { 0 };
                MixRow {
                    model: model.to_owned(),
                    setting: setting.to_owned(),
                    counts: [
                        calls(9),
                        i as u64 % 3,
                        query(1),
                        query(2),
                        calls(1),
                        query(8),
                        calls(3),
                        calls(2),
                    ],
                    available: [true, true, queries, queries, true, queries, true, true],
                    pass_at_1: Some(p),
                }
            })
            .collect()
    }

    pub(crate) fn composition(&self) -> Vec<CompositionRow> {
        let mut rows = Vec::new();
        for (s, setting) in self.settings.iter().enumerate() {
            let models = std::iter::once(None).chain(self.models.iter().map(Some));
            for (m, model) in models.enumerate() {
                if self.models.is_empty() {
                    continue;
                }
                let rate = model.map_or(0.05, |model| model.1) / (1.0 + s as f64);
                let trials = self.cases * 3;
                let wins = if self.models.iter().all(|model| model.1 == 0.0) {
                    0
                } else {
                    (trials as f64 * rate).round() as u64
                };
                for outcomes in Outcomes::ALL {
                    let (trials, wins) = match outcomes {
                        Outcomes::All => (trials, wins),
                        Outcomes::Won => (wins, wins),
                        Outcomes::Failed => (trials - wins, 0),
                    };
                    let mut bins = [[0; 8]; 20];
                    for (bin, counts) in bins.iter_mut().enumerate() {
                        for (category, count) in counts.iter_mut().enumerate() {
                            let wave = (bin * (category + 2) + m * 3 + s) % 11;
                            *count = trials * wave as u64 / (4 + category as u64);
                        }
                    }
                    rows.push(CompositionRow {
                        model: model.map(|model| model.0.clone()),
                        setting: setting.clone(),
                        outcomes,
                        trials,
                        wins,
                        bins,
                    });
                }
            }
        }
        rows
    }

    pub(crate) fn feedback(&self) -> Vec<FeedbackRow> {
        if self.models.is_empty() {
            return Vec::new();
        }
        let events = [
            ("rejected_move", "Rejected move"),
            ("sim_complete", "Simulation complete"),
            ("sim_illegal", "Simulation illegal"),
            ("sim_over_budget", "Simulation over budget"),
            ("reply_mismatch", "Defender reply mismatch"),
        ];
        self.settings
            .iter()
            .flat_map(|setting| {
                let blind = setting == "Restricted";
                events
                    .iter()
                    .enumerate()
                    .map(move |(at, (key, event))| FeedbackRow {
                        setting: setting.clone(),
                        key,
                        event: (*event).to_owned(),
                        next: if blind && at > 0 {
                            [0; 8]
                        } else {
                            [4096 / (at as u64 + 1), 874, 1087, 386, 90, 0, 12, 700]
                        },
                    })
            })
            .collect()
    }

    pub(crate) fn recovery(&self) -> Vec<RecoveryRow> {
        self.rows()
            .map(|(i, model, setting, p)| {
                // Some models never have a move refused.
                let rejected = (i as u64 % 5) * self.cases * 2;
                let rates = [0.4, 0.5, 0.52].map(|rate| {
                    let value = (rate + p * 2.0).min(1.0);
                    let half = 0.1;
                    (rejected > 0).then_some(Estimate {
                        value,
                        low: (self.cases > 1).then_some(value - half),
                        high: (self.cases > 1).then_some((value + half).min(1.0)),
                    })
                });
                RecoveryRow {
                    model: model.to_owned(),
                    setting: setting.to_owned(),
                    rejected,
                    rates,
                }
            })
            .collect()
    }

    /// The figures of simulation and behaviour with their file stems.
    pub(crate) fn behaviour_figures(&self) -> Vec<(&'static str, String)> {
        use recount::report::xiangqi::figures::{
            fig05_action_mix, fig06_progress, fig07_simulation, fig13_simulation_use,
            fig14_outcomes, fig15_best_models, fig18_feedback, fig19_recovery, model_calls,
        };
        let outcomes = self.request_outcomes();
        let calls = self.composition();
        [
            ("fig05_action_mix", fig05_action_mix::draw(&self.mix())),
            ("fig06_progress", fig06_progress::draw(&calls)),
            (
                "fig07_simulation",
                fig07_simulation::draw(Some(&outcomes), &self.ablation()),
            ),
            (
                "fig13_simulation_use",
                fig13_simulation_use::draw(&self.simulation_use()),
            ),
            ("fig14_outcomes", fig14_outcomes::draw(&calls)),
            ("fig15_best_models", fig15_best_models::draw(&calls)),
            ("fig16_sighted_calls", model_calls::draw(&calls, "Sighted")),
            (
                "fig17_restricted_calls",
                model_calls::draw(&calls, "Restricted"),
            ),
            ("fig18_feedback", fig18_feedback::draw(&self.feedback())),
            ("fig19_recovery", fig19_recovery::draw(&self.recovery())),
        ]
        .map(|(name, svg)| (name, svg.unwrap()))
        .to_vec()
    }
}
