//! `recount schema`.

use clap::Args;

use super::{FINE, Failure};
use crate::tables;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  recount schema plies")]
pub(super) struct Arguments {
    /// One table; all of them when absent.
    table: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Failure> {
    let tables = match &arguments.table {
        None => tables::ALL.to_vec(),
        Some(name) => vec![tables::named(name).ok_or_else(|| {
            let names: Vec<_> = tables::ALL.iter().map(|table| table.name).collect();
            format!("no table {name}; there are {}", names.join(", "))
        })?],
    };
    for table in tables {
        print!("{}", table.dictionary());
    }
    Ok(FINE)
}
