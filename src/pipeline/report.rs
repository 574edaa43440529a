//! From tables to the report's files.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use thiserror::Error;

use super::plan::Plan;
use super::sheets::Findings;
use crate::analysis::archive::Audit;
use crate::analysis::{AnalysisError, Numbers, Trials, consistency, conversion, failures, nested};
use crate::report::{ReportError, csv, figure, latex, macros, render};
use crate::tables::{self, read_table};

/// Why a report could not be made.
#[derive(Debug, Error)]
pub enum MakeError {
    /// A finding failed.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    /// A figure failed.
    #[error("figure {name}: {error}")]
    Figure {
        /// Its name.
        name: String,
        /// What went wrong.
        error: ReportError,
    },
    /// The pipeline file asks for something unknown.
    #[error("the pipeline names an unknown {kind} {name}")]
    Unknown {
        /// `figure` or `table`.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// A file cannot be written.
    #[error("cannot write {path}: {error}")]
    Io {
        /// The file.
        path: String,
        /// What the system said.
        error: std::io::Error,
    },
}

/// Writes figures, tables, numbers and the audit of `folder` into `out`.
///
/// # Errors
///
/// When a table cannot be read or a file cannot be written. Missing settings
/// or models are no error: what they would show is left out and said.
pub fn make_report(plan: &Plan, folder: &Path, out: &Path) -> Result<(), MakeError> {
    let (parameters, roster) = (plan.parameters(), plan.roster());
    let trials = Trials::load(folder)?;
    let rows = consistency::rows(&trials, &roster, &parameters);
    let audit = Audit::load(folder)?;
    let mut numbers = Numbers::default();
    audit.number(&mut numbers);
    consistency::number(&rows, &trials, &parameters, &mut numbers);
    conversion::number(&rows, &trials, &parameters, &mut numbers);
    failures::number(&trials, &mut numbers);
    let nested = nested::nested(&rows, &parameters, &mut numbers);

    for name in plan.figures.keys() {
        let passes: Vec<_> = rows.iter().map(|row| row.row.clone()).collect();
        let svg = match name.as_str() {
            "fig02_mate_distances" => {
                figure::fig02_mate_distances::draw(&conversion::mate_distances(folder)?)
            }
            "fig03_conversion" => figure::fig03_conversion::draw(&passes),
            "fig04_conversion_gap" => {
                let distances = conversion::by_distance(&rows, &trials, &parameters);
                let distances: Vec<_> = distances.into_iter().map(|(_, row)| row).collect();
                figure::fig04_conversion_gap::draw(
                    &distances,
                    &conversion::first_moves(&rows, &trials),
                )
            }
            "fig08_lengths" => figure::fig08_lengths::draw(&conversion::lengths(&rows, &trials)),
            "fig09_reach_reliability" => figure::fig09_reach_reliability::draw(&passes),
            "fig10_nested" => figure::fig10_nested::draw(&nested),
            _ => {
                return Err(MakeError::Unknown {
                    kind: "figure",
                    name: name.clone(),
                });
            }
        };
        let failed = |error| MakeError::Figure {
            name: name.clone(),
            error,
        };
        let rendered = render(&svg.map_err(failed)?).map_err(failed)?;
        let stem = out.join("figures").join(name);
        write(&stem.with_extension("svg"), rendered.svg.as_bytes())?;
        write(&stem.with_extension("pdf"), &rendered.pdf)?;
        write(&stem.with_extension("png"), &rendered.png)?;
    }

    let findings = Findings {
        trials: &trials,
        rows: &rows,
        roster: &roster,
    };
    for name in plan.tables.keys() {
        let Some(sheet) = findings.sheet(name) else {
            return Err(MakeError::Unknown {
                kind: "table",
                name: name.clone(),
            });
        };
        write(
            &out.join("csv").join(format!("{name}.csv")),
            csv::printed(&sheet).as_bytes(),
        )?;
        write(
            &out.join("csv").join(format!("{name}_exact.csv")),
            csv::exact(&sheet).as_bytes(),
        )?;
        let tex = latex::Table::new(&sheet).build();
        write(
            &out.join("latex").join(format!("{name}.tex")),
            tex.as_bytes(),
        )?;
    }
    write_numbers(plan, &numbers, out)?;
    write(&out.join("audit.json"), pretty(&audit.to_json()).as_bytes())?;
    write_set_aside(folder, out)
}

fn write_numbers(plan: &Plan, numbers: &Numbers, out: &Path) -> Result<(), MakeError> {
    let flat = numbers.flat();
    let values: Map<String, Value> = flat
        .iter()
        .map(|(key, value)| (key.clone(), value.map_or(Value::Null, exact)))
        .collect();
    let meta = json!({
        "pipeline": plan.name,
        "recount": env!("CARGO_PKG_VERSION"),
        "parameters": plan.parameters,
    });
    write(
        &out.join("numbers.json"),
        pretty(&json!({"meta": meta, "numbers": values})).as_bytes(),
    )?;
    let mut sheet = String::new();
    csv::record(
        &mut sheet,
        ["key", "value", "low", "high", "k", "n", "unit", "section"],
    );
    for (key, number) in numbers.iter() {
        let float = |value: Option<f64>| value.map_or_else(String::new, |v| exact(v).to_string());
        let count = |value: Option<u64>| value.map_or_else(String::new, |v| v.to_string());
        let fields = [
            key.to_owned(),
            float(number.value),
            float(number.interval.map(|i| i.0)),
            float(number.interval.map(|i| i.1)),
            count(number.k),
            count(number.n),
            number.unit.to_owned(),
            number.section.to_owned(),
        ];
        csv::record(&mut sheet, fields.iter().map(String::as_str));
    }
    write(&out.join("numbers.csv"), sheet.as_bytes())?;
    let tex = macros::numbers(flat.iter().map(|(key, value)| (key.as_str(), *value)));
    write(&out.join("numbers.tex"), tex.as_bytes())
}

/// Whole numbers without a fraction part.
fn exact(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 9.0e15 {
        json!(value as i64)
    } else {
        json!(value)
    }
}

fn write_set_aside(folder: &Path, out: &Path) -> Result<(), MakeError> {
    use arrow_array::cast::AsArray;
    use arrow_array::types::Int64Type;
    let mut sheet = String::new();
    csv::record(&mut sheet, ["source", "line", "kind", "reason"]);
    let batches = read_table(folder, &tables::set_aside::TABLE).map_err(AnalysisError::from)?;
    for batch in &batches {
        let (source, line) = (
            batch.column(0).as_string::<i32>(),
            batch.column(1).as_primitive::<Int64Type>(),
        );
        let (kind, reason) = (
            batch.column(2).as_string::<i32>(),
            batch.column(3).as_string::<i32>(),
        );
        for (row, line) in line.iter().enumerate() {
            let line = line.map_or_else(String::new, |line| line.to_string());
            csv::record(
                &mut sheet,
                [source.value(row), &line, kind.value(row), reason.value(row)],
            );
        }
    }
    write(&out.join("set_aside.csv"), sheet.as_bytes())
}

pub(super) fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

/// Writes a file, its folder included.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), MakeError> {
    let written = match path.parent() {
        Some(parent) => fs::create_dir_all(parent).and_then(|()| fs::write(path, bytes)),
        None => fs::write(path, bytes),
    };
    written.map_err(|error| MakeError::Io {
        path: path.display().to_string(),
        error,
    })
}
