//! What an archive holds and what its labels get wrong (paper A.5).

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::analysis::Numbers;
use crate::analysis::{AnalysisError, Columns};
use crate::records::xiangqi::Setting;
use crate::replay::{Cause, Exclusion};
use crate::tables::{cases, comparisons, discrepancies, set_aside, trials};

/// Counts of one group of records, by name.
type Counts = BTreeMap<String, u64>;

/// The audit of an archive.
#[derive(Debug, Clone, Default)]
pub struct Audit {
    archive: Counts,
    excluded: Counts,
    relabel_all: Counts,
    relabel_selected: Counts,
    actions: Counts,
    budgets: Counts,
    corpus: Counts,
    compare: Vec<(String, u64, u64)>,
    /// Differing items by `kind` and cause.
    explained: Counts,
    /// Differing items without a cause.
    unexplained_items: u64,
    /// Trials without a label for a reason of their own.
    unlabelled: u64,
}

fn bump(counts: &mut Counts, key: &str, by: u64) {
    *counts.entry(key.to_owned()).or_default() += by;
}

impl Audit {
    /// Reads the tables and counts.
    ///
    /// # Errors
    ///
    /// When a table cannot be read.
    pub fn load(folder: &Path) -> Result<Self, AnalysisError> {
        let mut audit = Self::default();
        audit.count_trials(&Columns::load(folder, &trials::TABLE)?);
        audit.count_set_aside(&Columns::load(folder, &set_aside::TABLE)?);
        audit.count_comparisons(&Columns::load(folder, &comparisons::TABLE)?);
        audit.count_discrepancies(&Columns::load(folder, &discrepancies::TABLE)?);
        audit.count_cases(&Columns::load(folder, &cases::TABLE)?);
        Ok(audit)
    }

    fn count_trials(&mut self, table: &Columns) {
        for key in [
            "records",
            "scored",
            "selected",
            "scored_not_selected",
            "legacy",
            "recorded_twice",
        ] {
            bump(&mut self.archive, key, 0);
        }
        for name in Exclusion::NAMES.into_iter().chain(["total"]) {
            bump(&mut self.excluded, name, 0);
        }
        for counts in [&mut self.relabel_all, &mut self.relabel_selected] {
            for key in Cause::ALL.map(Cause::name).into_iter().chain(RELABEL_KEYS) {
                bump(counts, key, 0);
            }
        }
        let (scored, selected) = (table.flag("scored"), table.flag("selected"));
        let exclusions = table.text("exclusion");
        let generations = table.text("generation");
        let mut games: BTreeMap<&str, u64> = BTreeMap::new();
        for game in table.text("game").into_iter().flatten() {
            *games.entry(game).or_default() += 1;
        }
        bump(
            &mut self.archive,
            "recorded_twice",
            games.values().map(|n| n - 1).sum(),
        );
        for row in 0..table.rows() {
            bump(&mut self.archive, "records", 1);
            bump(&mut self.archive, "scored", u64::from(scored[row]));
            bump(&mut self.archive, "selected", u64::from(selected[row]));
            bump(
                &mut self.archive,
                "scored_not_selected",
                u64::from(scored[row] && !selected[row]),
            );
            bump(
                &mut self.archive,
                "legacy",
                u64::from(generations[row] == Some("legacy")),
            );
            if let Some(cause) = exclusions[row] {
                bump(&mut self.excluded, cause, 1);
                bump(&mut self.excluded, "total", 1);
            }
        }
        self.unlabelled = table
            .text("unlabelled")
            .into_iter()
            .flatten()
            .filter(|why| *why != "no_end")
            .count() as u64;
        self.count_relabels(table, &scored, &selected);
        self.count_actions(table);
        self.count_budgets(table, &selected);
    }

    fn count_relabels(&mut self, table: &Columns, scored: &[bool], selected: &[bool]) {
        let causes = table.text("relabel_cause");
        let (archived, reasons) = (table.text("archived_reason"), table.text("reason"));
        let outcomes = table.text("outcome");
        for row in 0..table.rows() {
            if !scored[row] {
                continue;
            }
            let mut found: Vec<&str> = causes[row]
                .into_iter()
                .flat_map(|causes| causes.split('+'))
                .collect();
            if !found.is_empty() {
                found.push("records");
            }
            if archived[row].is_some_and(|reason| reason.eq_ignore_ascii_case("stalemate")) {
                found.push("archived_stalemate");
                match reasons[row] {
                    Some("checkmate") => found.push("stalemate_to_checkmate"),
                    Some("stalemate") => found.push("stalemate_kept"),
                    _ => {}
                }
            }
            match (reasons[row], outcomes[row]) {
                (Some("repetition"), _) => found.push("repetition_trials"),
                (Some("perpetual_check"), Some("win")) => {
                    found.extend(["repetition_trials", "perpetual_by_defender"]);
                }
                (Some("perpetual_check"), _) => {
                    found.extend(["repetition_trials", "perpetual_by_attacker"]);
                }
                _ => {}
            }
            for key in found {
                bump(&mut self.relabel_all, key, 1);
                bump(&mut self.relabel_selected, key, u64::from(selected[row]));
            }
        }
    }

    fn count_actions(&mut self, table: &Columns) {
        for reading in ["trajectory", "messages", "none"] {
            bump(&mut self.actions, reading, 0);
        }
        for reading in table.text("reading").into_iter().flatten() {
            bump(&mut self.actions, reading, 1);
        }
        for (key, column) in [
            ("disagree", "actions_disagree"),
            ("unreadable_interaction", "unreadable_interaction"),
            ("open_turns", "open_turn"),
        ] {
            let n = table.flag(column).into_iter().filter(|flag| *flag).count();
            bump(&mut self.actions, key, n as u64);
        }
        for (key, column) in [
            ("calls", "calls"),
            ("recovered_commands", "recovered_commands"),
            ("no_command_replies", "no_command_replies"),
        ] {
            let n: i64 = table.int(column).into_iter().flatten().sum();
            bump(&mut self.actions, key, u64::try_from(n).unwrap_or_default());
        }
    }

    fn count_budgets(&mut self, table: &Columns, selected: &[bool]) {
        let settings = table.text("setting");
        for budget in trials::BUDGETS {
            let values = table.int(budget);
            for row in 0..table.rows() {
                if let (true, Some(setting), Some(value)) =
                    (selected[row], settings[row], values[row])
                {
                    let setting = Setting::new(setting);
                    bump(
                        &mut self.budgets,
                        &format!("{}.{budget}.{value}", setting.key()),
                        1,
                    );
                }
            }
        }
    }

    fn count_set_aside(&mut self, table: &Columns) {
        bump(&mut self.archive, "broken", 0);
        bump(&mut self.archive, "not_records", 0);
        for kind in table.text("kind").into_iter().flatten() {
            bump(
                &mut self.archive,
                if kind == "broken" {
                    "broken"
                } else {
                    "not_records"
                },
                1,
            );
        }
    }

    fn count_comparisons(&mut self, table: &Columns) {
        let (compared, differing) = (table.int("compared"), table.int("differing"));
        for (row, kind) in table.text("kind").into_iter().enumerate() {
            let count = |value: Option<i64>| {
                value
                    .and_then(|n| u64::try_from(n).ok())
                    .unwrap_or_default()
            };
            self.compare.push((
                kind.unwrap_or_default().to_owned(),
                count(compared[row]),
                count(differing[row]),
            ));
        }
    }

    fn count_discrepancies(&mut self, table: &Columns) {
        let (kinds, causes) = (table.text("kind"), table.text("cause"));
        for (kind, cause) in kinds.into_iter().zip(causes) {
            let (kind, cause) = (kind.unwrap_or_default(), cause.unwrap_or_default());
            bump(&mut self.explained, &format!("{kind}.{cause}"), 1);
            self.unexplained_items += u64::from(cause == Cause::Other.name());
        }
    }

    fn count_cases(&mut self, table: &Columns) {
        let (categories, distances) = (table.text("category"), table.int("mate_distance"));
        bump(&mut self.corpus, "cases", table.rows() as u64);
        for (category, distance) in categories.into_iter().zip(distances) {
            if let (Some(category), Some(distance)) = (category, distance) {
                bump(&mut self.corpus, &format!("{category}.{distance}"), 1);
            }
        }
        let conflicts = table
            .flag("conflict")
            .into_iter()
            .filter(|flag| *flag)
            .count();
        bump(&mut self.archive, "case_conflicts", conflicts as u64);
    }

    /// Relabellings and differing items without a named cause, and trials
    /// whose moves or end the rules do not confirm.
    #[must_use]
    pub fn unexplained(&self) -> u64 {
        let other = self
            .relabel_all
            .get(Cause::Other.name())
            .copied()
            .unwrap_or_default();
        other + self.unexplained_items + self.unlabelled
    }

    fn groups(&self) -> [(&'static str, &Counts); 7] {
        [
            ("archive", &self.archive),
            ("excluded", &self.excluded),
            ("relabel.all", &self.relabel_all),
            ("relabel.selected", &self.relabel_selected),
            ("actions", &self.actions),
            ("budget", &self.budgets),
            ("corpus", &self.corpus),
        ]
    }

    /// Adds the audit's keys to the numbers.
    pub fn number(&self, numbers: &mut Numbers) {
        numbers.section("A.5");
        for (group, counts) in self.groups() {
            for (key, count) in counts {
                numbers.count(format!("{group}.{key}"), *count);
            }
        }
        for (kind, compared, differing) in &self.compare {
            numbers.count(format!("compare.{kind}.n"), *compared);
            numbers.count(format!("compare.{kind}.mismatch"), *differing);
        }
    }

    /// The audit as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut out = Map::new();
        for (group, counts) in self.groups() {
            out.insert(group.to_owned(), json!(counts));
        }
        let compare: Map<String, Value> = self
            .compare
            .iter()
            .map(|(kind, compared, differing)| {
                (kind.clone(), json!({"n": compared, "mismatch": differing}))
            })
            .collect();
        out.insert("compare".to_owned(), Value::Object(compare));
        out.insert("differing_by_cause".to_owned(), json!(self.explained));
        out.insert("unexplained".to_owned(), json!(self.unexplained()));
        Value::Object(out)
    }

    /// The audit for people.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (group, counts) in self.groups().into_iter().take(5) {
            text.push_str(&format!("{group}\n"));
            for (key, count) in counts.iter().filter(|(_, count)| **count > 0) {
                text.push_str(&format!("  {key:<24} {count:>8}\n"));
            }
        }
        text.push_str("compared with the replay (items, differing)\n");
        for (kind, compared, differing) in &self.compare {
            text.push_str(&format!("  {kind:<24} {compared:>8} {differing:>8}\n"));
        }
        text.push_str("differing items by cause\n");
        for (key, count) in &self.explained {
            text.push_str(&format!("  {key:<24} {count:>8}\n"));
        }
        text.push_str(&format!("unexplained {}\n", self.unexplained()));
        text
    }
}

/// Breakdown keys of `relabel.*` beside the causes.
const RELABEL_KEYS: [&str; 7] = [
    "records",
    "archived_stalemate",
    "stalemate_to_checkmate",
    "stalemate_kept",
    "repetition_trials",
    "perpetual_by_attacker",
    "perpetual_by_defender",
];
