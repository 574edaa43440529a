//! `--cases`: which positions are played.

use std::path::PathBuf;
use std::str::FromStr;

use crate::cli::Failure;

/// Which positions, as given on the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CaseSpec {
    /// All.
    All,
    /// The first so many.
    First(usize),
    /// These.
    Ids(Vec<String>),
    /// Those listed in a file, one a line; `#` starts a comment.
    File(PathBuf),
}

impl FromStr for CaseSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(Self::All);
        }
        if let Some(path) = text.strip_prefix('@') {
            return Ok(Self::File(PathBuf::from(path)));
        }
        if let Ok(count) = text.parse() {
            return match count {
                0 => Err("no position is asked for".to_owned()),
                _ => Ok(Self::First(count)),
            };
        }
        let ids: Vec<String> = text
            .split(',')
            .map(|id| id.trim().to_owned())
            .filter(|id| !id.is_empty())
            .collect();
        match ids.is_empty() {
            true => Err("expected all, a number, ids, or @FILE".to_owned()),
            false => Ok(Self::Ids(ids)),
        }
    }
}

impl CaseSpec {
    /// Indices into all positions, in the order of the positions.
    pub(super) fn select(&self, all: &[&str]) -> Result<Vec<usize>, Failure> {
        match self {
            Self::All => Ok((0..all.len()).collect()),
            Self::First(count) => Ok((0..all.len().min(*count)).collect()),
            Self::Ids(ids) => among(all, ids.iter().map(String::as_str)),
            Self::File(path) => {
                let text = std::fs::read_to_string(path)
                    .map_err(|error| format!("{}: {error}", path.display()))?;
                let ids = text
                    .lines()
                    .map(|line| line.split('#').next().unwrap_or_default().trim())
                    .filter(|id| !id.is_empty());
                among(all, ids)
            }
        }
    }
}

fn among<'a>(all: &[&str], ids: impl Iterator<Item = &'a str>) -> Result<Vec<usize>, Failure> {
    let mut chosen = Vec::new();
    for id in ids {
        let index = all.iter().position(|known| *known == id);
        chosen.push(index.ok_or_else(|| format!("there is no position {id:?}"))?);
    }
    chosen.sort_unstable();
    chosen.dedup();
    if chosen.is_empty() {
        return Err("no position is asked for".into());
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use super::CaseSpec;

    fn select(text: &str) -> Result<Vec<usize>, String> {
        let spec: CaseSpec = text.parse()?;
        spec.select(&["x1", "x2", "x3"])
            .map_err(|error| error.to_string())
    }

    #[test]
    fn positions_are_chosen_in_their_order_and_once() {
        assert_eq!(select("all").unwrap(), [0, 1, 2]);
        assert_eq!(select("2").unwrap(), [0, 1]);
        assert_eq!(select("99").unwrap(), [0, 1, 2]);
        assert_eq!(select("x3, x1,x3").unwrap(), [0, 2]);
        assert!(select("x9").unwrap_err().contains("no position \"x9\""));
        assert!(select("0").is_err() && select("").is_err() && select(",").is_err());
    }

    #[test]
    fn a_file_lists_them() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ids.txt");
        std::fs::write(&file, "# hard ones\nx2 # very\n\nx1\n").unwrap();
        let spec = format!("@{}", file.display());
        assert_eq!(select(&spec).unwrap(), [0, 1]);
        assert!(
            select("@/nowhere/ids")
                .unwrap_err()
                .contains("/nowhere/ids")
        );
    }
}
