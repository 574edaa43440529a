//! From tables to the report's files.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use thiserror::Error;
use tracing::{debug, info};

use super::html;
use super::plan::Plan;
use crate::analysis::published::{self, Beside, PublishedError, beside};
use crate::analysis::xiangqi::Findings;
use crate::analysis::{AnalysisError, Numbers};
use crate::report::html::{AsideRow, ComparedCell, ShownFigure, ShownTable};
use crate::report::xiangqi::BOOK;
use crate::report::{Book, ReportError, csv, latex, macros, render};
use crate::tables::{self, read_table};

/// Why a report could not be made.
#[derive(Debug, Error)]
pub enum MakeError {
    /// A finding failed.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    /// The published figures cannot be read.
    #[error(transparent)]
    Published(#[from] PublishedError),
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

impl MakeError {
    pub(super) fn io(path: &Path, error: std::io::Error) -> Self {
        Self::Io {
            path: path.display().to_string(),
            error,
        }
    }
}

/// Writes figures, tables, numbers and the audit of `folder` into `out`.
///
/// # Errors
///
/// When a table cannot be read or a file cannot be written. Missing settings
/// or models are no error: what they would show is left out and said.
pub fn make_report(plan: &Plan, folder: &Path, out: &Path) -> Result<(), MakeError> {
    info!("computing the findings");
    let found = Findings::load(folder, plan.roster(), &plan.parameters())?;
    info!("writing figures, tables and numbers");
    let figures = write_figures(plan, &BOOK, &found, out)?;
    let tables = write_tables(plan, &BOOK, &found, out)?;
    write_published(&tables, out)?;
    write_numbers(plan, &found.numbers, out)?;
    let audit = pretty(&found.audit.to_json());
    write(&out.join("audit.json"), audit.as_bytes())?;
    let aside = write_set_aside(folder, out)?;
    let page = html::page(plan, &found, figures, tables, aside, folder);
    write(&out.join("index.html"), page.render().as_bytes())
}

fn write_figures<F>(
    plan: &Plan,
    book: &Book<F>,
    found: &F,
    out: &Path,
) -> Result<Vec<ShownFigure>, MakeError> {
    let draw = |name: &String| {
        debug!("drawing {name}");
        let figure = book.figure(name).ok_or_else(|| unknown("figure", name))?;
        let failed = |error| MakeError::Figure {
            name: name.clone(),
            error,
        };
        let rendered = render(&(figure.draw)(found).map_err(failed)?).map_err(failed)?;
        let file = |end: &str| out.join("figures").join(format!("{name}.{end}"));
        write(&file("svg"), rendered.svg.as_bytes())?;
        write(&file("pdf"), &rendered.pdf)?;
        write(&file("png"), &rendered.png)?;
        Ok(ShownFigure {
            name: name.clone(),
            caption: (figure.caption)(found),
            svg: rendered.svg,
        })
    };
    plan.figures.keys().map(draw).collect()
}

fn write_tables(
    plan: &Plan,
    book: &Book<Findings>,
    found: &Findings,
    out: &Path,
) -> Result<Vec<ShownTable>, MakeError> {
    let whole = published::whole(found)?;
    let make = |name: &String| {
        let table = book.table(name).ok_or_else(|| unknown("table", name))?;
        let sheet = (table.sheet)(found);
        let printed = csv::printed(&sheet);
        let csv_file = |end: &str| out.join("csv").join(format!("{name}{end}.csv"));
        write(&csv_file(""), printed.as_bytes())?;
        write(&csv_file("_exact"), csv::exact(&sheet).as_bytes())?;
        let tex = latex::Table::new(&sheet).build();
        let tex_file = out.join("latex").join(format!("{name}.tex"));
        write(&tex_file, tex.as_bytes())?;
        Ok(ShownTable {
            name: name.clone(),
            beside: beside(name, &printed, whole)?
                .into_iter()
                .map(compared)
                .collect(),
            sheet,
        })
    };
    plan.tables.keys().map(make).collect()
}

fn compared(cell: Beside) -> ComparedCell {
    ComparedCell {
        place: format!("{}, {}", cell.row, cell.column),
        same: cell.same(),
        published: cell.published,
        recomputed: cell.recomputed,
    }
}

/// The paper's figures beside ours, where both have the same model and setting.
fn write_published(tables: &[ShownTable], out: &Path) -> Result<(), MakeError> {
    let mut sheet = String::new();
    let header = ["table", "figure", "published", "recomputed", "same"];
    csv::record(&mut sheet, header);
    for table in tables {
        for cell in &table.beside {
            let same = if cell.same { "yes" } else { "no" };
            let fields = [&table.name, &cell.place, &cell.published, &cell.recomputed];
            csv::record(
                &mut sheet,
                fields.into_iter().map(String::as_str).chain([same]),
            );
        }
    }
    write(&out.join("published.csv"), sheet.as_bytes())
}

fn unknown(kind: &'static str, name: &str) -> MakeError {
    MakeError::Unknown {
        kind,
        name: name.to_owned(),
    }
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

/// Writes the documents that were set aside, and returns them.
fn write_set_aside(folder: &Path, out: &Path) -> Result<Vec<AsideRow>, MakeError> {
    use arrow_array::cast::AsArray;
    use arrow_array::types::Int64Type;
    let mut aside = Vec::new();
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
            let place = if line.is_empty() {
                source.value(row).to_owned()
            } else {
                format!("{}, line {line}", source.value(row))
            };
            aside.push(AsideRow {
                place,
                kind: kind.value(row).to_owned(),
                reason: reason.value(row).to_owned(),
            });
        }
    }
    write(&out.join("set_aside.csv"), sheet.as_bytes())?;
    Ok(aside)
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
    written.map_err(|error| MakeError::io(path, error))
}
