//! The report page, in a real browser where one is installed.

#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "helpers of tests fail like tests, and say what they skip"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use recount::report::html::{AsideRow, Facts, Report, Section, ShownFigure, ShownTable};
use recount::report::{Cell, Column, TableSheet};

const HOSTILE: &str =
    "</td><script>document.title='taken'</script>\"'&<img src=x onerror=alert(1)>";

fn page() -> Report {
    let sheet = TableSheet {
        number: 3,
        name: "pass".to_owned(),
        caption: "Some shares.".to_owned(),
        columns: vec![Column::new("model", "Model"), Column::new("pass", "Pass")],
        rows: vec![
            vec![Cell::text(HOSTILE), Cell::Percent(0.05)],
            vec![Cell::text("empty"), Cell::Missing],
            vec![Cell::text("best"), Cell::Percent(0.5)],
            vec![Cell::text("middle"), Cell::Percent(0.125)],
        ],
    };
    Report {
        title: "A report".to_owned(),
        subtitle: HOSTILE.to_owned(),
        notices: vec![HOSTILE.to_owned()],
        sections: vec![Section {
            title: "Consistency".to_owned(),
            text: String::new(),
            figures: vec![ShownFigure {
                name: "fig03_conversion".to_owned(),
                caption: HOSTILE.to_owned(),
                svg: "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"240pt\" height=\"10pt\"/>"
                    .to_owned(),
            }],
            tables: vec![ShownTable {
                name: "table03_pass".to_owned(),
                sheet,
                beside: Vec::new(),
            }],
        }],
        audit: vec![Facts {
            title: HOSTILE.to_owned(),
            rows: vec![(HOSTILE.to_owned(), HOSTILE.to_owned())],
        }],
        aside: vec![AsideRow {
            place: HOSTILE.to_owned(),
            kind: "broken".to_owned(),
            reason: HOSTILE.to_owned(),
        }],
        aside_total: 1,
        manifest: Vec::new(),
    }
}

/// The page as the browser holds it after its script ran; none without a browser.
fn opened(html: &str, hash: &str) -> Option<String> {
    let browser = ["chromium", "chromium-browser", "google-chrome"]
        .iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok());
    let Some(browser) = browser else {
        eprintln!("SKIPPED: no Chromium is installed, the page was not opened");
        return None;
    };
    let folder = tempfile::tempdir().unwrap();
    let file: PathBuf = folder.path().join("index.html");
    fs::write(&file, html).unwrap();
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
        ])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
        ])
        .args(["--disable-sync", "--virtual-time-budget=5000", "--dump-dom"])
        .arg(format!(
            "--user-data-dir={}",
            profile(folder.path()).display()
        ))
        .arg(format!("file://{}{hash}", file.display()))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Some(String::from_utf8(output.stdout).unwrap())
}

fn profile(folder: &Path) -> PathBuf {
    folder.join("profile")
}

#[test]
fn hostile_text_stays_text() {
    let html = page().render();
    assert!(!html.contains("<img src=x"), "unescaped text");
    assert_eq!(
        html.matches("<script>").count(),
        1,
        "the page has one script, its own"
    );
    if let Some(dom) = opened(&html, "") {
        assert!(
            dom.contains("data-ready=\"yes\""),
            "the script did not run: {dom}"
        );
        assert!(
            dom.contains("<title>A report</title>"),
            "a model's text was run"
        );
    }
}

#[test]
fn the_page_loads_nothing() {
    let html = page().render();
    for attribute in ["src=\"http", "href=\"http", "url(http", "@import"] {
        assert!(!html.contains(attribute), "{attribute}");
    }
    assert!(html.contains("default-src 'none'"));
}

#[test]
fn a_table_sorts_by_a_column_with_missing_values_last() {
    let Some(dom) = opened(&page().render(), "#sort=table03_pass.2") else {
        return;
    };
    let place = |name: &str| dom.find(&format!("<td>{name}")).unwrap();
    assert!(place("best") < place("middle"));
    assert!(place("middle") < place("&lt;/td&gt;"));
    assert!(place("&lt;/td&gt;") < place("empty"));
    assert!(dom.contains("aria-sort=\"descending\""));
}
