//! Tables as CSV (RFC 4180): comma, CRLF, quotes only where needed.
//!
//! Text is written as it is. A spreadsheet may take a cell that begins with
//! `=` for a formula, so open tables with names from foreign archives as text.

use super::sheet::{Cell, TableSheet};

/// The table with its cells as printed; missing cells are empty.
#[must_use]
pub fn printed(sheet: &TableSheet) -> String {
    write(sheet, Cell::printed)
}

/// The table with all digits of every number (shortest form that reads back
/// as the same number), in the unit in which it is printed.
#[must_use]
pub fn exact(sheet: &TableSheet) -> String {
    write(sheet, Cell::exact)
}

fn write(sheet: &TableSheet, show: impl Fn(&Cell) -> Option<String>) -> String {
    let mut out = String::new();
    record(&mut out, sheet.columns.iter().map(|c| c.key.as_str()));
    for row in sheet.full_rows() {
        let cells: Vec<String> = row
            .iter()
            .map(|cell| show(cell).unwrap_or_default())
            .collect();
        record(&mut out, cells.iter().map(String::as_str));
    }
    out
}

/// Appends one record to `out`.
pub fn record<'a>(out: &mut String, fields: impl IntoIterator<Item = &'a str>) {
    let start = out.len();
    let mut count = 0;
    for field in fields {
        if count > 0 {
            out.push(',');
        }
        count += 1;
        if field.contains([',', '"', '\r', '\n']) || field.trim() != field {
            out.push('"');
            out.push_str(&field.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(field);
        }
    }
    // A lone empty field would otherwise be an empty line.
    if count == 1 && out.len() == start {
        out.push_str("\"\"");
    }
    out.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_needed() {
        let mut out = String::new();
        record(
            &mut out,
            ["a", "b,c", "say \"hi\"", "two\nlines", " edge", ""],
        );
        assert_eq!(
            out,
            "a,\"b,c\",\"say \"\"hi\"\"\",\"two\nlines\",\" edge\",\r\n"
        );
        out.clear();
        record(&mut out, [""]);
        assert_eq!(out, "\"\"\r\n");
    }
}
