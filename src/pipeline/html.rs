//! What the page shows, from the findings and the files beside it.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::ingest::MANIFEST;
use super::plan::{Plan, PlanFinding};
use crate::analysis::xiangqi::Findings;
use crate::records::xiangqi::Setting;
use crate::report::html::{AsideRow, Facts, Report, Section, ShownFigure, ShownTable};

/// Documents set aside that the page lists; the CSV lists all.
const LISTED: usize = 200;

/// The page of a report.
pub(super) fn page(
    plan: &Plan,
    found: &Findings,
    figures: Vec<ShownFigure>,
    tables: Vec<ShownTable>,
    mut aside: Vec<AsideRow>,
    folder: &Path,
) -> Report {
    let aside_total = aside.len() as u64;
    aside.truncate(LISTED);
    Report {
        title: format!("{} recounted", plan.name),
        subtitle: subtitle(found),
        notices: notices(found),
        sections: sections(plan, figures, tables),
        audit: audit(found),
        aside,
        aside_total,
        manifest: manifest(plan, folder),
    }
}

fn subtitle(found: &Findings) -> String {
    let models = found.models().len();
    let settings: Vec<String> = found
        .trials
        .settings()
        .iter()
        .map(|setting| {
            let trials = found.trials.of(setting, None).count();
            format!("{} {}", trials, setting.label())
        })
        .collect();
    format!("{models} models; selected trials: {}", settings.join(", "))
}

/// Missing data that a reader would otherwise look for.
fn notices(found: &Findings) -> Vec<String> {
    let mut notices = Vec::new();
    if found.trials.rows().is_empty() {
        notices
            .push("The archive holds no scored trial; every figure and table is empty.".to_owned());
        return notices;
    }
    for id in ["repl-sighted", "repl-blind"] {
        let setting = Setting::new(id);
        if found.trials.of(&setting, None).next().is_none() {
            notices.push(format!(
                "The archive holds no scored trial in the {} setting; its columns and panels are \
                 left out or empty, and the two settings are not compared.",
                setting.label()
            ));
        }
    }
    notices
}

/// Sections in the order of the pipeline file; outputs of findings that it does
/// not describe come last, under the finding's name.
fn sections(plan: &Plan, figures: Vec<ShownFigure>, tables: Vec<ShownTable>) -> Vec<Section> {
    let mut findings = plan.findings.clone();
    for name in plan.figures.values().chain(plan.tables.values()) {
        if !findings.iter().any(|finding| finding.name == *name) {
            findings.push(PlanFinding {
                name: name.clone(),
                title: name.clone(),
                text: String::new(),
            });
        }
    }
    findings
        .into_iter()
        .map(|finding| {
            let is = |name: Option<&String>| name == Some(&finding.name);
            let figures = figures.iter().filter(|f| is(plan.figures.get(&f.name)));
            let tables = tables.iter().filter(|t| is(plan.tables.get(&t.name)));
            Section {
                figures: figures.cloned().collect(),
                tables: tables.cloned().collect(),
                title: finding.title,
                text: finding.text,
            }
        })
        .filter(|section| !(section.figures.is_empty() && section.tables.is_empty()))
        .collect()
}

/// Every group of counts of the audit.
fn audit(found: &Findings) -> Vec<Facts> {
    let Value::Object(groups) = found.audit.to_json() else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for (title, group) in &groups {
        let Value::Object(counts) = group else {
            continue;
        };
        let rows: Vec<(String, String)> = counts
            .iter()
            .filter(|(_, count)| **count != 0)
            .map(|(name, count)| (name.replace('_', " "), shown(count)))
            .collect();
        if !rows.is_empty() {
            out.push(Facts {
                title: title.replace('_', " "),
                rows,
            });
        }
    }
    let unexplained = found.audit.unexplained().to_string();
    out.push(Facts {
        title: "Unexplained".to_owned(),
        rows: vec![("differences without a named cause".to_owned(), unexplained)],
    });
    out
}

/// `12`, or `3 of 120` for a comparison.
fn shown(value: &Value) -> String {
    match (value.get("mismatch"), value.get("n")) {
        (Some(differing), Some(n)) => format!("{differing} of {n} differ"),
        _ => match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        },
    }
}

/// What the tables were made from, and the parameters of the estimators.
fn manifest(plan: &Plan, folder: &Path) -> Vec<Facts> {
    let mut out = Vec::new();
    let read = fs::read(folder.join(MANIFEST)).ok();
    let manifest: Option<Value> = read.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    if let Some(Value::Object(manifest)) = &manifest {
        let inputs = manifest.get("inputs").and_then(Value::as_array);
        let text = |input: &Value, key: &str| input.get(key).map(shown).unwrap_or_default();
        let rows = inputs
            .into_iter()
            .flatten()
            .map(|input| {
                let sum = format!(
                    "{} bytes, sha256 {}",
                    text(input, "bytes"),
                    text(input, "sha256")
                );
                (text(input, "path"), sum)
            })
            .collect();
        out.push(Facts {
            title: "Inputs".to_owned(),
            rows,
        });
        let rest = manifest.iter().filter(|(key, _)| *key != "inputs");
        out.push(Facts {
            title: "Tables".to_owned(),
            rows: rest
                .map(|(key, value)| (key.replace('_', " "), shown(value)))
                .collect(),
        });
    }
    if let Ok(Value::Object(parameters)) = serde_json::to_value(plan.parameters) {
        let rows = parameters.iter();
        out.push(Facts {
            title: "Parameters".to_owned(),
            rows: rows
                .map(|(key, value)| (key.replace('_', " "), shown(value)))
                .collect(),
        });
    }
    out
}
