//! The parts of the page.

use maud::{Markup, PreEscaped, html};

use super::{AsideRow, ComparedCell, Facts, Section, ShownFigure, ShownTable};
use crate::report::sheet::Cell;
use crate::report::style::ONE_COLUMN;

/// An id of letters, digits and `-` for a heading.
pub(super) fn anchor(title: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '-'
        }
    };
    title.chars().map(plain).collect()
}

pub(super) fn section(section: &Section) -> Markup {
    html! {
        section id=(anchor(&section.title)) {
            h2 { (section.title) }
            @if !section.text.is_empty() { p { (section.text) } }
            div.figures {
                @for shown in &section.figures { (figure(shown)) }
            }
            @for shown in &section.tables { (table(shown)) }
        }
    }
}

fn figure(shown: &ShownFigure) -> Markup {
    html! {
        figure id=(shown.name) .wide[is_wide(&shown.svg)] {
            (PreEscaped(&shown.svg))
            figcaption {
                b { (label(&shown.name, "fig", "Figure")) ". " }
                (shown.caption) " "
                a href={ "figures/" (shown.name) ".pdf" } { "PDF" } " "
                a href={ "figures/" (shown.name) ".svg" } { "SVG" }
            }
        }
    }
}

/// Whether a drawing is wider than one column of a paper.
fn is_wide(svg: &str) -> bool {
    let width = svg
        .split_once("width=\"")
        .and_then(|(_, rest)| rest.split_once("pt\""));
    let width: Option<f64> = width.and_then(|(width, _)| width.parse().ok());
    width.is_some_and(|width| width > ONE_COLUMN * 1.2)
}

/// `Figure 3` for `fig03_conversion`.
fn label(name: &str, prefix: &str, word: &str) -> String {
    let digits = name.strip_prefix(prefix).and_then(|rest| rest.get(..2));
    match digits.and_then(|digits| digits.parse::<u32>().ok()) {
        Some(number) => format!("{word} {number}"),
        None => name.to_owned(),
    }
}

fn table(shown: &ShownTable) -> Markup {
    let sheet = &shown.sheet;
    let grouped = sheet.columns.iter().any(|column| column.group.is_some());
    html! {
        div.table id=(shown.name) {
            p.caption {
                b { (label(&shown.name, "table", "Table")) ". " }
                (sheet.caption) " "
                a href={ "csv/" (shown.name) ".csv" } { "CSV" } " "
                a href={ "latex/" (shown.name) ".tex" } { "LaTeX" }
            }
            @if sheet.rows.is_empty() {
                p.empty { "No data." }
            } @else {
                div.scroll {
                    table.sortable {
                        thead {
                            @if grouped { tr { (groups(shown)) } }
                            tr {
                                @for column in &sheet.columns {
                                    th scope="col" { button type="button" { (column.heading) } }
                                }
                            }
                        }
                        tbody {
                            @for row in sheet.full_rows() {
                                tr { @for cell in &row { (self::cell(cell)) } }
                            }
                        }
                    }
                }
            }
            @if !shown.beside.is_empty() { (beside(&shown.beside)) }
        }
    }
}

/// Neighbouring columns under one heading.
fn groups(shown: &ShownTable) -> Markup {
    let mut spans: Vec<(Option<&str>, usize)> = Vec::new();
    for column in &shown.sheet.columns {
        let group = column.group.as_deref();
        match spans.last_mut() {
            Some((last, n)) if *last == group => *n += 1,
            _ => spans.push((group, 1)),
        }
    }
    html! {
        @for (group, n) in spans {
            th.group scope="colgroup" colspan=(n) { (group.unwrap_or_default()) }
        }
    }
}

fn cell(cell: &Cell) -> Markup {
    let text = cell.printed();
    let exact = cell.exact();
    html! {
        @match cell {
            Cell::Text(text) => td { (text) },
            _ => @match text {
                Some(text) => td.number title=[exact] { (text) },
                None => td.number.missing { "–" },
            },
        }
    }
}

fn beside(cells: &[ComparedCell]) -> Markup {
    let differing = cells.iter().filter(|cell| !cell.same).count();
    html! {
        details {
            summary {
                "Beside the paper: " (cells.len()) " figures, " (differing) " differ"
            }
            div.scroll {
                table.sortable {
                    thead { tr {
                        @for heading in ["Figure", "Paper", "Here"] {
                            th scope="col" { button type="button" { (heading) } }
                        }
                    } }
                    tbody {
                        @for cell in cells {
                            tr.differs[!cell.same] {
                                td { (cell.place) }
                                td.number { (cell.published) }
                                td.number { (cell.recomputed) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn facts(facts: &Facts) -> Markup {
    html! {
        div.facts {
            h3 { (facts.title) }
            div.scroll { table { tbody {
                @for (name, value) in &facts.rows {
                    tr { th scope="row" { (name) } td { (value) } }
                }
            } } }
        }
    }
}

pub(super) fn audit(groups: &[Facts], aside: &[AsideRow], total: u64) -> Markup {
    html! {
        section #audit {
            h2 { "Audit" }
            p { "What the archive holds, and where its labels and stored positions differ from an exact replay." }
            div.columns { @for group in groups { (facts(group)) } }
            @if total > 0 {
                h3 { "Set aside (" (total) ")" }
                div.scroll { table.sortable {
                    thead { tr {
                        @for heading in ["Document", "Kind", "Reason"] {
                            th scope="col" { button type="button" { (heading) } }
                        }
                    } }
                    tbody {
                        @for row in aside {
                            tr { td.path { (row.place) } td { (row.kind) } td { (row.reason) } }
                        }
                    }
                } }
                @if (aside.len() as u64) < total {
                    p { "The first " (aside.len()) " are shown; all are in " a href="set_aside.csv" { "set_aside.csv" } "." }
                }
            }
        }
    }
}

pub(super) fn manifest(groups: &[Facts]) -> Markup {
    html! {
        section #manifest {
            h2 { "Manifest" }
            p {
                "Every quoted number is in " a href="numbers.csv" { "numbers.csv" } ", "
                a href="numbers.json" { "numbers.json" } " and " a href="numbers.tex" { "numbers.tex" }
                "; the tables behind them are Parquet files in tables/."
            }
            @for group in groups { (facts(group)) }
        }
    }
}
