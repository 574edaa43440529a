//! The paper's tables from the findings.

use crate::analysis::consistency::Consistency;
use crate::analysis::failures::{Class, classes, invalid_loss};
use crate::analysis::{Roster, Trials};
use crate::records::xiangqi::Setting;
use crate::report::{Cell, Column, TableSheet};

const SETTINGS: [(&str, &str, &str); 2] = [("repl-sighted", "s", "S"), ("repl-blind", "r", "R")];

/// Key, heading and value of a column pair.
type Metric = (&'static str, &'static str, fn(&Consistency) -> f64);

/// What the tables are made from.
pub(super) struct Findings<'f> {
    pub(super) trials: &'f Trials,
    pub(super) rows: &'f [Consistency],
    pub(super) roster: &'f Roster,
}

impl Findings<'_> {
    /// Models in table order.
    fn models(&self) -> Vec<&str> {
        let mut models: Vec<&str> = Vec::new();
        for row in self.rows {
            if !models.contains(&row.model.as_str()) {
                models.push(&row.model);
            }
        }
        models
    }

    fn row(&self, model: &str, setting: &str) -> Option<&Consistency> {
        self.rows
            .iter()
            .find(|row| row.model == model && row.setting.id() == setting)
    }

    fn denominators(&self) -> String {
        let parts: Vec<String> = SETTINGS
            .iter()
            .map(|(id, ..)| {
                let setting = Setting::new(*id);
                format!(
                    "{} {}",
                    self.trials.of(&setting, None).count(),
                    setting.label()
                )
            })
            .collect();
        format!("Selected trials: {}.", parts.join(", "))
    }

    /// A table by its name in the pipeline file.
    pub(super) fn sheet(&self, name: &str) -> Option<TableSheet> {
        match name {
            "table02_models" => Some(self.models_table()),
            "table03_pass" => Some(self.pass_table()),
            "table04_passk" => Some(self.pass_k_table()),
            "table05_invalid" => Some(self.invalid_table()),
            "table11_failures" => Some(self.failures_table()),
            _ => None,
        }
    }

    fn models_table(&self) -> TableSheet {
        let rows = self
            .models()
            .into_iter()
            .map(|id| {
                let model = self.roster.get(id);
                let known = |text: String| {
                    if text.is_empty() {
                        Cell::Missing
                    } else {
                        Cell::Text(text)
                    }
                };
                vec![
                    Cell::Text(model.name),
                    known(model.developer),
                    known(model.weights),
                    Cell::text(id),
                ]
            })
            .collect();
        TableSheet {
            number: 2,
            name: "models".to_owned(),
            caption: format!("Evaluated models. {}", self.denominators()),
            columns: vec![
                Column::new("model", "Model"),
                Column::new("developer", "Developer"),
                Column::new("weights", "Weights"),
                Column::new("model_id", "Model ID"),
            ],
            rows,
        }
    }

    fn pass_table(&self) -> TableSheet {
        let metrics: [Metric; 3] = [
            ("pass1", "Pass@1", |row| row.row.pass_at[0].value),
            ("pass3", "Pass@3", |row| row.row.pass_at[2].value),
            ("passhat3", "pass^3", |row| row.row.pass_hat[2].value),
        ];
        let mut columns = vec![Column::new("model", "Model")];
        for (key, heading, _) in metrics {
            for (_, suffix, short) in SETTINGS {
                columns.push(Column::new(format!("{key}_{suffix}"), short).under(heading));
            }
        }
        let rows = self
            .models()
            .into_iter()
            .map(|model| {
                let mut cells = vec![Cell::text(self.roster.name(model))];
                for (_, _, value) in metrics {
                    for (setting, ..) in SETTINGS {
                        cells.push(Cell::percent(self.row(model, setting).map(value)));
                    }
                }
                cells
            })
            .collect();
        TableSheet {
            number: 3,
            name: "pass".to_owned(),
            caption: format!(
                "Three-trial success and consistency (%). {}",
                self.denominators()
            ),
            columns,
            rows,
        }
    }

    fn pass_k_table(&self) -> TableSheet {
        let mut columns = vec![
            Column::new("model", "Model"),
            Column::new("setting", "Setting"),
        ];
        for (key, group) in [("pass", "Pass@k"), ("passhat", "pass^k")] {
            for k in 1..=3 {
                columns.push(Column::new(format!("{key}{k}"), format!("k = {k}")).under(group));
            }
        }
        let mut rows = Vec::new();
        for model in self.models() {
            for (setting, _, short) in SETTINGS {
                let Some(row) = self.row(model, setting) else {
                    continue;
                };
                let mut cells = vec![Cell::text(self.roster.name(model)), Cell::text(short)];
                cells.extend(row.row.pass_at.iter().map(|e| Cell::Percent(e.value)));
                cells.extend(row.row.pass_hat.iter().map(|e| Cell::Percent(e.value)));
                rows.push(cells);
            }
        }
        TableSheet {
            number: 4,
            name: "passk".to_owned(),
            caption: format!(
                "Full finite-sample consistency metrics (%). {}",
                self.denominators()
            ),
            columns,
            rows,
        }
    }

    fn invalid_table(&self) -> TableSheet {
        let rows = self
            .models()
            .into_iter()
            .map(|model| {
                let mut cells = vec![Cell::text(self.roster.name(model))];
                for (setting, ..) in SETTINGS {
                    let share = invalid_loss(self.trials.of(&Setting::new(setting), Some(model)));
                    cells.push(Cell::Share {
                        k: share.k,
                        n: share.n,
                    });
                }
                cells
            })
            .collect();
        TableSheet {
            number: 5,
            name: "invalid".to_owned(),
            caption: format!(
                "Invalid-action and no-command losses (% of trials). {}",
                self.denominators()
            ),
            columns: vec![
                Column::new("model", "Model"),
                Column::new("sighted", "Sighted"),
                Column::new("restricted", "Restricted"),
            ],
            rows,
        }
    }

    fn failures_table(&self) -> TableSheet {
        let settings = SETTINGS.map(|(id, ..)| Setting::new(id));
        let counts = settings
            .each_ref()
            .map(|setting| classes(self.trials.of(setting, None)));
        let present = settings
            .each_ref()
            .map(|setting| self.trials.of(setting, None).next().is_some());
        let cell = |side: usize, n: u64| {
            if present[side] {
                Cell::count(n)
            } else {
                Cell::Missing
            }
        };
        let mut rows = vec![vec![
            Cell::text("All observed failures"),
            cell(0, counts[0].values().sum()),
            cell(1, counts[1].values().sum()),
        ]];
        for (class, _, heading) in Class::ALL {
            let n = |side: usize| counts[side].get(&class).copied().unwrap_or_default();
            rows.push(vec![Cell::text(heading), cell(0, n(0)), cell(1, n(1))]);
        }
        TableSheet {
            number: 11,
            name: "failures".to_owned(),
            caption: format!(
                "Mutually exclusive observed failure classes (trials). {}",
                self.denominators()
            ),
            columns: vec![
                Column::new("class", "Observed failure class"),
                Column::new("sighted", "Sighted"),
                Column::new("restricted", "Restricted"),
            ],
            rows,
        }
    }
}
