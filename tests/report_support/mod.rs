//! Made-up frames in the shape of the paper's results.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod behaviour;

use recount::analysis::xiangqi::frames::{
    DistanceRow, FirstMoveRow, LengthRow, MateDistances, NestedRow, PassRow,
};
use recount::analysis::{Estimate, Share};
use recount::report::palette::Palette;

/// The paper's models with their wins in 357 trials, strongest first.
pub(crate) const PAPER: [(&str, [u64; 2]); 12] = [
    ("Gemini 3.1 Pro", [79, 50]),
    ("GPT-5.5", [32, 12]),
    ("Qwen 3.7 Max", [22, 10]),
    ("Claude Opus 4.7", [19, 3]),
    ("DeepSeek V4 Pro", [10, 0]),
    ("Seed 2.0 Pro", [3, 2]),
    ("Kimi K2.5", [3, 1]),
    ("Mistral Large 3", [3, 0]),
    ("MiniMax M2.5", [3, 0]),
    ("DeepSeek R1", [2, 0]),
    ("GPT-OSS 120B", [1, 0]),
    ("DeepSeek V3.2", [1, 0]),
];

pub(crate) const SIX_SETTINGS: [&str; 6] = [
    "Sighted",
    "Restricted",
    "Full",
    "No queries",
    "No refresh",
    "Neither",
];

/// A world to draw: models with their rate of success, settings, cases.
#[derive(Debug, Clone)]
pub(crate) struct World {
    pub(crate) models: Vec<(String, f64)>,
    pub(crate) settings: Vec<String>,
    pub(crate) cases: u64,
}

impl World {
    /// The paper's models and settings, or the first `count` models and then
    /// made-up ones with long names.
    pub(crate) fn new(count: usize, settings: &[&str], cases: u64) -> Self {
        let models = (0..count)
            .map(|i| match PAPER.get(i) {
                Some((name, wins)) => ((*name).to_owned(), wins[0] as f64 / 357.0),
                None => (
                    format!("some-lab/open-model-{i}b-instruct-2026"),
                    0.2 / i as f64,
                ),
            })
            .collect();
        Self {
            models,
            settings: settings.iter().map(|s| (*s).to_owned()).collect(),
            cases,
        }
    }

    pub(crate) fn losing(mut self) -> Self {
        for model in &mut self.models {
            model.1 = 0.0;
        }
        self
    }

    fn rows(&self) -> impl Iterator<Item = (usize, &str, &str, f64)> {
        self.settings
            .iter()
            .enumerate()
            .flat_map(move |(s, setting)| {
                self.models
                    .iter()
                    .enumerate()
                    .map(move |(m, (model, rate))| {
                        let rate = rate / (1.0 + s as f64 * 0.7);
                        (s * 31 + m, model.as_str(), setting.as_str(), rate)
                    })
            })
    }

    fn estimate(&self, value: f64) -> Estimate {
        let half = 1.96 * (value * (1.0 - value) / self.cases as f64).sqrt();
        Estimate {
            value,
            low: Some((value - half).max(0.0)),
            high: Some((value + half).min(1.0)),
        }
    }

    pub(crate) fn mate_distances(&self) -> MateDistances {
        if self.models.is_empty() {
            return MateDistances::default();
        }
        let shape = [(3, 1, 0), (5, 11, 2), (7, 17, 3), (9, 40, 5), (11, 37, 3)];
        let mut segments = Vec::new();
        for (distance, races, mates) in shape {
            segments.push(("Threat race".to_owned(), distance, races));
            segments.push(("Unopposed mate".to_owned(), distance, mates));
        }
        MateDistances {
            segments,
            cases: 119,
        }
    }

    pub(crate) fn pass(&self) -> Vec<PassRow> {
        self.rows()
            .map(|(_, model, setting, p)| {
                let at = [p, p * 1.5, p * 1.75].map(|v| self.estimate(v.min(1.0)));
                let hat = [p, p * 0.5, p * 0.27].map(|v| self.estimate(v));
                PassRow {
                    model: model.to_owned(),
                    setting: setting.to_owned(),
                    cases: self.cases,
                    trials: self.cases * 3,
                    pass_at: at,
                    pass_hat: hat,
                }
            })
            .collect()
    }

    pub(crate) fn distances(&self) -> Vec<DistanceRow> {
        if self.models.is_empty() {
            return Vec::new();
        }
        let rates = [
            (3, 0.02, 1),
            (5, 0.111, 13),
            (7, 0.061, 20),
            (9, 0.029, 45),
            (11, 0.018, 40),
        ];
        let any = self.models.iter().any(|m| m.1 > 0.0);
        self.settings
            .iter()
            .enumerate()
            .flat_map(|(s, setting)| {
                rates.map(|(distance, rate, cases)| {
                    let value = if any { rate / (1.0 + s as f64) } else { 0.0 };
                    let low = (distance > 3).then_some(value * 0.6);
                    let high = (distance > 3).then_some(value * 1.5);
                    DistanceRow {
                        setting: setting.clone(),
                        distance,
                        cases,
                        pass_at_1: Estimate { value, low, high },
                    }
                })
            })
            .collect()
    }

    pub(crate) fn first_moves(&self) -> Vec<FirstMoveRow> {
        self.rows()
            .map(|(i, model, setting, p)| {
                let trials = self.cases * 3;
                let matching = (trials as f64 * (0.15 + p)).round() as u64;
                let wins = (trials as f64 * p).round() as u64;
                let other = trials - matching - (i as u64 % 5).min(trials - matching);
                FirstMoveRow {
                    model: model.to_owned(),
                    setting: setting.to_owned(),
                    given_match: Share {
                        k: (wins * 9 / 10).min(matching),
                        n: matching,
                    },
                    given_other: Share {
                        k: (wins / 10).min(other),
                        n: other,
                    },
                }
            })
            .collect()
    }

    pub(crate) fn lengths(&self) -> Vec<LengthRow> {
        self.rows()
            .map(|(i, model, setting, p)| {
                let trials = self.cases * 3;
                let wins = (trials as f64 * p).round() as u64;
                let failed = trials - wins;
                let won = (0..wins)
                    .map(|w| match w % 9 {
                        7 => 1.4,
                        8 => {
                            if w % 2 == 0 {
                                2.2
                            } else {
                                5.7
                            }
                        }
                        _ => 1.0,
                    })
                    .collect::<Vec<f64>>();
                let wide = 0.2 + (i % 7) as f64 * 0.1;
                let shares = [60 + i as u64 % 12, 4 + i as u64 * 5 % 25, 3, 2, 1];
                let whole: u64 = shares.iter().sum();
                let names = [
                    "lost on board",
                    "resignation",
                    "action forfeit",
                    "repetition",
                    "turn cap",
                ];
                LengthRow {
                    model: model.to_owned(),
                    setting: setting.to_owned(),
                    wins: Share { k: wins, n: trials },
                    failed: (failed > 0).then_some([
                        wide * 0.5,
                        wide,
                        wide * 1.6,
                        wide * 2.2,
                        wide * 4.0,
                    ]),
                    won,
                    ends: names
                        .iter()
                        .zip(shares)
                        .map(|(name, share)| ((*name).to_owned(), failed * share / whole))
                        .collect(),
                }
            })
            .collect()
    }

    pub(crate) fn nested(&self) -> Vec<NestedRow> {
        let sizes = [10, 20, 30, 40, 60, 80, 100, 119];
        self.rows()
            .flat_map(|(i, model, setting, p)| {
                [("pass@1", 1.0), ("pass@3", 1.75), ("pass^3", 0.27)].map(|(metric, factor)| {
                    let points = sizes
                        .iter()
                        .filter(|m| **m <= self.cases)
                        .chain((self.cases < 10).then_some(&self.cases))
                        .map(|m| {
                            let sway = ((i * 7 + *m as usize) % 11) as f64 / 11.0 - 0.5;
                            let value = p * factor * (1.0 + sway * 8.0 / (*m as f64).sqrt());
                            (*m, value.clamp(0.0, 1.0))
                        })
                        .collect();
                    NestedRow {
                        model: model.to_owned(),
                        setting: setting.to_owned(),
                        metric: metric.to_owned(),
                        points,
                    }
                })
            })
            .collect()
    }

    /// Every figure of the world with its file stem.
    pub(crate) fn figures(&self) -> Vec<(&'static str, String)> {
        let palette = Palette::new(self.models.iter().map(|model| model.0.as_str()));
        use recount::report::xiangqi::figures::{
            fig02_mate_distances, fig03_conversion, fig04_conversion_gap, fig08_lengths,
            fig09_reach_reliability, fig10_nested,
        };
        vec![
            (
                "fig02_mate_distances",
                fig02_mate_distances::draw(&self.mate_distances()).unwrap(),
            ),
            (
                "fig03_conversion",
                fig03_conversion::draw(&self.pass(), &palette).unwrap(),
            ),
            (
                "fig04_conversion_gap",
                fig04_conversion_gap::draw(&self.distances(), &self.first_moves(), &palette)
                    .unwrap(),
            ),
            (
                "fig08_lengths",
                fig08_lengths::draw(&self.lengths(), &palette).unwrap(),
            ),
            (
                "fig09_reach_reliability",
                fig09_reach_reliability::draw(&self.pass(), &palette).unwrap(),
            ),
            (
                "fig10_nested",
                fig10_nested::draw(&self.nested(), &palette).unwrap(),
            ),
        ]
    }
}
