//! Printed figures beside recomputed ones.

use super::printed::{Figure, Printed, PublishedError, printed};
use crate::analysis::xiangqi::Findings;
use crate::records::xiangqi::Setting;

/// One printed figure and the recomputed one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beside {
    /// Table name.
    pub table: String,
    /// The row, by its leading text cells.
    pub row: String,
    /// Column name.
    pub column: String,
    /// As the paper prints it; empty where it prints nothing.
    pub published: String,
    /// As recomputed, printed alike; empty without data.
    pub recomputed: String,
}

impl Beside {
    /// Whether both print the same number.
    #[must_use]
    pub fn same(&self) -> bool {
        match (
            Figure::number(&self.published),
            Figure::number(&self.recomputed),
        ) {
            (Some(paper), Some(here)) => paper == here,
            _ => self.published == self.recomputed,
        }
    }
}

/// Whether every model of the paper has selected trials in both main settings.
///
/// # Errors
///
/// When the shipped list of models cannot be read.
pub fn whole(found: &Findings) -> Result<bool, PublishedError> {
    let models = Printed::load("table02_models")?;
    let settings = ["repl-sighted", "repl-blind"].map(Setting::new);
    for row in &models.rows {
        let id = models.text(row, "model_id")?;
        if settings
            .iter()
            .any(|setting| found.row(&id, setting).is_none())
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Compares a recomputed table, given as its CSV, with the printed one of the
/// same name, over rows that both have. Tables that pool all models are
/// compared only when `whole` says that the archive holds all of the paper's
/// models; otherwise every figure would differ for no fault.
///
/// # Errors
///
/// When either CSV cannot be read.
pub fn beside(name: &str, recomputed: &str, whole: bool) -> Result<Vec<Beside>, PublishedError> {
    let Some(paper) = printed(name)? else {
        return Ok(Vec::new());
    };
    let by_model = paper
        .columns
        .first()
        .is_some_and(|column| column == "model");
    if !by_model && !whole {
        return Ok(Vec::new());
    }
    let failed = |error| PublishedError::Csv {
        name: name.to_owned(),
        error,
    };
    let mut reader = csv::Reader::from_reader(recomputed.as_bytes());
    let header = reader.headers().map_err(failed)?.clone();
    // Leading text columns name the row.
    let keys = if paper
        .columns
        .get(1)
        .is_some_and(|c| c == "setting" || c == "arm")
    {
        2
    } else {
        1
    };
    let mut out = Vec::new();
    for record in reader.records() {
        let record = record.map_err(failed)?;
        let key: Vec<&str> = record.iter().take(keys).collect();
        let same_row = |row: &&Vec<String>| row.iter().take(keys).eq(key.iter().copied());
        let Some(row) = paper.rows.iter().find(same_row) else {
            continue;
        };
        for (column, published) in paper.columns.iter().zip(row).skip(keys) {
            let at = header.iter().position(|name| name == column);
            let here = at.and_then(|at| record.get(at)).unwrap_or_default();
            out.push(Beside {
                table: name.to_owned(),
                row: key.join(", "),
                column: column.clone(),
                published: published.clone(),
                recomputed: here.to_owned(),
            });
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_rows_stand_side_by_side() -> Result<(), PublishedError> {
        let here = "model,sighted,restricted\nGPT-5.5,0.0,0.7\nother,1.0,2.0\n";
        let found = beside("table05_invalid", here, false)?;
        assert_eq!(found.len(), 2);
        assert!(found[0].same() && !found[1].same());
        assert_eq!(
            (found[1].published.as_str(), found[1].recomputed.as_str()),
            ("0.6", "0.7")
        );
        Ok(())
    }

    #[test]
    fn pooled_tables_need_all_models() -> Result<(), PublishedError> {
        let here = "combination,cases\nrook+cannon,6\n";
        assert!(beside("table17_combos", here, false)?.is_empty());
        assert_eq!(beside("table17_combos", here, true)?.len(), 1);
        Ok(())
    }
}
