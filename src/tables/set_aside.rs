//! One row a document that is no record, or no readable one.

use super::batch::Batch;
use super::schema::{Column, Kind, Table};

use Kind::{Int, Text};

/// The table.
pub static TABLE: Table = Table {
    name: "set_aside",
    doc: "One row a document that did not become a trial or game; nothing is dropped without a row here.",
    key: &["source", "line"],
    order: "input order",
    columns: &[
        Column::new(
            "source",
            Text,
            "",
            "Path as given, plus !member inside a container",
        ),
        Column::optional("line", Int, "", "1-based line in a .jsonl file"),
        Column::new("kind", Text, "", "broken or not_a_record"),
        Column::new("reason", Text, "", "What is wrong with it"),
    ],
};

pub(crate) fn push(batch: &mut Batch, source: &str, line: Option<u64>, kind: &str, reason: &str) {
    batch
        .text(source)
        .int(line.and_then(|line| i64::try_from(line).ok()))
        .text(kind)
        .text(reason);
}
