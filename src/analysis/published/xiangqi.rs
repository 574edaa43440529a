//! What the printed tables of the XiangqiBench paper imply about each other.

use super::Check;
use super::printed::{Figure, Printed, PublishedError};

/// Cases of the benchmark, trials a cell, models.
const CASES: i64 = 119;
const TRIALS: i64 = 3;
const MODELS: i64 = 12;

/// Every check, in table order.
///
/// # Errors
///
/// When a figure that a check needs is not in the shipped tables.
pub fn check_xiangqi() -> Result<Vec<Check>, PublishedError> {
    let mut checks = Checks::default();
    checks.pass_tables()?;
    checks.invalid_losses()?;
    checks.ablation()?;
    checks.simulation()?;
    checks.patterns()?;
    checks.failures()?;
    checks.first_moves()?;
    checks.material()?;
    Ok(checks.found)
}

#[derive(Default)]
struct Checks {
    found: Vec<Check>,
}

impl Checks {
    fn add(&mut self, place: String, rule: &'static str, holds: bool, detail: String) {
        self.found.push(Check {
            place,
            rule,
            holds,
            detail,
        });
    }

    /// A sum or a count that must equal another.
    fn equal(&mut self, place: String, rule: &'static str, left: i64, right: i64) {
        self.add(place, rule, left == right, format!("{left} and {right}"));
    }

    /// Tables 3 and 4.
    fn pass_tables(&mut self) -> Result<(), PublishedError> {
        let (short, full) = (
            Printed::load("table03_pass")?,
            Printed::load("table04_passk")?,
        );
        for row in &full.rows {
            let (model, setting) = (full.text(row, "model")?, full.text(row, "setting")?);
            let place = format!("Table 4, {model}, {setting}");
            let at: Vec<Figure> = figures(&full, row, ["pass1", "pass2", "pass3"])?;
            let hat: Vec<Figure> = figures(&full, row, ["passhat1", "passhat2", "passhat3"])?;
            let same = full.text(row, "pass1")? == full.text(row, "passhat1")?;
            let detail = format!("{} and {}", at[0].value, hat[0].value);
            self.add(place.clone(), "pass@1 is pass^1", same, detail);
            self.split(&place, &at, &hat);
            let suffix = setting.to_lowercase();
            let Some(other) = short
                .rows
                .iter()
                .find(|other| other.first() == Some(&model))
            else {
                continue;
            };
            for (column, key) in [
                ("pass1", "pass1"),
                ("pass3", "pass3"),
                ("passhat3", "passhat3"),
            ] {
                let (here, there) = (
                    full.text(row, column)?,
                    short.text(other, &format!("{key}_{suffix}"))?,
                );
                let detail = format!("{column}: {there} in Table 3, {here} in Table 4");
                self.add(place.clone(), "Tables 3 and 4 agree", here == there, detail);
            }
        }
        Ok(())
    }

    /// The split of the solved cases into 1, 2 and 3 wins that pass@1, pass@3
    /// and pass^3 leave possible must give the printed pass@2 and pass^2.
    fn split(&mut self, place: &str, at: &[Figure], hat: &[Figure]) {
        let per = |cases: f64| 100.0 * cases / CASES as f64;
        let mut possible = Vec::new();
        for solved in at[2].counts_of(CASES) {
            for three in hat[2].counts_of(CASES) {
                for wins in at[0].counts_of(CASES * TRIALS) {
                    // one + two + three = solved, one + 2 two + 3 three = wins
                    let two = wins - solved - 2 * three;
                    let one = solved - two - three;
                    if two >= 0 && one >= 0 {
                        possible.push((one, two, three));
                    }
                }
            }
        }
        let detail = format!(
            "pass@1 {}, pass@3 {}, pass^3 {} leave {possible:?} cases with 1, 2, 3 wins",
            at[0].value, at[2].value, hat[2].value
        );
        let any = !possible.is_empty();
        let rule = "some split into cases with 1, 2 and 3 wins is possible";
        self.add(place.to_owned(), rule, any, detail.clone());
        if !any {
            return;
        }
        let (mut both, mut at_2, mut hat_2) = (false, false, false);
        for (one, two, three) in possible {
            let (one, two, three) = (one as f64, two as f64, three as f64);
            let fits_at = at[1].prints(per(one * 2.0 / 3.0 + two + three));
            let fits_hat = hat[1].prints(per(two / 3.0 + three));
            at_2 |= fits_at;
            hat_2 |= fits_hat;
            both |= fits_at && fits_hat;
        }
        let detail = format!(
            "{detail}; printed pass@2 {} ({}), pass^2 {} ({})",
            at[1].value,
            if at_2 { "possible" } else { "impossible" },
            hat[1].value,
            if hat_2 { "possible" } else { "impossible" },
        );
        self.add(
            place.to_owned(),
            "the split gives the printed pass@2 and pass^2",
            both,
            detail,
        );
    }

    /// Table 5.
    fn invalid_losses(&mut self) -> Result<(), PublishedError> {
        let table = Printed::load("table05_invalid")?;
        let failures = Printed::load("table11_failures")?;
        for column in ["sighted", "restricted"] {
            let (mut low, mut high) = (0, 0);
            for row in &table.rows {
                let figure = table.figure(row, column)?;
                let place = format!("Table 5, {}, {column}", table.text(row, "model")?);
                let counts = self.whole(place, figure, CASES * TRIALS);
                low += counts.first().copied().unwrap_or_default();
                high += counts.last().copied().unwrap_or_default();
            }
            let mut total = 0;
            for class in ["Invalid-action limit", "No command/tool call"] {
                total += row_figure(&failures, class, column)?;
            }
            self.add(
                format!("Tables 5 and 11, {column}"),
                "losses by model add up to the two failure classes",
                (low..=high).contains(&total),
                format!("{low} to {high} in Table 5, {total} in Table 11"),
            );
        }
        Ok(())
    }

    /// A percentage must be a whole number out of its denominator.
    fn whole(&mut self, place: String, figure: Figure, n: i64) -> Vec<i64> {
        let counts = figure.counts_of(n);
        let detail = format!("{} % of {n} is {counts:?}", figure.value);
        let rule = "the percentage is a whole number of its denominator";
        self.add(place, rule, !counts.is_empty(), detail);
        counts
    }

    /// Table 6.
    fn ablation(&mut self) -> Result<(), PublishedError> {
        let table = Printed::load("table06_ablation")?;
        for row in &table.rows {
            let place = format!(
                "Table 6, {}, {}",
                table.text(row, "model")?,
                table.text(row, "arm")?
            );
            let positions = table.figure(row, "positions")?.value as i64;
            let solved = table.figure(row, "solved")?.value as i64;
            let pass = table.figure(row, "pass1")?;
            let wins = self.whole(place.clone(), pass, positions * TRIALS);
            self.add(
                place,
                "solved positions fit the wins: between a third and all of them",
                wins.iter()
                    .any(|wins| solved <= *wins && *wins <= TRIALS * solved),
                format!("{solved} solved of {positions}, wins {wins:?}"),
            );
        }
        Ok(())
    }

    /// Tables 7, 8 and 9.
    fn simulation(&mut self) -> Result<(), PublishedError> {
        let (pooled, models) = (
            Printed::load("table07_simuse")?,
            Printed::load("table08_simmodel")?,
        );
        let lengths = Printed::load("table09_simlen")?;
        for column in ["sighted", "restricted"] {
            let n = row_figure(&pooled, "Trajectory denominator", column)?;
            let all = CASES * TRIALS * MODELS;
            self.equal(
                format!("Table 7, {column}"),
                "the denominator is every trial",
                n,
                all,
            );
        }
        for (measure, column) in [
            ("Requested simulation", "any"),
            ("At least one full legal requested line", "full"),
        ] {
            self.equal(
                format!("Tables 7 and 8, {column}"),
                "trials by model add up",
                row_figure(&pooled, measure, "sighted")?,
                models.total(column)?,
            );
        }
        for row in &models.rows {
            let (any, full) = (models.figure(row, "any")?, models.figure(row, "full")?);
            let accepted = models.figure(row, "accepted")?;
            self.add(
                format!("Table 8, {}", models.text(row, "model")?),
                "a full line needs an accepted call, and a trial a request",
                full.value <= any.value && full.value <= accepted.value && any.value <= 357.0,
                format!(
                    "any {}, full {}, accepted {}",
                    any.value, full.value, accepted.value
                ),
            );
        }
        for row in &lengths.rows {
            let model = lengths.text(row, "model")?;
            let place = format!("Table 9, {model}");
            let (one, more) = (
                lengths.figure(row, "one_ply_pct")?,
                lengths.figure(row, "two_plus_pct")?,
            );
            let sum = one.value + more.value;
            self.add(
                place.clone(),
                "the two shares add up to 100 %",
                (sum - 100.0).abs() <= one.slack() + more.slack() + 1e-9,
                format!("{} + {}", one.value, more.value),
            );
            if let Some(other) = models
                .rows
                .iter()
                .find(|other| other.first() == Some(&model))
            {
                let accepted = models.figure(other, "accepted")?.value as i64;
                self.whole(place, one, accepted);
            }
        }
        Ok(())
    }

    /// Table 10.
    fn patterns(&mut self) -> Result<(), PublishedError> {
        let table = Printed::load("table10_patterns")?;
        for setting in ["sighted", "restricted"] {
            let total = table.total(&format!("{setting}_n"))?;
            for row in &table.rows {
                let n = table.figure(row, &format!("{setting}_n"))?;
                let percent = table.figure(row, &format!("{setting}_pct"))?;
                self.add(
                    format!("Table 10, {}, {setting}", table.text(row, "pattern")?),
                    "the percentage is the count over the column's sum",
                    percent.prints(100.0 * n.value / total as f64),
                    format!("{} of {total} printed as {} %", n.value, percent.value),
                );
            }
        }
        Ok(())
    }

    /// Table 11, with the wins of Table 4.
    fn failures(&mut self) -> Result<(), PublishedError> {
        let (table, pass) = (
            Printed::load("table11_failures")?,
            Printed::load("table04_passk")?,
        );
        for (column, short) in [("sighted", "S"), ("restricted", "R")] {
            let all = row_figure(&table, "All observed failures", column)?;
            let place = format!("Table 11, {column}");
            let rule = "the classes add up to all failures";
            self.equal(place.clone(), rule, table.total(column)? - all, all);
            let mut wins = 0;
            for row in &pass.rows {
                if pass.text(row, "setting")? == short {
                    let counts = pass.figure(row, "pass1")?.counts_of(CASES * TRIALS);
                    wins += counts.first().copied().unwrap_or_default();
                }
            }
            let rule = "failures and the wins of Table 4 are every trial";
            self.equal(place, rule, all + wins, CASES * TRIALS * MODELS);
        }
        Ok(())
    }

    /// Tables 12 to 15 and 18.
    fn first_moves(&mut self) -> Result<(), PublishedError> {
        let first = Printed::load("table18_firstpiece")?;
        for (roots, pieces, column) in [
            ("table12_root_s", "table13_piece_s", "sighted"),
            ("table14_root_r", "table15_piece_r", "restricted"),
        ] {
            let (roots, pieces) = (Printed::load(roots)?, Printed::load(pieces)?);
            let place = format!("Table 18, {column}");
            let all = CASES * TRIALS * MODELS;
            let rule = "pieces and missing first moves are every trial";
            self.equal(place.clone(), rule, first.total(column)?, all);
            let none = row_figure(&first, "No Accepted First Move", column)?;
            let rule = "accepted first moves by model add up";
            self.equal(place, rule, all - none, roots.total("accepted")?);
            for row in &roots.rows {
                let place = format!("{}, {}", shown(roots.name), roots.text(row, "model")?);
                let n = roots.figure(row, "accepted")?.value as i64;
                let mut shares = Vec::new();
                for kind in ["check", "capture", "quiet"] {
                    let figure = roots.figure(row, &format!("{kind}_pct"))?;
                    shares.push(self.whole(format!("{place}, {kind}"), figure, n));
                }
                let [check, capture, quiet] = [0, 1, 2].map(|at| {
                    let counts: &[i64] = shares.get(at).map_or(&[], Vec::as_slice);
                    (
                        counts.first().copied().unwrap_or_default(),
                        counts.last().copied().unwrap_or(n),
                    )
                });
                self.add(
                    place,
                    "every move checks, captures or is quiet",
                    check.1 + capture.1 + quiet.1 >= n && quiet.0 + check.0.max(capture.0) <= n,
                    format!("{check:?} checks, {capture:?} captures, {quiet:?} quiet of {n}"),
                );
            }
            for row in &pieces.rows {
                let (mut sum, mut slack) = (0.0, 0.0);
                for piece in ["rook", "cannon", "horse", "pawn", "other"] {
                    let figure = pieces.figure(row, piece)?;
                    sum += figure.value;
                    slack += figure.slack();
                }
                self.add(
                    format!("{}, {}", shown(pieces.name), pieces.text(row, "model")?),
                    "differences from the uniform choice add up to zero",
                    f64::abs(sum) <= slack + 1e-9,
                    format!("sum {sum:.1}, rounding allows {slack:.2}"),
                );
            }
        }
        Ok(())
    }

    /// Tables 16 and 17.
    fn material(&mut self) -> Result<(), PublishedError> {
        let (presence, combos) = (
            Printed::load("table16_presence")?,
            Printed::load("table17_combos")?,
        );
        let rule = "combinations add up to every case";
        self.equal("Table 17".to_owned(), rule, combos.total("cases")?, CASES);
        for row in &presence.rows {
            let piece = presence.text(row, "piece")?;
            let cases = presence.figure(row, "cases")?.value as i64;
            let place = format!("Table 16, {piece}");
            let mut with = 0;
            for combo in &combos.rows {
                let name = combos.text(combo, "combination")?;
                if name.split('+').any(|part| part == piece.to_lowercase()) {
                    with += combos.figure(combo, "cases")?.value as i64;
                }
            }
            let rule = "cases are those of the combinations with the piece";
            self.equal(place.clone(), rule, cases, with);
            for setting in ["sighted", "restricted"] {
                let trials = presence.figure(row, &format!("{setting}_traj"))?.value as i64;
                let rule = "trials are three a case and model";
                self.equal(
                    format!("{place}, {setting}"),
                    rule,
                    trials,
                    cases * TRIALS * MODELS,
                );
            }
        }
        Ok(())
    }
}

fn figures(
    table: &Printed,
    row: &[String],
    columns: [&str; 3],
) -> Result<Vec<Figure>, PublishedError> {
    columns
        .into_iter()
        .map(|column| table.figure(row, column))
        .collect()
}

/// A count by the first cell of its row.
fn row_figure(table: &Printed, name: &str, column: &str) -> Result<i64, PublishedError> {
    let missing = || PublishedError::Missing {
        table: table.name.to_owned(),
        row: name.to_owned(),
        column: column.to_owned(),
    };
    let found = table
        .rows
        .iter()
        .find(|row| row.first().is_some_and(|cell| cell == name));
    Ok(table.figure(found.ok_or_else(missing)?, column)?.value as i64)
}

/// `Table 12` for `table12_root_s`.
fn shown(name: &str) -> String {
    let digits = name.get(5..7).unwrap_or_default();
    format!("Table {}", digits.trim_start_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(text: &str) -> Figure {
        Figure::read(text).unwrap_or_else(|| unreachable!("{text}"))
    }

    fn split(at: [&str; 3], hat: [&str; 3]) -> Vec<bool> {
        let mut checks = Checks::default();
        checks.split("here", &at.map(figure), &hat.map(figure));
        checks.found.iter().map(|check| check.holds).collect()
    }

    #[test]
    fn a_possible_split_holds() {
        // 20, 19 and 7 cases with 1, 2 and 3 wins.
        assert_eq!(
            split(["22.1", "33.1", "38.7"], ["22.1", "11.2", "5.9"]),
            [true, true]
        );
    }

    #[test]
    fn a_wrong_pass_at_2_is_found() {
        assert_eq!(
            split(["22.1", "33.4", "38.7"], ["22.1", "11.2", "5.9"]),
            [true, false]
        );
    }

    #[test]
    fn more_solved_cases_than_wins_are_found() {
        assert_eq!(
            split(["5.0", "20.0", "30.0"], ["5.0", "0.0", "0.0"]),
            [false]
        );
    }

    #[test]
    fn the_printed_tables_are_tried_and_hold() {
        let checks = check_xiangqi().unwrap_or_default();
        assert!(checks.len() > 300, "{}", checks.len());
        let failing: Vec<_> = checks.iter().filter(|check| !check.holds).collect();
        assert_eq!(failing, Vec::<&Check>::new());
    }
}
