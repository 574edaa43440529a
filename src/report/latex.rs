//! Tables as LaTeX that compiles with nothing but `booktabs`.
//!
//! Everything that comes from a frame passes [`escape`]; the output is plain
//! ASCII whatever the input was.

use std::fmt::Write as _;

use super::font;
use super::sheet::{Cell, Column, TableSheet};

/// `text` as LaTeX source that prints as that text and does nothing else.
///
/// Special characters are escaped, ligatures that would change the text are
/// broken, accented Latin letters and common punctuation are written as
/// commands, formatting and control characters go, and any other character
/// becomes `?`. The result is printable ASCII on one line.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut last = ' ';
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => {
                out.push('\\');
                out.push(c);
            }
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("{''}"),
            // An option bracket or a star would be taken as an argument of the
            // line break before it.
            '[' | ']' | '*' | '`' => {
                out.push('{');
                out.push(c);
                out.push('}');
            }
            // These would join with the one before to a dash or a quote.
            '-' | '\'' | ',' if last == c => {
                out.push_str("{}");
                out.push(c);
            }
            ' '..='\x7e' => out.push(c),
            c if c.is_whitespace() && c != '\u{a0}' => out.push(' '),
            c if c.is_control() || font::is_invisible(c) => {}
            c => match command(c) {
                Some(command) => out.push_str(command),
                None => out.push('?'),
            },
        }
        last = c;
    }
    out
}

/// Characters beyond ASCII that LaTeX has in its oldest font encoding.
fn command(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{a0}' | '\u{202f}' => "~",
        '–' => "{--}",
        '—' => "{---}",
        '‐' | '‑' => "{}-",
        '‘' | '‚' => "{`}",
        '’' => "{'}",
        '“' | '„' => "{``}",
        '”' => "{''}",
        '…' => "\\ldots{}",
        '•' => "\\textbullet{}",
        '·' => "$\\cdot$",
        '−' => "$-$",
        '×' => "$\\times$",
        '÷' => "$\\div$",
        '±' => "$\\pm$",
        '≤' => "$\\leq$",
        '≥' => "$\\geq$",
        '≠' => "$\\neq$",
        '≈' => "$\\approx$",
        'µ' | 'μ' => "$\\mu$",
        '°' => "$^{\\circ}$",
        '§' => "\\S{}",
        '©' => "\\copyright{}",
        'À' => "\\`{A}",
        'Á' => "\\'{A}",
        'Â' => "\\^{A}",
        'Ã' => "\\~{A}",
        'Ä' => "\\\"{A}",
        'Å' => "\\r{A}",
        'Æ' => "\\AE{}",
        'Ç' => "\\c{C}",
        'È' => "\\`{E}",
        'É' => "\\'{E}",
        'Ê' => "\\^{E}",
        'Ë' => "\\\"{E}",
        'Ì' => "\\`{I}",
        'Í' => "\\'{I}",
        'Î' => "\\^{I}",
        'Ï' => "\\\"{I}",
        'Ñ' => "\\~{N}",
        'Ò' => "\\`{O}",
        'Ó' => "\\'{O}",
        'Ô' => "\\^{O}",
        'Õ' => "\\~{O}",
        'Ö' => "\\\"{O}",
        'Ø' => "\\O{}",
        'Ù' => "\\`{U}",
        'Ú' => "\\'{U}",
        'Û' => "\\^{U}",
        'Ü' => "\\\"{U}",
        'Ý' => "\\'{Y}",
        'ß' => "\\ss{}",
        'à' => "\\`{a}",
        'á' => "\\'{a}",
        'â' => "\\^{a}",
        'ã' => "\\~{a}",
        'ä' => "\\\"{a}",
        'å' => "\\r{a}",
        'æ' => "\\ae{}",
        'ç' => "\\c{c}",
        'è' => "\\`{e}",
        'é' => "\\'{e}",
        'ê' => "\\^{e}",
        'ë' => "\\\"{e}",
        'ì' => "\\`{\\i}",
        'í' => "\\'{\\i}",
        'î' => "\\^{\\i}",
        'ï' => "\\\"{\\i}",
        'ñ' => "\\~{n}",
        'ò' => "\\`{o}",
        'ó' => "\\'{o}",
        'ô' => "\\^{o}",
        'õ' => "\\~{o}",
        'ö' => "\\\"{o}",
        'ø' => "\\o{}",
        'ù' => "\\`{u}",
        'ú' => "\\'{u}",
        'û' => "\\^{u}",
        'ü' => "\\\"{u}",
        'ý' => "\\'{y}",
        'ÿ' => "\\\"{y}",
        'Č' => "\\v{C}",
        'č' => "\\v{c}",
        'Ć' => "\\'{C}",
        'ć' => "\\'{c}",
        'ě' => "\\v{e}",
        'Ğ' => "\\u{G}",
        'ğ' => "\\u{g}",
        'İ' => "\\.{I}",
        'ı' => "\\i{}",
        'Ł' => "\\L{}",
        'ł' => "\\l{}",
        'ń' => "\\'{n}",
        'ň' => "\\v{n}",
        'Ő' => "\\H{O}",
        'ő' => "\\H{o}",
        'Œ' => "\\OE{}",
        'œ' => "\\oe{}",
        'Ř' => "\\v{R}",
        'ř' => "\\v{r}",
        'Ś' => "\\'{S}",
        'ś' => "\\'{s}",
        'Ş' => "\\c{S}",
        'ş' => "\\c{s}",
        'Š' => "\\v{S}",
        'š' => "\\v{s}",
        'ű' => "\\H{u}",
        'ů' => "\\r{u}",
        'ź' => "\\'{z}",
        'ż' => "\\.{z}",
        'Ž' => "\\v{Z}",
        'ž' => "\\v{z}",
        _ => return None,
    })
}

/// Width of a text column of a two-column paper, in points.
const COLUMN: f64 = 240.0;
/// Width of its text block.
const BLOCK: f64 = 497.0;
/// Lines of a table before it goes on in another one.
const MOST_LINES: usize = 48;
/// The narrowest a wrapped text column gets, in points.
const NARROWEST: f64 = 48.0;
/// A size of type in a table.
#[derive(Debug, Clone, Copy)]
struct Size {
    command: &'static str,
    /// Widths against those at 10 points; Computer Modern gets wider as it
    /// gets smaller.
    scale: f64,
    /// Half the space between columns, in points.
    separation: f64,
}

const SMALL: Size = Size {
    command: "\\small",
    scale: 0.925,
    separation: 5.0,
};
const FOOTNOTE: Size = Size {
    command: "\\footnotesize",
    scale: 0.85,
    separation: 4.0,
};
const SCRIPT: Size = Size {
    command: "\\scriptsize",
    scale: 0.8,
    separation: 3.0,
};

/// Builds the `.tex` of one table.
///
/// The table takes one text column where it fits at a readable size, both
/// columns (`table*`) otherwise; text that still does not fit is wrapped. A
/// table too long for a page goes on in further ones with the same number.
#[derive(Debug, Clone)]
pub struct Table<'a> {
    sheet: &'a TableSheet,
    wide: Option<bool>,
}

impl<'a> Table<'a> {
    /// A table whose layout follows from its cells.
    #[must_use]
    pub fn new(sheet: &'a TableSheet) -> Self {
        Self { sheet, wide: None }
    }

    /// Forces one column (`false`) or both (`true`).
    #[must_use]
    pub fn wide(self, wide: bool) -> Self {
        Self {
            wide: Some(wide),
            ..self
        }
    }

    /// The `.tex` file.
    #[must_use]
    pub fn build(&self) -> String {
        let mut out = "% Generated; do not edit. Needs \\usepackage{booktabs}.\n".to_owned();
        let mut first = true;
        for sheet in self.blocks() {
            let layout = layout(&sheet, self.wide).unwrap_or_else(|| Layout {
                wide: true,
                size: SCRIPT,
                columns: natural_columns(&sheet),
            });
            let rows = sheet.full_rows();
            let mut parts = split(&rows, &layout);
            if parts.is_empty() {
                parts.push(&[]);
            }
            for part in parts {
                self.part(&mut out, &sheet, &layout, part, first);
                first = false;
            }
        }
        out
    }

    /// The sheet, or where it is too wide even in small type its columns in
    /// turn, each time after the first one.
    fn blocks(&self) -> Vec<TableSheet> {
        if layout(self.sheet, self.wide).is_some() || self.sheet.columns.len() < 3 {
            return vec![self.sheet.clone()];
        }
        let fits = |columns: &[usize]| {
            layout(&self.sheet.with_columns(columns), self.wide)
                .is_some_and(|layout| layout.columns.iter().all(|c| c.wrap.is_none()))
        };
        let mut blocks = Vec::new();
        let mut taken = vec![0];
        for column in 1..self.sheet.columns.len() {
            taken.push(column);
            if taken.len() > 2 && !fits(&taken) {
                taken.pop();
                blocks.push(self.sheet.with_columns(&taken));
                taken = vec![0, column];
            }
        }
        blocks.push(self.sheet.with_columns(&taken));
        blocks
    }

    /// One `table` environment; all but the first keep the number.
    fn part(
        &self,
        out: &mut String,
        sheet: &TableSheet,
        layout: &Layout,
        rows: &[Vec<Cell>],
        first: bool,
    ) {
        let environment = if layout.wide { "table*" } else { "table" };
        let _ = writeln!(out, "\\begin{{{environment}}}[tbp]\n\\centering");
        if first {
            let caption = escape(&self.sheet.caption);
            let _ = writeln!(out, "\\caption{{{caption}}}\n\\label{{{}}}", self.label());
        } else {
            out.push_str("\\addtocounter{table}{-1}\n\\caption{(continued)}\n");
        }
        let Size {
            command,
            separation,
            ..
        } = layout.size;
        let _ = writeln!(
            out,
            "{command}\n\\setlength{{\\tabcolsep}}{{{separation}pt}}\n\\setlength{{\\abovetopsep}}{{4pt}}"
        );
        let _ = writeln!(out, "\\begin{{tabular}}{{{}}}\n\\toprule", layout.spec());
        head(out, &sheet.columns);
        out.push_str("\\midrule\n");
        let space = if layout.columns.iter().any(|c| c.wrap.is_some()) {
            "\n\\addlinespace[2pt]"
        } else {
            ""
        };
        for row in rows {
            let cells: Vec<String> = row
                .iter()
                .zip(&layout.columns)
                .map(|(cell, column)| set(cell, column))
                .collect();
            let _ = writeln!(out, "{} \\\\{space}", cells.join(" & "));
        }
        if rows.is_empty() {
            let count = layout.columns.len().max(1);
            let _ = writeln!(out, "\\multicolumn{{{count}}}{{c}}{{no data}} \\\\");
        }
        let _ = writeln!(
            out,
            "\\bottomrule\n\\end{{tabular}}\n\\end{{{environment}}}"
        );
    }

    /// The label to refer to the table by.
    #[must_use]
    pub fn label(&self) -> String {
        format!("tab:{}", self.sheet.stem().replace('_', "-"))
    }
}

/// The heading rows: shared headings with their rules, then the headings.
fn head(out: &mut String, columns: &[Column]) {
    if columns.iter().any(|c| c.group.is_some()) {
        let mut groups = Vec::new();
        let mut rules = String::new();
        let mut at = 1;
        for run in columns.chunk_by(same_group) {
            match run.first().and_then(|c| c.group.as_deref()) {
                Some(group) => {
                    let (count, end) = (run.len(), at + run.len() - 1);
                    let group = escape(group);
                    groups.push(format!("\\multicolumn{{{count}}}{{c}}{{{group}}}"));
                    let _ = write!(rules, "\\cmidrule(lr){{{at}-{end}}}");
                }
                None => groups.push(String::new()),
            }
            at += run.len();
        }
        let _ = writeln!(out, "{} \\\\\n{rules}", groups.join(" & "));
    }
    let headings: Vec<String> = columns.iter().map(|c| escape(&c.heading)).collect();
    let _ = writeln!(out, "{} \\\\", headings.join(" & "));
}

fn same_group(a: &Column, b: &Column) -> bool {
    a.group.is_some() && a.group == b.group
}

/// The first of the layouts that fits: one column, both, both with wrapped
/// text.
fn layout(sheet: &TableSheet, wide: Option<bool>) -> Option<Layout> {
    let natural = natural_columns(sheet);
    let sum: f64 = natural.iter().map(|c| c.width).sum();
    let need = |size: &Size| sum * size.scale + 2.0 * size.separation * natural.len() as f64;
    let whole = |wide: bool, sizes: &[Size]| {
        let room = if wide { BLOCK } else { COLUMN };
        let size = sizes.iter().find(|size| need(size) <= room)?;
        Some(Layout {
            wide,
            size: *size,
            columns: natural.clone(),
        })
    };
    let sizes = [SMALL, FOOTNOTE, SCRIPT];
    match wide {
        Some(wide) => whole(wide, &sizes).or_else(|| wrapped(wide, &natural)),
        None => whole(false, &[SMALL, FOOTNOTE])
            .or_else(|| whole(true, &sizes))
            .or_else(|| wrapped(true, &natural)),
    }
}

/// Gives the text columns that are too wide equal shares of what the others
/// leave; `None` when that is too little.
fn wrapped(wide: bool, natural: &[Laid]) -> Option<Layout> {
    let size = SCRIPT;
    let mut columns: Vec<Laid> = natural.to_vec();
    for column in &mut columns {
        column.width *= size.scale;
    }
    let width_of = |index: &usize| columns.get(*index).map_or(0.0, |c| c.width);
    let (mut open, fixed): (Vec<usize>, Vec<usize>) =
        (0..columns.len()).partition(|index| columns.get(*index).is_some_and(|c| c.text));
    let mut room = if wide { BLOCK } else { COLUMN };
    room -= 2.0 * size.separation * columns.len() as f64 + 1.0;
    room -= fixed.iter().map(width_of).sum::<f64>();
    // A column narrower than its share keeps its width and leaves the rest more.
    let share = loop {
        let share = room / open.len().max(1) as f64;
        let (narrow, rest): (Vec<usize>, Vec<usize>) = open
            .iter()
            .copied()
            .partition(|index| width_of(index) <= share);
        room -= narrow.iter().map(width_of).sum::<f64>();
        open = rest;
        if open.is_empty() || share < NARROWEST {
            return None;
        }
        if narrow.is_empty() {
            break share;
        }
    };
    for index in open {
        if let Some(column) = columns.get_mut(index) {
            column.wrap = Some(share);
        }
    }
    Some(Layout {
        wide,
        size,
        columns,
    })
}

/// The columns at their natural width at 10 points.
fn natural_columns(sheet: &TableSheet) -> Vec<Laid> {
    let rows = sheet.full_rows();
    let mut columns: Vec<Laid> = sheet
        .columns
        .iter()
        .enumerate()
        .map(|(index, column)| {
            let cells = || rows.iter().filter_map(|row| row.get(index));
            let width = cells()
                .filter_map(Cell::printed)
                .map(|text| width(&text))
                .fold(width(&column.heading), f64::max);
            Laid {
                text: cells().any(|c| matches!(c, Cell::Text(_))),
                width,
                wrap: None,
            }
        })
        .collect();
    // A shared heading wider than its columns widens the last of them.
    let mut at = 0;
    for run in sheet.columns.chunk_by(same_group) {
        let end = at + run.len();
        if let Some(group) = run.first().and_then(|c| c.group.as_deref()) {
            let own: f64 = columns.iter().take(end).skip(at).map(|c| c.width).sum();
            if let Some(last) = columns.get_mut(end - 1) {
                last.width += (width(group) - own).max(0.0);
            }
        }
        at = end;
    }
    columns
}

/// Width at 10 points in Computer Modern: its digits are all 5 points wide,
/// its letters about as wide as those of the shipped font.
fn width(text: &str) -> f64 {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let others: String = text.chars().filter(|c| !c.is_ascii_digit()).collect();
    digits as f64 * 5.0 + font::width(&font::printable(&others), 10.0, false) * 1.05
}

/// One column as it is set.
#[derive(Debug, Clone)]
struct Laid {
    text: bool,
    width: f64,
    /// Width in points of a wrapped column.
    wrap: Option<f64>,
}

#[derive(Debug, Clone)]
struct Layout {
    wide: bool,
    size: Size,
    columns: Vec<Laid>,
}

impl Layout {
    fn spec(&self) -> String {
        if self.columns.is_empty() {
            return "l".to_owned();
        }
        self.columns
            .iter()
            .map(|column| match column.wrap {
                Some(width) => format!("p{{{width:.1}pt}}"),
                None if column.text => "l".to_owned(),
                None => "r".to_owned(),
            })
            .collect()
    }

    /// Lines a row takes.
    fn lines(&self, row: &[Cell]) -> usize {
        let scale = self.size.scale;
        row.iter()
            .zip(&self.columns)
            .filter_map(|(cell, column)| {
                let text = cell.printed()?;
                // Ragged lines are seldom full.
                Some((width(&text) * scale / (column.wrap? * 0.8)).ceil() as usize)
            })
            .max()
            .unwrap_or(1)
            .max(1)
    }
}

/// The rows in runs that fit a page.
fn split<'r>(rows: &'r [Vec<Cell>], layout: &Layout) -> Vec<&'r [Vec<Cell>]> {
    let mut parts = Vec::new();
    let (mut start, mut lines) = (0, 0);
    for (index, row) in rows.iter().enumerate() {
        let own = layout.lines(row);
        if index > start && lines + own > MOST_LINES {
            parts.extend(rows.get(start..index));
            (start, lines) = (index, 0);
        }
        lines += own;
    }
    if start < rows.len() {
        parts.extend(rows.get(start..));
    }
    parts
}

/// One cell as LaTeX.
fn set(cell: &Cell, column: &Laid) -> String {
    let Some(printed) = cell.printed() else {
        return "--".to_owned();
    };
    match (cell, column.wrap) {
        (Cell::Text(_), None) => escape(&printed),
        // Ragged without `\raggedright`, which would take over the line break.
        (Cell::Text(_), Some(_)) => {
            format!(
                "\\setlength{{\\rightskip}}{{0pt plus 4em}}{}",
                breakable(&printed)
            )
        }
        _ => printed
            .strip_prefix('-')
            .map_or_else(|| printed.clone(), |rest| format!("$-${rest}")),
    }
}

/// Characters of a word after which it may break in a wrapped column.
const RUN: usize = 8;

/// Escaped text whose long words can break.
fn breakable(text: &str) -> String {
    let mut out = String::new();
    for (index, word) in text.split_whitespace().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        let chars: Vec<char> = word.chars().collect();
        for (index, run) in chars.chunks(RUN).enumerate() {
            if index > 0 {
                out.push_str("\\hspace{0pt}");
            }
            out.push_str(&escape(&run.iter().collect::<String>()));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_is_disarmed() {
        assert_eq!(escape("50% of $x_1$ & #2"), "50\\% of \\$x\\_1\\$ \\& \\#2");
        assert_eq!(
            escape("\\input{/etc/passwd}"),
            "\\textbackslash{}input\\{/etc/passwd\\}"
        );
        assert_eq!(
            escape("a^b~c<d>e|f"),
            concat!(
                "a\\textasciicircum{}b\\textasciitilde{}c\\textless{}d\\textgreater{}e",
                "\\textbar{}f"
            )
        );
        assert_eq!(escape("[x]*"), "{[}x{]}{*}");
        assert_eq!(escape("a--b---c"), "a-{}-b-{}-{}-c");
        assert_eq!(
            escape("line\nbreak\ttab\u{0}\u{7f}\u{1b}[31m"),
            "line break tab{[}31m"
        );
        assert_eq!(escape("é–車→\u{202e}x"), "\\'{e}{--}??x");
    }
}
