//! Tables and numbers as files: snapshots, and what no input may break.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use proptest::prelude::*;
use recount::report::{Cell, Column, TableSheet, csv, latex, macros};

fn pass_table() -> TableSheet {
    let row = |model: &str, wins: u64, restricted: Option<f64>| {
        vec![
            Cell::text(model),
            Cell::count(wins),
            Cell::Share { k: wins, n: 357 },
            Cell::percent(restricted),
            Cell::decimal(Some(-1.0 / 3.0), 2),
        ]
    };
    TableSheet {
        number: 3,
        name: "pass".to_owned(),
        caption: "Pass@1 of every model over 119 cases & 357 trials.".to_owned(),
        columns: vec![
            Column::new("model", "Model"),
            Column::new("wins", "Wins"),
            Column::new("sighted", "Sighted").under("Pass@1 (%)"),
            Column::new("restricted", "Restricted").under("Pass@1 (%)"),
            Column::new("difference", "Diff."),
        ],
        rows: vec![
            row("Gemini 3.1 Pro", 79, Some(0.140_056_022_408_963_6)),
            row("GPT-OSS_120B, \"open\" [50%]", 1, None),
            vec![Cell::text("short row")],
        ],
    }
}

fn long_table() -> TableSheet {
    TableSheet {
        number: 19,
        name: "Contrasts!".to_owned(),
        caption: "Long texts \\ and many rows.".to_owned(),
        columns: vec![
            Column::new("contrast", "Contrast; model; setting"),
            Column::new("moves", "Root move; agent moves"),
            Column::new("outcome", "Outcome; actions"),
        ],
        rows: (0..40)
            .map(|i| {
                vec![
                    Cell::text(format!("C{i} JH-084 Gemini 3.1 Pro, trial 1 Sighted")),
                    Cell::text("Root move: g5g9. Played: g5g9, h5h9, ".repeat(1 + i % 4)),
                    Cell::text(format!(
                        "Fail; {}_resignation.",
                        "averylongword".repeat(i % 7)
                    )),
                ]
            })
            .collect(),
    }
}

#[test]
fn a_table_is_this_latex() {
    insta::assert_snapshot!(latex::Table::new(&pass_table()).build());
}

#[test]
fn a_table_without_rows_is_this_latex() {
    let empty = TableSheet {
        rows: Vec::new(),
        ..pass_table()
    };
    insta::assert_snapshot!(latex::Table::new(&empty).build());
}

#[test]
fn a_long_table_goes_on_under_the_same_number() {
    let tex = latex::Table::new(&long_table()).build();
    let parts = tex.matches("\\begin{table*}").count();
    assert!(parts > 1);
    assert_eq!(tex.matches("\\addtocounter{table}{-1}").count(), parts - 1);
    assert_eq!(tex.matches("\\label{").count(), 1);
    assert!(tex.contains("\\label{tab:table19-contrasts-}"), "{tex}");
}

#[test]
fn a_table_is_this_csv() {
    let table = pass_table();
    let both = format!("{}---\n{}", csv::printed(&table), csv::exact(&table));
    insta::assert_snapshot!(both.replace('\r', "␍"));
}

#[test]
fn numbers_are_these_macros() {
    insta::assert_snapshot!(macros::numbers([
        ("pass_at_k.sighted.gemini-3.1-pro.1", Some(79.0 / 357.0)),
        ("trials.sighted.total", Some(4284.0)),
        ("spearman.restricted", Some(-0.25)),
        ("combination.}\\input{x}%.sighted.wins", None),
    ]));
}

/// Printable ASCII in which every brace is closed and no command ends a line.
fn assert_safe(tex: &str) -> Result<(), TestCaseError> {
    prop_assert!(
        tex.bytes().all(|b| b == b'\n' || (0x20..0x7f).contains(&b)),
        "{tex:?}"
    );
    let mut depth = 0_i64;
    let mut escaped = false;
    for c in tex.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        prop_assert!(depth >= 0, "{tex:?}");
    }
    prop_assert!(depth == 0 && !escaped, "{tex:?}");
    Ok(())
}

/// Any text, with more of what TeX minds than chance would bring.
fn hostile() -> impl Strategy<Value = String> {
    let special = proptest::sample::select(vec![
        "\\",
        "{",
        "}",
        "$",
        "&",
        "#",
        "%",
        "_",
        "^",
        "~",
        "^^M",
        "\\end{table}",
        "--",
        "[",
        "\n",
        "\u{202e}",
        "é",
        "漢",
        "\u{0}",
    ])
    .prop_map(str::to_owned);
    let any = proptest::collection::vec(any::<char>(), 0..6).prop_map(String::from_iter);
    proptest::collection::vec(prop_oneof![special, any], 0..12).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn escaped_text_is_safe(text in hostile()) {
        let tex = latex::escape(&text);
        assert_safe(&tex)?;
        prop_assert!(!tex.contains('\n'));
        // No special character stands on its own.
        let mut last = ' ';
        for c in tex.chars() {
            if "&#%_".contains(c) {
                prop_assert_eq!(last, '\\', "{}", tex);
            }
            last = c;
        }
    }

    #[test]
    fn plain_words_are_left_alone(text in "[a-zA-Z0-9 .,:;?!()/+=-]{0,30}") {
        prop_assume!(!text.contains("--") && !text.contains(",,"));
        prop_assert_eq!(latex::escape(&text), text);
    }

    #[test]
    fn tables_of_anything_are_safe(
        texts in proptest::collection::vec(hostile(), 1..20),
        number in any::<f64>(),
        count in any::<i64>(),
    ) {
        let sheet = TableSheet {
            number: 1,
            name: texts.concat(),
            caption: texts.concat(),
            columns: texts.iter().map(|t| Column::new(t.clone(), t.clone()).under(t.clone())).collect(),
            rows: vec![
                texts.iter().map(Cell::text).collect(),
                vec![Cell::Integer(count), Cell::Percent(number), Cell::decimal(Some(number), 99)],
            ],
        };
        assert_safe(&latex::Table::new(&sheet).build())?;
        prop_assert_eq!(csv::printed(&sheet).is_empty(), csv::exact(&sheet).is_empty());
    }

    #[test]
    fn keys_of_anything_are_safe_and_distinct(one in hostile(), other in hostile()) {
        assert_safe(&macros::numbers([(one.as_str(), Some(1.0))]))?;
        prop_assert_eq!(one == other, macros::encode(&one) == macros::encode(&other));
    }

    #[test]
    fn csv_reads_back(fields in proptest::collection::vec(hostile(), 1..6)) {
        let mut out = String::new();
        csv::record(&mut out, fields.iter().map(String::as_str));
        prop_assert_eq!(read(&out), fields);
    }

    #[test]
    fn exact_cells_read_back(value in any::<f64>().prop_filter("finite", |v| v.is_finite())) {
        let cell = Cell::Decimal { value, places: 1 };
        prop_assert_eq!(cell.exact().unwrap().parse::<f64>().unwrap(), value);
    }
}

/// One record by the letter of RFC 4180.
fn read(record: &str) -> Vec<String> {
    let mut rest = record.strip_suffix("\r\n").unwrap();
    let mut fields = Vec::new();
    loop {
        let mut field = String::new();
        if let Some(quoted) = rest.strip_prefix('"') {
            rest = quoted;
            loop {
                let end = rest.find('"').unwrap();
                field.push_str(&rest[..end]);
                rest = &rest[end + 1..];
                match rest.strip_prefix('"') {
                    Some(more) => {
                        field.push('"');
                        rest = more;
                    }
                    None => break,
                }
            }
        } else {
            let end = rest.find(',').unwrap_or(rest.len());
            field.push_str(&rest[..end]);
            rest = &rest[end..];
        }
        fields.push(field);
        match rest.strip_prefix(',') {
            Some(more) => rest = more,
            None => break,
        }
    }
    assert!(rest.is_empty());
    fields
}
